/*
 * Stakes: placing them, those that come too early or too late, closing the bets.
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings-apply.h"

static enum sabot_bet
bet_of(const struct sabot_step *step)
{
	if (step->event->on == SABOT_BET_NONE)
		return SABOT_BET_MAIN;
	return step->event->on;
}

static struct sabot_bet_aside
event_bet(const struct sabot_step *step)
{
	const struct sabot_event *event = step->event;
	struct sabot_bet_aside bet = {
		.box = (uint8_t)event->box,
		.on = (uint8_t)bet_of(step),
		.line = step->line,
		.amount_minor = event->amount_minor,
	};

	sabot_bettor_copy(bet.bettor, event->bettor != NULL ? event->bettor : "");
	return bet;
}

/* The bet comes before the round is closed: it may be the next round's. */
SABOT_SELDOM static void
keep_aside(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_aside *aside = &table->aside;
	struct sabot_round *round = &table->round;
	bool waits = round->waiting && round->not_asked < 0;

	if (aside->n_bets == SABOT_BETS_ASIDE_MAX) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_ROOM);
		return;
	}
	sabot_step_play(step, &(struct sabot_round_step){
				      .kind = SABOT_STEP_LATE_BET,
				      .box = (uint8_t)step->event->box,
				      .what = (uint8_t)bet_of(step),
				      .silent = waits,
				      .amount_minor = step->event->amount_minor,
			      });
	aside->bets[aside->n_bets++] = event_bet(step);
	/* Nor is it late where the card that nobody had requested has decided the round. */
	waits |= round->waiting &&
		 sabot_readings_test(step, sabot_round_is_decided) == SABOT_FOR_ALL;
	if (!waits)
		step->update->applied = false;
}

/* It is decided, and does not wait as nobody had requested the last card. */
static bool
is_over(const struct sabot_table *as_if)
{
	return sabot_round_is_decided(as_if) && as_if->round.not_asked < 0;
}

void
sabot_step_bet(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	enum sabot_reason why = sabot_bet_refuse(table, step->event->box, bet_of(step));

	if (table->round.open && table->round.bets_closed) {
		sabot_step_close_insurance(step);
		if (table->round.waiting ? why == SABOT_WHY_NONE
					 : sabot_readings_test(step, is_over) != SABOT_FOR_ALL) {
			keep_aside(step);
			return;
		}
	}
	if (why != SABOT_WHY_NONE) {
		sabot_step_out_of_order(step, why);
		return;
	}
	if (table->round.open && table->round.bets_closed) {
		sabot_step_end_round(step);
		if (step->entry >= 0)
			step->journal->entries[step->entry].flags |= SABOT_ENTRY_ENDED_ROUND;
	}
	if (!table->round.open && step->event->amount_minor == 0) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_STAKE_TO_TAKE_BACK);
		return;
	}
	if (!table->round.open)
		sabot_step_begin_round(step);
	if (!sabot_bet_place(&table->round, step->event->box, bet_of(step), step->event->bettor,
			     step->event->amount_minor))
		sabot_step_out_of_order(step, SABOT_WHY_TOO_MANY_BETTORS);
}

static bool
any_box_in_play(const struct sabot_table *table, uint32_t listed)
{
	const struct sabot_round *round = &table->round;

	if (table->rules.game == SABOT_PUNTO_BANCO || listed != 0)
		return true;
	if (round->open && !round->bets_closed)
		return sabot_round_first_staked(round) != 0;
	for (int i = 0; round->open && i < table->aside.n_bets; i++)
		if (table->aside.bets[i].on == SABOT_BET_MAIN &&
		    table->aside.bets[i].amount_minor > 0)
			return true;
	return false;
}

/* Boxes that the table has not are refused; the others count. */
static uint32_t
known_boxes(struct sabot_step *step)
{
	uint32_t listed = step->event->u.no_more_bets.boxes & ~UINT32_C(1);
	uint32_t known = (UINT32_C(2) << step->table->rules.boxes) - 1;

	return listed & known;
}

/*
 * The button that was forgotten until a card came, and not the next round's: that follows a result,
 * or bets after the whole deal.
 */
static bool
is_of_early_card(const struct sabot_table *table)
{
	return table->round.closed_by_card && !table->round.waiting &&
	       (table->aside.n_bets == 0 || !sabot_round_deal_is_complete(table));
}

void
sabot_step_no_more_bets(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	uint32_t listed = known_boxes(step);
	bool refused = (step->event->u.no_more_bets.boxes & ~UINT32_C(1)) != listed;
	bool begins_surely = true;

	if (round->open && round->bets_closed) {
		begins_surely = round->n_cards > 0 || !sabot_round_is_torn(round);
		if (is_of_early_card(table)) {
			round->closed_by_card = false;
			return;
		}
		if (round->n_cards == 0 && !round->waiting &&
		    (!sabot_round_is_torn(round) || !any_box_in_play(table, listed))) {
			sabot_step_out_of_order(step, SABOT_WHY_BETS_CLOSED);
			return;
		}
		sabot_step_close_insurance(step);
		if (round->open && round->bets_closed) {
			sabot_step_explain_bets_aside(step);
			sabot_step_end_round(step);
		}
		if (step->entry >= 0)
			step->journal->entries[step->entry].flags |= SABOT_ENTRY_ENDED_ROUND;
	}
	if (!any_box_in_play(table, listed)) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_BOX_IN_PLAY);
		return;
	}
	if (!round->open)
		sabot_step_begin_round(step);
	/* Without a card in the round before, this may be its own button pressed again. */
	if (!begins_surely)
		table->load.cut_first_round = round->number;
	if (refused) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_SUCH_BOX);
		step->update->applied = true;
	}
	round->listed = listed;
	sabot_step_close_bets(step);
}
