/*
 * Face up or not: the button (`reveal = on_button`) and the hole card.
 */
#include "shown.h"

#include "blackjack.h"

/* The hole card lies face down until the players and their insurances are done. */
static bool
is_hole_turned(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (!table->rules.hole || round->hole_revealed)
		return true;
	if (table->rules.reveal == SABOT_REVEAL_ON_BUTTON)
		return false;
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	return next.kind == SABOT_NEXT_DECIDED ||
	       (next.kind == SABOT_NEXT_DEALER &&
		!sabot_blackjack_insurance_is_open(&table->rules, round));
}

bool
sabot_table_is_shown(const struct sabot_table *table, enum sabot_owner owner)
{
	const struct sabot_round *round = &table->round;

	if (!round->open)
		return true;
	if (owner == SABOT_OWNER_DEALER)
		return is_hole_turned(table);
	if (table->rules.reveal == SABOT_REVEAL_ON_DEAL)
		return true;
	if (owner == SABOT_OWNER_PUNTO)
		return round->punto_revealed;
	return owner != SABOT_OWNER_BANCA || round->banca_revealed;
}

bool
sabot_table_is_legible(const struct sabot_table *table, struct sabot_place place)
{
	struct sabot_card cards[SABOT_BLACKJACK_CARDS_MAX];
	int n_cards =
		sabot_round_hand_cards(&table->round, place, cards, SABOT_BLACKJACK_CARDS_MAX);

	if (n_cards == 0 || n_cards > SABOT_BLACKJACK_CARDS_MAX || table->round.n_lost > 0)
		return false;
	for (int i = 0; i < n_cards; i++)
		if (cards[i].rank == SABOT_RANK_UNKNOWN)
			return false;
	return sabot_table_is_shown(table, place.owner);
}

bool
sabot_table_coup_is_legible(const struct sabot_table *table)
{
	return sabot_table_is_legible(table, (struct sabot_place){SABOT_OWNER_PUNTO, 0, 0}) &&
	       sabot_table_is_legible(table, (struct sabot_place){SABOT_OWNER_BANCA, 0, 0});
}
