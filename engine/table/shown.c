/*
 * Face up or not: the button (`reveal = on_button`) and the hole card.
 */
#include "shown.h"

#include "engine/games/blackjack.h"

bool
sabot_table_asks_insurance(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK ||
	    !sabot_blackjack_insurance_is_open(&table->rules, round))
		return false;
	for (int i = 0; i < round->n_seats; i++)
		if (!sabot_blackjack_box_took_even_money(&round->boxes[round->seats[i]]))
			return true;
	return false;
}

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
	return (next.kind == SABOT_NEXT_DECIDED || next.kind == SABOT_NEXT_DEALER) &&
	       !sabot_table_asks_insurance(table);
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

static bool
has_unread_card(const struct sabot_round *round, struct sabot_hand_id id)
{
	for (int i = 0; i < round->n_cards; i++) {
		const struct sabot_round_card *card = &round->cards[i];
		if (card->card.rank == SABOT_RANK_UNKNOWN && card->owner == (uint8_t)id.owner &&
		    (id.owner != SABOT_OWNER_PLAYER ||
		     (card->box == id.box && card->hand == id.hand)))
			return true;
	}
	return false;
}

bool
sabot_table_is_legible(const struct sabot_table *table, struct sabot_hand_id id)
{
	const struct sabot_round *round = &table->round;
	const struct sabot_pile *pile = id.owner == SABOT_OWNER_PLAYER
						? &round->boxes[id.box].hands[id.hand].pile
						: &round->piles[id.owner];

	if (pile->n_cards == 0 || sabot_round_is_torn(round) ||
	    !sabot_table_is_shown(table, id.owner))
		return false;
	return !has_unread_card(round, id);
}

bool
sabot_table_coup_is_legible(const struct sabot_table *table)
{
	return sabot_table_is_legible(table, (struct sabot_hand_id){SABOT_OWNER_PUNTO, 0, 0}) &&
	       sabot_table_is_legible(table, (struct sabot_hand_id){SABOT_OWNER_BANCA, 0, 0});
}
