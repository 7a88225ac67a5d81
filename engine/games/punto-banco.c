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

static int
points_of(const struct sabot_pile *pile)
{
	return pile->sum % 10;
}

enum sabot_winner
sabot_punto_banco_winner(const struct sabot_round *round)
{
	int punto = points_of(&round->piles[SABOT_OWNER_PUNTO]);
	int banca = points_of(&round->piles[SABOT_OWNER_BANCA]);

	if (round->is_void)
		return SABOT_WINNER_VOID;
	if (punto == banca)
		return SABOT_WINNER_TIE;
	return punto > banca ? SABOT_WINNER_PUNTO : SABOT_WINNER_BANCA;
}

void
sabot_punto_banco_read(const struct sabot_round *round, struct sabot_coup *ret_coup)
{
	const struct sabot_pile *punto = &round->piles[SABOT_OWNER_PUNTO];
	const struct sabot_pile *banca = &round->piles[SABOT_OWNER_BANCA];

	*ret_coup = (struct sabot_coup){
		.n_punto = punto->n_cards,
		.n_banca = banca->n_cards,
		.punto_points = points_of(punto),
		.banca_points = points_of(banca),
		.winner = sabot_punto_banco_winner(round),
	};
	memcpy(ret_coup->punto, punto->first, sizeof(ret_coup->punto));
	memcpy(ret_coup->banca, banca->first, sizeof(ret_coup->banca));
}

bool
sabot_punto_banco_is_natural(const struct sabot_coup *coup)
{
	return coup->n_punto >= 2 && coup->n_banca >= 2 &&
	       (sabot_punto_banco_points(coup->punto, 2) >= 8 ||
		sabot_punto_banco_points(coup->banca, 2) >= 8);
}

/* The value of a hand's third card; 0 when there is none. */
static int
third_of(const struct sabot_pile *pile)
{
	return pile->n_cards > 2 ? (int)sabot_card_value(pile->first[2]) % 10 : 0;
}

/* PB-08. Both have two cards or more. */
static bool
has_natural(const struct sabot_pile *pile)
{
	return (pile->sum - third_of(pile)) % 10 >= 8;
}

static int
table_column(const struct sabot_rules *rules, const struct sabot_pile *punto)
{
	if (rules->table_key == SABOT_KEY_POINTS)
		return points_of(punto);
	return punto->n_cards == 2 ? SABOT_PUNTO_STOOD : third_of(punto);
}

enum sabot_owner
sabot_punto_banco_third(const struct sabot_rules *rules, const struct sabot_round *round)
{
	const struct sabot_pile *punto = &round->piles[SABOT_OWNER_PUNTO];
	const struct sabot_pile *banca = &round->piles[SABOT_OWNER_BANCA];

	if (has_natural(punto) || has_natural(banca) || banca->n_cards > 2)
		return SABOT_OWNER_NONE;
	if (punto->n_cards == 2 && points_of(punto) <= 5 && !round->punto_stands)
		return SABOT_OWNER_PUNTO;
	if (round->banca_stands || points_of(banca) >= SABOT_BANCA_ROWS)
		return SABOT_OWNER_NONE;
	return rules->banca_draws[points_of(banca)][table_column(rules, punto)] ? SABOT_OWNER_BANCA
										: SABOT_OWNER_NONE;
}
