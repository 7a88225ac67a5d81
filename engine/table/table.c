/*
 * The engine's door: sabot_table_step() hands an event to the part that knows it. The state of a
 * table is struct sabot_table alone.
 */
#include "table.h"

#include "table-private.h"

#include "engine/rules/articles.h"

#include <string.h>

enum { TABLE_BYTES_MAX = 1000000 };
_Static_assert(sizeof(struct sabot_table) < TABLE_BYTES_MAX, "a floor has hundreds of tables");

void
sabot_table_init(struct sabot_table *table, const struct sabot_rules *rules, unsigned from_load,
		 unsigned from_round, unsigned from_incident)
{
	memset(table, 0, sizeof(*table));
	sabot_table_init_zeroed(table, rules, from_load, from_round, from_incident);
}

void
sabot_table_init_zeroed(struct sabot_table *table, const struct sabot_rules *rules,
			unsigned from_load, unsigned from_round, unsigned from_incident)
{
	table->rules = *rules;
	table->min_minor = rules->min_minor;
	table->max_minor = rules->max_minor;
	table->load.number = from_load;
	table->load.rounds_left = -1;
	table->n_rounds = from_round;
	table->n_incidents = from_incident;
	table->clock_us = SABOT_TIME_NONE;
	sabot_course_begin(table, 0);
}

SABOT_SELDOM static void
step_call(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	bool in_play = table->round.open && table->round.bets_closed;
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_DISPUTE,
				 sabot_rules_article(&table->rules, SABOT_RULE_MISTAKE));

	if (!in_play && table->last.number != 0)
		incident->round = table->last.number;
	else if (!in_play && step->revising)
		incident->round = 0; /* a round of an earlier load, as was said then */
	if (event->box > 0)
		sabot_incident_add_number(incident, "box", event->box);
	if (event->hand >= 0)
		sabot_incident_add_number(incident, "hand", event->hand);
}

SABOT_SELDOM static void
step_limits(struct sabot_step *step)
{
	const struct sabot_event *event = step->event;

	if (event->u.limits.min_minor > event->u.limits.max_minor) {
		sabot_step_out_of_order(step, SABOT_WHY_MIN_ABOVE_MAX);
		return;
	}
	step->table->min_minor = event->u.limits.min_minor;
	step->table->max_minor = event->u.limits.max_minor;
}

static void
step_reveal(struct sabot_table *table, enum sabot_reveal what)
{
	struct sabot_round *round = &table->round;

	round->punto_revealed |= what == SABOT_REVEAL_PUNTO || what == SABOT_REVEAL_ALL;
	round->banca_revealed |= what == SABOT_REVEAL_BANCA || what == SABOT_REVEAL_ALL;
	round->hole_revealed |= what == SABOT_REVEAL_HOLE || what == SABOT_REVEAL_ALL;
}

SABOT_SELDOM static void
step_holder(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	sabot_holder_set(&table->holder, &table->rules, table->load.number, step->event->box);
}

SABOT_SELDOM static void
step_commission_paid(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;

	sabot_commission_pay(&table->commission, &table->rules, event->box, event->bettor,
			     event->amount_minor);
}

/* Only calls: it needs no registers of its own, at each event. */
void
sabot_step_dispatch(struct sabot_step *step)
{
	switch (step->event->type) {
	case SABOT_EVENT_LOAD:
		sabot_step_load(step);
		break;
	case SABOT_EVENT_CARD:
		sabot_step_card(step);
		break;
	case SABOT_EVENT_CUT_CARD:
		sabot_step_cut_card(step);
		break;
	case SABOT_EVENT_BET:
		sabot_step_bet(step);
		break;
	case SABOT_EVENT_NO_MORE_BETS:
		sabot_step_no_more_bets(step);
		break;
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
		sabot_step_insurance(step);
		break;
	case SABOT_EVENT_ACTION:
		sabot_step_action(step);
		break;
	case SABOT_EVENT_RESULT:
		sabot_step_result(step);
		break;
	case SABOT_EVENT_PAID:
		sabot_step_paid(step);
		break;
	case SABOT_EVENT_RULING:
		sabot_step_ruling(step);
		break;
	case SABOT_EVENT_UNDO:
		sabot_step_undo(step);
		break;
	case SABOT_EVENT_CALL:
		step_call(step);
		break;
	case SABOT_EVENT_LIMITS:
		step_limits(step);
		break;
	case SABOT_EVENT_TABLE:
		step->table->state = step->event->u.table.state;
		break;
	case SABOT_EVENT_REVEAL:
		step_reveal(step->table, step->event->u.reveal.what);
		break;
	case SABOT_EVENT_HOLDER:
		step_holder(step);
		break;
	case SABOT_EVENT_COMMISSION_PAID:
		step_commission_paid(step);
		break;
	case SABOT_EVENT_CORRECTION:
		sabot_step_correction(step);
		break;
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
		break;
	case SABOT_EVENT_UNLOAD:
		sabot_step_unload(step);
		break;
	case SABOT_EVENT_DEVICE:
		sabot_step_device(step);
		break;
	}
}

static void
clear(struct sabot_update *update)
{
	update->fault = NULL;
	update->applied = true;
	update->n_outputs = update->n_cards = 0;
	update->n_rounds = update->n_hands = update->n_stakes = update->n_words = 0;
}

static void
begin(struct sabot_step *step, struct sabot_table *table, const struct sabot_event *event,
      unsigned line, struct sabot_update *update)
{
	/* Each member is named: what is left out would be cleared by a loop, at each event. */
	*step = (struct sabot_step){
		.table = table,
		.event = event,
		.event_line = line,
		.update = update,
		.sink = SABOT_SINK_PRINT,
		.facts = NULL,
		.revising = false,
		.is_inserted = false,
		.raised = false,
		.line = line,
		.card_index = -1,
		.entry = -1,
		.journal = &table->journal,
		.judged = NULL,
		.limits = NULL,
		.named_round = 0,
		.pending = NULL,
		.dispatch = sabot_step_dispatch,
	};
	clear(update);
}

