/*
 * Punto banco: points, the third-card rules, who wins (docs/rules.md, PB-01 … PB-12). Pure.
 */
#pragma once

#include "engine/core/round.h"
#include "engine/rules/rules.h"
#include "engine/rules/side-bets.h"

/* PB-01: the last digit of the sum, tens 0, unread cards 0. */
int
sabot_punto_banco_points(const struct sabot_card *cards, int n_cards);

/* The coup as its cards lie, the winner as sabot_punto_banco_winner() says. */
void
sabot_punto_banco_read(const struct sabot_round *round, struct sabot_coup *ret_coup);

/* Once four cards lie: PB-08 naturals, PB-09 punto, PB-10 banca's table. */
enum sabot_owner
sabot_punto_banco_third(const struct sabot_rules *rules, const struct sabot_round *round);

/*
 * Whom the next card belongs to: PUNTO, BANCA, or NONE when the coup is decided. PB-06 deal order,
 * then sabot_punto_banco_third().
 */
static inline enum sabot_owner
sabot_punto_banco_next(const struct sabot_rules *rules, const struct sabot_round *round)
{
	int n_punto = round->piles[SABOT_OWNER_PUNTO].n_cards;
	int n_banca = round->piles[SABOT_OWNER_BANCA].n_cards;

	if (round->is_void)
		return SABOT_OWNER_NONE;
	if (n_punto >= 2 && n_banca >= 2)
		return sabot_punto_banco_third(rules, round);
	bool punto = rules->deal_order == SABOT_DEAL_PPBB ? n_punto < 2
							  : n_punto <= n_banca && n_punto < 2;
	return punto ? SABOT_OWNER_PUNTO : SABOT_OWNER_BANCA;
}

/* The winner if the round ended with the cards it has now. */
enum sabot_winner
sabot_punto_banco_winner(const struct sabot_round *round);

/* True if punto or banca has 8 or 9 with two cards. */
bool
sabot_punto_banco_is_natural(const struct sabot_coup *coup);
