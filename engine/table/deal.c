/* Lay the next card of the round where the rules put it. */
#include "readings-apply.h"
#include "table-private.h"

static bool
has_side_bet(const struct sabot_round *round, int box)
{
	return sabot_round_stake(round, box, SABOT_BET_ROYAL_MATCH_21) > 0 ||
	       sabot_round_stake(round, box, SABOT_BET_BET_SET_21) > 0 ||
	       sabot_round_stake(round, box, SABOT_BET_KINGS_BOUNTY) > 0;
}

static bool
any_box_has(const struct sabot_round *round, enum sabot_bet on)
{
	for (uint32_t boxes = round->used; boxes != 0;)
		if (sabot_round_stake(round, sabot_take_lowest(&boxes), on) > 0)
			return true;
	return false;
}

/* PB-14: two cards of one rank and suit. */
static bool
suit_matters_in_coup(const struct sabot_round *round)
{
	return round->piles[SABOT_OWNER_PUNTO].n_cards + round->piles[SABOT_OWNER_BANCA].n_cards <
		       4 &&
	       any_box_has(round, SABOT_BET_PERFECT_PAIR);
}

/* A bet depends on the suit of the card that comes now (TB-07). */
bool
sabot_table_suit_matters(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (!round->open || !table->load.burn_done)
		return false;
	if (table->rules.game == SABOT_PUNTO_BANCO)
		return suit_matters_in_coup(round);
	if (!round->bets_closed)
		return has_side_bet(round, sabot_round_first_staked(round));
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	if (next.owner == SABOT_OWNER_DEALER)
		return sabot_blackjack_dealer_total(round).n_cards < 2 &&
		       any_box_has(round, SABOT_BET_ROYAL_MATCH_21);
	return next.kind == SABOT_NEXT_DEAL && has_side_bet(round, next.box);
}

static bool
waits_for_hit(struct sabot_table *as_if, struct sabot_hand_id *ret_hand)
{
	const struct sabot_round *round = &as_if->round;

	if (round->not_asked < 0)
		return false;
	const struct sabot_round_card *card = &round->cards[round->not_asked];
	*ret_hand = (struct sabot_hand_id){(enum sabot_owner)card->owner, card->box, card->hand};
	return true;
}

void
sabot_step_wait_for_hit(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	if (step->table->rules.actions != SABOT_ACTIONS_ALL || round->not_asked < 0 ||
	    step->table->load.silent_round != 0 ||
	    !sabot_readings_agree(step, waits_for_hit, false))
		return;
	round->waiting = true;
	round->waiting_line = round->cards[round->not_asked].line;
}

void
sabot_step_deal(struct sabot_step *step, struct sabot_card card, int order_index)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	bool suit = card.suit == SABOT_SUIT_UNKNOWN && sabot_table_suit_matters(table);
	int index = sabot_round_add_card(round, card, order_index, step->line);

	if (index < 0) {
		/* No hand can be that long: what comes is not judged any more. */
		round->log_full = true;
		return;
	}
	round->cards[index].suit_matters = suit;
	if (order_index >= 0)
		table->load.order[order_index].round = round->number;
	sabot_step_play(step, &(struct sabot_round_step){
				      .kind = SABOT_STEP_CARD,
				      .card = (int16_t)index,
			      });
	sabot_step_wait_for_hit(step);
}
