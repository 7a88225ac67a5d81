/*
 * The end of a round: the result button, and whatever else ends it.
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings-apply.h"
#include "reporting.h"

static void
begin_closed(struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	table->closed = (struct sabot_closed){
		.number = round->number,
		.load = round->load,
		.line = round->closed_line,
		.is_void = round->is_void,
		.dummy = round->dummy,
		.not_compared = round->not_compared,
		.claimed_winners = round->claimed_winners,
		.claimed_punto = round->claimed_punto,
		.claimed_banca = round->claimed_banca,
	};
}

static void
keep_printed(struct sabot_table *table, const struct sabot_round_report *report)
{
	table->printed[report->number % SABOT_ROUNDS_KEPT] = (struct sabot_printed){
		.number = report->number,
		.digest = report->digest,
	};
}

/* Under doubt it was closed before, and a reading has reopened it. */
static bool
was_printed(const struct sabot_table *table, unsigned number)
{
	return table->printed[number % SABOT_ROUNDS_KEPT].number == number;
}

/* What the table remembers of the round that was closed. */
static void
keep_last(struct sabot_step *step, const struct sabot_round_report *report)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	round->winner = report->winner;
	round->unverified = report->unverified;
	round->inferred = report->inferred;
	round->open = false;
	if (round->dummy)
		return;
	/* What its cards may be is asked again when a ruling makes it void. */
	if (report->unverified || sabot_round_is_doubtful(round))
		sabot_round_copy(round, &table->last);
	else
		sabot_round_keep(round, &table->last);
	table->last.torn |= table->closed.torn;
	table->rulings_open = true;
	sabot_holder_update(&table->holder, &table->rules, &table->last, false);
	sabot_commission_update(&table->commission, &table->rules, &table->last, false);
}

static bool
has_next_card(const struct sabot_table *as_if)
{
	return as_if->round.next_card;
}

static bool
has_late_bet(const struct sabot_round *round)
{
	for (int i = 0; i < round->n_log; i++)
		if (round->log[i].kind == SABOT_STEP_LATE_BET)
			return true;
	return false;
}

/* A card came after a bet that was set aside. */
static bool
has_card_after_bet(const struct sabot_round *round)
{
	bool has_bet = false;

	for (int i = 0; i < round->n_log; i++) {
		const struct sabot_round_step *what = &round->log[i];
		if (what->kind == SABOT_STEP_CARD && has_bet)
			return true;
		has_bet |= what->kind == SABOT_STEP_LATE_BET && !what->silent && !what->is_next;
	}
	return false;
}

/* By some reading its last cards are the next round's. */
static bool
runs_over(struct sabot_step *step)
{
	const struct sabot_round *round = &step->table->round;

	if (sabot_readings_are_none(step->table))
		return has_card_after_bet(round);
	if (!has_late_bet(round))
		return false;
	return sabot_readings_test(step, has_next_card) != SABOT_FOR_NONE;
}

void
sabot_step_close_round(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_output *output;
	bool is_over = runs_over(step);

	sabot_step_judge(step);
	if (!sabot_round_is_torn(round) && !table->load.in_doubt)
		sabot_round_void_unfinished(table);
	round->not_compared |= round->waiting;
	round->waiting = false;
	round->closed_line = step->event_line;
	/* Who requests no insurance any more looks at the hole card. */
	round->insurance_over = true;
	begin_closed(table);
	bool has_payments;
	struct sabot_round_report *report = sabot_step_report_round(step, &has_payments);
	output = sabot_step_add_output(step, SABOT_OUTPUT_ROUND);
	output->u.index = (unsigned)(report - step->update->rounds);
	if (!step->revising) {
		report->again |= was_printed(table, report->number);
		keep_printed(table, report);
	}
	keep_last(step, report);
	if (round->ruled_void)
		sabot_step_redress(step, round->number);
	else if (!round->dummy && has_payments)
		sabot_step_judge_payments(step, round->number);
	if (is_over)
		table->load.silent_round = round->number + 1;
	sabot_step_place_bets_aside(step);
}

static bool
is_undecided(const struct sabot_table *as_if)
{
	return !sabot_round_is_decided(as_if);
}

/* PB-05, BJ-08: the next round began although this one was certainly undecided. */
static void
raise_not_closed(struct sabot_step *step, unsigned number)
{
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_ROUND_NOT_CLOSED,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_BETS_CLOSED));

	incident->round = number;
	sabot_incident_add_number(incident, "round", number);
}

void
sabot_step_end_wait(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	if (!round->open || !round->waiting)
		return;
	if (round->not_asked < 0) {
		sabot_step_close_round(step);
		return;
	}
	round->waiting = false;
	sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_HIT});
}

void
sabot_step_end_round(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	bool by_bets = step->event->type == SABOT_EVENT_NO_MORE_BETS;
	unsigned number = table->round.number;
	bool waited = table->round.waiting && table->round.not_asked < 0;
	bool undecided;

	if (table->round.waiting && table->round.not_asked >= 0)
		sabot_step_end_wait(step);
	undecided = !waited && sabot_readings_test(step, is_undecided) == SABOT_FOR_ALL;
	if (!waited)
		sabot_step_play(step, &(struct sabot_round_step){.kind = SABOT_STEP_END});
	sabot_step_close_round(step);
	if (by_bets && undecided && table->rules.flow != SABOT_FLOW_CARDS_ONLY)
		raise_not_closed(step, number);
}

void
sabot_step_close_if_due(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (table->round.open && (table->round.dummy || table->round.reopened) &&
	    sabot_readings_test(step, sabot_round_is_decided) == SABOT_FOR_ALL)
		sabot_step_close_round(step);
}

void
sabot_step_loose_card(struct sabot_step *step, int order_index)
{
	struct sabot_table *table = step->table;
	struct sabot_aside *aside = &table->aside;
	enum sabot_incident_code code = aside->run_max.n_cards == 0
						? SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS
						: SABOT_INCIDENT_DEALING_WENT_ON;
	bool is_certain = aside->run_max.n_cards == aside->run_min.n_cards;

	/* Of a round that may have begun, the first card was early, and the second is not. */
	is_certain &= code != SABOT_INCIDENT_DEALING_WENT_ON || !aside->may_be_open;
	if (table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		return;
	if (is_certain && aside->run_max.n_cards < 2)
		sabot_incident_add_card(
			sabot_step_raise(step, code,
					 sabot_rules_article(&table->rules,
							     SABOT_RULE_BETS_CLOSED)),
			"card", step->event->card);
	struct sabot_run *runs[] = {&aside->run_min, &aside->run_max};
	for (int i = 0; i < 2; i++) {
		if (runs[i]->n_cards == 0)
			*runs[i] = (struct sabot_run){
				.first_index = (int16_t)order_index,
				.first_line = step->line,
			};
		runs[i]->n_cards++;
	}
}

/* What was dealt ends; stakes that lie for the next round stay. */
void
sabot_step_end_play(struct sabot_step *step)
{
	struct sabot_round *round = &step->table->round;

	if (!round->open || !round->bets_closed)
		return;
	if (round->n_cards == 0)
		round->open = false;
	else
		sabot_step_end_round(step);
}
