/*
 * The shoe passes to the next seated box on the right after a win of punto; the bank passes to the
 * first box in turn that makes a blackjack. A void round changes nothing.
 */
#include "holder.h"

#include "engine/games/blackjack.h"

static void
record_stakes(struct sabot_holder *holder, const struct sabot_rules *rules,
	      const struct sabot_round *last)
{
	for (int box = 1; box <= rules->boxes; box++)
		for (int on = SABOT_BET_MAIN; on < SABOT_BETS; on++)
			if (sabot_round_stake(last, box, (enum sabot_bet)on) > 0)
				holder->staked_round[box] = last->number;
}

static bool
is_seated(const struct sabot_holder *holder, const struct sabot_round *last, int box)
{
	unsigned round = holder->staked_round[box];

	return round != 0 && last->number - round < SABOT_HOLDER_SEATED_ROUNDS;
}

/* PB-13. Seats are numbered to the right; after the last comes the first. */
static int
next_with_shoe(const struct sabot_holder *holder, const struct sabot_rules *rules,
	       const struct sabot_round *last, int box)
{
	if (last->winner != SABOT_WINNER_PUNTO)
		return box;
	for (int i = 0; i < rules->boxes; i++) {
		int next = (box + i) % rules->boxes + 1;
		if (is_seated(holder, last, next))
			return next;
	}
	return box;
}

/* FA-01: also against a blackjack of the bank, which the text does not except. */
static int
next_with_bank(const struct sabot_rules *rules, const struct sabot_round *last, int bank)
{
	for (int box = 1; box <= rules->boxes && !last->is_void; box++)
		for (int hand = 0; hand < last->boxes[box].n_hands; hand++)
			if (sabot_blackjack_hand_total(rules, last, box, hand).is_blackjack)
				return box;
	return bank;
}

void
sabot_holder_set(struct sabot_holder *holder, const struct sabot_rules *rules, unsigned load,
		 int box)
{
	int before = holder->box;

	holder->box = box >= 1 && box <= rules->boxes ? box : 0;
	if (before != 0 && holder->box != before)
		holder->passed_load = load;
	holder->passed = false;
	holder->is_set = true;
}

void
sabot_holder_update(struct sabot_holder *holder, const struct sabot_rules *rules,
		    const struct sabot_round *last, bool again)
{
	bool bank = rules->game == SABOT_BLACKJACK;

	/* Without a first holder the shoe's way is unknown; a blackjack shows the bank's. */
	if (bank ? rules->bank != SABOT_BANK_ROTATING : holder->box == 0)
		return;
	if (again && holder->is_set)
		return;
	if (again)
		holder->box = holder->box_before;
	else
		record_stakes(holder, rules, last);
	holder->box_before = holder->box;
	holder->is_set = false;
	holder->box = bank ? next_with_bank(rules, last, holder->box)
			   : next_with_shoe(holder, rules, last, holder->box);
	holder->passed = holder->box != holder->box_before;
	if (holder->passed || again)
		holder->passed_load = holder->passed ? last->load : 0;
}