/* More than a second earlier than a line before, once until it has caught up. */
static void
check_clock(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int64_t at_us = step->event->at_us;
	enum { SECOND_US = 1000000 };

	if (at_us == SABOT_TIME_NONE)
		return;
	if (table->clock_us == SABOT_TIME_NONE || at_us >= table->clock_us) {
		table->clock_us = at_us;
		table->clock_is_back = false;
		return;
	}
	if (table->clock_is_back || table->clock_us - at_us <= SECOND_US)
		return;
	table->clock_is_back = true;
	sabot_incident_add_number(sabot_step_raise(step, SABOT_INCIDENT_CLOCK_BACKWARDS, ""),
				  "seconds", (table->clock_us - at_us) / SECOND_US);
}

/* What the event came to, for `undo`. */
static void
complete_entry(struct sabot_step *step)
{
	struct sabot_journal *journal = &step->table->journal;

	if (step->entry < 0 || step->entry >= journal->n_entries)
		return;
	struct sabot_entry *entry = &journal->entries[step->entry];
	if (step->raised || !step->update->applied)
		entry->flags |= SABOT_ENTRY_RAISED;
	else if (sabot_entry_can_be_undone(entry) && step->table->round.open)
		entry->flags |= SABOT_ENTRY_UNDOABLE;
}

/* Nothing is open and nothing withheld: the table is the only one that it may be. */
static bool
is_as_it_lies(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	return !sabot_round_is_torn(round) && !round->any_unread && !round->withheld &&
	       !table->load.in_doubt;
}

void
sabot_table_step(struct sabot_table *table, const struct sabot_event *event,
		 struct sabot_update *update)
{
	unsigned line = event->line != 0 ? event->line : table->last_line + 1;
	struct sabot_step step;

	table->last_line = line;
	begin(&step, table, event, line, update);
	check_clock(&step);
	step.raised = false;
	step.entry = sabot_journal_append(&table->journal, event, line);
	sabot_step_dispatch(&step);
	if (is_as_it_lies(table)) {
		table->agreed = sabot_agreed_nothing;
	} else {
		sabot_step_judge(&step);
		sabot_step_agree(&step);
	}
	sabot_step_seal(&step);
	complete_entry(&step);
}

bool
sabot_table_paid(const struct sabot_table *table, unsigned number,
		 const struct sabot_settlement *stake, int64_t *ret_sum_minor)
{
	const struct sabot_account *account =
		sabot_accounts_find((struct sabot_accounts *)&table->ledger, number, stake);

	if (account == NULL || !account->is_paid)
		return false;
	*ret_sum_minor = account->sum_minor;
	return true;
}

const struct sabot_round *
sabot_table_find_round(const struct sabot_table *table, unsigned number)
{
	if (table->last.number == number)
		return &table->last;
	return !table->round.open && table->round.number == number ? &table->round : NULL;
}

unsigned
sabot_table_waits_for(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;
	unsigned latest = 0;

	if (!round->open || !round->waiting)
		return 0;
	/* A ruling may have found another hand that had not requested that card. */
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id > latest && !kept->explained && kept->line == round->waiting_line &&
		    kept->load == table->load.number &&
		    (kept->code == SABOT_INCIDENT_CARD_MISSING ||
		     kept->code == SABOT_INCIDENT_CARD_NOT_ASKED))
			latest = kept->id;
	}
	return latest;
}

/* A round in play at the end of the log. */
static void
report_open(struct sabot_step *step)
{
	const struct sabot_round *round = &step->table->round;
	struct sabot_output *output = sabot_step_add_output(step, SABOT_OUTPUT_OPEN);

	output->u.open.load = round->bets_closed ? round->load : step->table->load.number;
	output->u.open.round = round->number;
	output->u.open.n_cards = round->n_cards;
	for (uint32_t boxes = round->used; boxes != 0;) {
		int box = sabot_take_lowest(&boxes);
		for (int on = 0; on < SABOT_BETS; on++)
			output->u.open.staked_minor +=
				sabot_round_stake(round, box, (enum sabot_bet)on);
	}
}

void
sabot_table_finish(struct sabot_table *table, struct sabot_update *update)
{
	const struct sabot_event end = {.type = SABOT_EVENT_UNLOAD, .line = table->last_line};
	struct sabot_step step;

	begin(&step, table, &end, end.line, update);
	if (table->round.open && table->round.bets_closed)
		sabot_step_end_of_log(&step);
	if (table->round.open)
		report_open(&step);
	sabot_step_end_run(&step);
	if (!table->load.in_shoe)
		sabot_step_judge_commission_at_end(&step);
	sabot_step_seal(&step);
	if (table->load.in_shoe)
		sabot_step_report_load(&step, NULL);
}

const char *
sabot_verdict_to_string(enum sabot_verdict verdict)
{
	switch (verdict) {
	case SABOT_COMPLETE:
		return "complete";
	case SABOT_INCOMPLETE:
		return "incomplete";
	case SABOT_EXTRA:
		return "extra";
	case SABOT_MISSING:
		return "missing";
	}
	return NULL;
}

const char *
sabot_proof_to_string(enum sabot_proof proof)
{
	switch (proof) {
	case SABOT_PROVEN_SEEN:
		return "seen";
	case SABOT_PROVEN_COUNT:
		return "count";
	case SABOT_PROVEN_CARDS:
		return "cards";
	}
	return NULL;
}
