/* What a round waits for: whose card is next, and whether the round is decided. */
#include "table-private.h"

static enum sabot_owner
coup_card_due(const struct sabot_table *table)
{
	return sabot_punto_banco_next(&table->rules, &table->round);
}

bool
sabot_round_is_decided(const struct sabot_table *table)
{
	if (!table->round.bets_closed)
		return false;
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return coup_card_due(table) == SABOT_OWNER_NONE;
	return sabot_blackjack_next(&table->rules, &table->round).kind == SABOT_NEXT_DECIDED;
}

bool
sabot_round_deal_is_complete(const struct sabot_table *table)
{
	const struct sabot_pile *piles = table->round.piles;

	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_blackjack_deal_is_complete(&table->rules, &table->round);
	return piles[SABOT_OWNER_PUNTO].n_cards >= 2 && piles[SABOT_OWNER_BANCA].n_cards >= 2;
}

void
sabot_round_void_unfinished(struct sabot_table *table)
{
	table->round.is_void |= !sabot_round_deal_is_complete(table);
}

enum sabot_owner
sabot_round_card_due(const struct sabot_table *table)
{
	if (!table->round.bets_closed)
		return SABOT_OWNER_NONE;
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return coup_card_due(table);
	return sabot_blackjack_next(&table->rules, &table->round).owner;
}

/* ES-10: a card that comes without an action means that split aces stood. What is due then. */
static struct sabot_next
stand_split_aces(struct sabot_table *table)
{
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	while (next.kind == SABOT_NEXT_PLAY) {
		struct sabot_hand *hand = &table->round.boxes[next.box].hands[next.hand];
		if (!hand->from_aces || !table->rules.split_aces_one_card)
			break;
		hand->stood = true;
		next = sabot_blackjack_next(&table->rules, &table->round);
	}
	return next;
}

struct sabot_next
sabot_play_next(struct sabot_table *table)
{
	struct sabot_next next = {.kind = SABOT_NEXT_DEAL};

	if (table->rules.game == SABOT_BLACKJACK) {
		if (!sabot_blackjack_deal_is_complete(&table->rules, &table->round))
			return sabot_blackjack_next(&table->rules, &table->round);
		table->round.insurance_over = true;
		return stand_split_aces(table);
	}
	next.owner = coup_card_due(table);
	if (next.owner == SABOT_OWNER_NONE)
		next.kind = SABOT_NEXT_DECIDED;
	return next;
}

void
sabot_play_stand_all(struct sabot_table *table)
{
	struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK ||
	    !sabot_blackjack_deal_is_complete(&table->rules, round))
		return;
	round->insurance_over = true;
	for (int seat = 0; seat < round->n_seats; seat++) {
		struct sabot_box *place = &round->boxes[round->seats[seat]];
		for (int i = 0; i < place->n_hands; i++) {
			struct sabot_hand *hand = &place->hands[i];
			bool owed = (hand->from_split && hand->pile.n_cards == 1) ||
				    (hand->doubled && hand->pile.n_cards == 2);
			if (!owed)
				hand->stood = true;
		}
	}
	sabot_blackjack_pass_turn(&table->rules, round);
}
