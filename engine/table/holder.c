/*
 * The shoe passes to the next seated box on the right after a win of punto; the bank passes to the
 * first box in turn that makes a blackjack. A void round changes nothing.
 */
#include "holder.h"

#include "engine/games/blackjack.h"
#include "table.h"

static void
record_stakes(struct sabot_table *table)
{
	for (int box = 1; box <= table->rules.boxes; box++)
		for (int on = SABOT_BET_MAIN; on < SABOT_BETS; on++)
			if (sabot_round_stake(&table->last, box, (enum sabot_bet)on) > 0)
				table->holder.staked_round[box] = table->last.number;
}

static bool
is_seated(const struct sabot_table *table, int box)
{
	unsigned round = table->holder.staked_round[box];

	return round != 0 && table->last.number - round < SABOT_HOLDER_SEATED_ROUNDS;
}

/* PB-13. Seats are numbered to the right; after the last comes the first. */
static int
next_with_shoe(const struct sabot_table *table, int box)
{
	if (table->last.winner != SABOT_WINNER_PUNTO)
		return box;
	for (int i = 0; i < table->rules.boxes; i++) {
		int next = (box + i) % table->rules.boxes + 1;
		if (is_seated(table, next))
			return next;
	}
	return box;
}

/* FA-01: also against a blackjack of the bank, which the text does not except. */
static int
next_with_bank(const struct sabot_table *table, int bank)
{
	const struct sabot_round *last = &table->last;

	for (int box = 1; box <= table->rules.boxes && !last->is_void; box++)
		for (int hand = 0; hand < last->boxes[box].n_hands; hand++)
			if (sabot_blackjack_hand_total(&table->rules, last, box, hand).is_blackjack)
				return box;
	return bank;
}

void
sabot_holder_emit(struct sabot_table *table, int box)
{
	struct sabot_holder *holder = &table->holder;
	int before = holder->box;

	holder->box = box >= 1 && box <= table->rules.boxes ? box : 0;
	if (before != 0 && holder->box != before)
		holder->passed_load = table->load.number;
	holder->passed = false;
	holder->told = true;
}

void
sabot_holder_update(struct sabot_table *table, bool again)
{
	struct sabot_holder *holder = &table->holder;
	bool bank = table->rules.game == SABOT_BLACKJACK;

	/* Without a first holder the shoe's way is unknown; a blackjack shows the bank's. */
	if (bank ? table->rules.bank != SABOT_BANK_ROTATING : holder->box == 0)
		return;
	if (again && holder->told)
		return;
	if (again)
		holder->box = holder->box_before;
	else
		record_stakes(table);
	holder->box_before = holder->box;
	holder->told = false;
	holder->box =
		bank ? next_with_bank(table, holder->box) : next_with_shoe(table, holder->box);
	holder->passed = holder->box != holder->box_before;
	if (holder->passed || again)
		holder->passed_load = holder->passed ? table->last.load : 0;
}
