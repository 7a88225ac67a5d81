/*
 * Who gets the next card of a coup, and who won it. Pure functions of rules and cards.
 */
#include "punto-banco.h"

#include <string.h>

int
sabot_punto_banco_points(const struct sabot_card *cards, int n_cards)
{
	unsigned sum = 0;

	for (int i = 0; i < n_cards; i++)
		sum += sabot_card_value(cards[i]);
	return (int)(sum % 10);
}

void
sabot_punto_banco_read(const struct sabot_round *round, struct sabot_coup *ret_coup)
{
	const struct sabot_pile *punto = &round->piles[SABOT_OWNER_PUNTO];
	const struct sabot_pile *banca = &round->piles[SABOT_OWNER_BANCA];
	struct sabot_coup coup = {
		.n_punto = punto->n_cards,
		.n_banca = banca->n_cards,
		.punto_points = punto->sum % 10,
		.banca_points = banca->sum % 10,
	};

	memcpy(coup.punto, punto->first, sizeof(coup.punto));
	memcpy(coup.banca, banca->first, sizeof(coup.banca));
	if (round->is_void)
		coup.winner = SABOT_WINNER_VOID;
	else if (coup.punto_points == coup.banca_points)
		coup.winner = SABOT_WINNER_TIE;
	else if (coup.punto_points > coup.banca_points)
		coup.winner = SABOT_WINNER_PUNTO;
	else
		coup.winner = SABOT_WINNER_BANCA;
	*ret_coup = coup;
}

bool
sabot_punto_banco_is_natural(const struct sabot_coup *coup)
{
	return coup->n_punto >= 2 && coup->n_banca >= 2 &&
	       (sabot_punto_banco_points(coup->punto, 2) >= 8 ||
		sabot_punto_banco_points(coup->banca, 2) >= 8);
}

/* PB-06: the first four cards. */
static enum sabot_owner
initial_owner(const struct sabot_rules *rules, const struct sabot_coup *coup)
{
	if (rules->deal_order == SABOT_DEAL_PPBB)
		return coup->n_punto < 2 ? SABOT_OWNER_PUNTO : SABOT_OWNER_BANCA;
	return coup->n_punto <= coup->n_banca && coup->n_punto < 2 ? SABOT_OWNER_PUNTO
								   : SABOT_OWNER_BANCA;
}

static int
table_column(const struct sabot_rules *rules, const struct sabot_coup *coup)
{
	if (rules->table_key == SABOT_KEY_POINTS)
		return coup->punto_points;
	if (coup->n_punto == 2)
		return SABOT_PUNTO_STOOD;
	return sabot_punto_banco_points(&coup->punto[2], 1);
}

enum sabot_owner
sabot_punto_banco_next(const struct sabot_rules *rules, const struct sabot_round *round,
		       const struct sabot_coup *coup)
{
	if (round->is_void)
		return SABOT_OWNER_NONE;
	if (coup->n_punto < 2 || coup->n_banca < 2)
		return initial_owner(rules, coup);
	if (sabot_punto_banco_is_natural(coup) || coup->n_banca > 2)
		return SABOT_OWNER_NONE;
	if (coup->n_punto == 2 && coup->punto_points <= 5 && !round->punto_stands)
		return SABOT_OWNER_PUNTO;
	if (round->banca_stands || coup->banca_points >= SABOT_BANCA_ROWS)
		return SABOT_OWNER_NONE;
	return rules->banca_draws[coup->banca_points][table_column(rules, coup)] ? SABOT_OWNER_BANCA
										 : SABOT_OWNER_NONE;
}
