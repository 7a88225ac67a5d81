/*
 * The engine's door: sabot_table_step() hands an event to the part that knows it. The state of a
 * table is struct sabot_table alone.
 */
#include "table.h"

#include "table-private.h"

#include <string.h>

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
}

/* They decide nothing in the game, and a thing said before them can still be taken back. */
static bool
is_note(enum sabot_event_type type)
{
	switch (type) {
	case SABOT_EVENT_HOLDER:
	case SABOT_EVENT_TABLE:
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_CORRECTION:
	case SABOT_EVENT_COMMISSION_PAID:
	case SABOT_EVENT_REVEAL:
		return true;
	case SABOT_EVENT_LOAD:
	case SABOT_EVENT_CARD:
	case SABOT_EVENT_CUT_CARD:
	case SABOT_EVENT_BET:
	case SABOT_EVENT_NO_MORE_BETS:
	case SABOT_EVENT_INSURANCE:
	case SABOT_EVENT_EVEN_MONEY:
	case SABOT_EVENT_INSURANCE_CLOSED:
	case SABOT_EVENT_ACTION:
	case SABOT_EVENT_RESULT:
	case SABOT_EVENT_PAID:
	case SABOT_EVENT_RULING:
	case SABOT_EVENT_UNDO:
	case SABOT_EVENT_CALL:
	case SABOT_EVENT_LIMITS:
	case SABOT_EVENT_UNLOAD:
	case SABOT_EVENT_DEVICE:
		return false;
	}
	return false;
}

static void
step_call(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	bool in_play = table->round.open && table->round.bets_closed;
	struct sabot_incident *incident = sabot_step_raise(step, SABOT_INCIDENT_DISPUTE, "BJ-14");

	if (!in_play && table->last.number != 0) {
		incident->round = table->last.number;
		sabot_step_find_kept(table, incident->id)->round = table->last.number;
	}
	if (event->box > 0)
		sabot_incident_add_number(incident, "box", event->box);
	if (event->hand >= 0)
		sabot_incident_add_number(incident, "hand", event->hand);
}

static void
step_limits(struct sabot_step *step)
{
	const struct sabot_event *event = step->event;

	if (event->u.limits.min_minor > event->u.limits.max_minor) {
		sabot_step_out_of_order(step, "the minimum is above the maximum");
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

static void
add_device_words(struct sabot_incident *incident, const struct sabot_event *event)
{
	if (event->u.device.code != NULL)
		sabot_incident_add_text(incident, "code", event->u.device.code);
	if (event->u.device.detail != NULL)
		sabot_incident_add_text(incident, "detail", event->u.device.detail);
}

static void
frames_lost(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	/* An unknown number may be any: nothing that hangs on the count is provable then. */
	int lost = step->event->u.device.lost_cards > 0 ? step->event->u.device.lost_cards
							: SABOT_DEVICE_LOST_MAX;
	struct sabot_incident *incident = sabot_step_raise(step, SABOT_INCIDENT_FRAMES_LOST, "");

	add_device_words(incident, step->event);
	if (step->event->u.device.lost_cards > 0)
		sabot_incident_add_number(incident, "detail", lost);
	if (table->load.lost_cards < SABOT_DEVICE_LOST_MAX)
		table->load.lost_cards += lost;
	if (table->round.open)
		sabot_step_play(step, (struct sabot_round_step){
					      .kind = SABOT_STEP_LOST,
					      .amount_minor = lost,
				      });
}

static void
step_device(struct sabot_step *step)
{
	switch (step->event->u.device.state) {
	case SABOT_DEVICE_OFFLINE:
		add_device_words(sabot_step_raise(step, SABOT_INCIDENT_DEVICE_OFFLINE, ""),
				 step->event);
		break;
	case SABOT_DEVICE_ERROR:
		add_device_words(sabot_step_raise(step, SABOT_INCIDENT_DEVICE_ERROR, ""),
				 step->event);
		break;
	case SABOT_DEVICE_LOST:
		frames_lost(step);
		break;
	case SABOT_DEVICE_ONLINE:
	case SABOT_DEVICE_CLEARED:
	case SABOT_DEVICE_LOCKED:
	case SABOT_DEVICE_UNLOCKED:
		break;
	}
}

static void
dispatch(struct sabot_step *step)
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
		sabot_holder_set(&step->table->holder, &step->table->rules,
				 step->table->load.number, step->event->box);
		break;
	case SABOT_EVENT_COMMISSION_PAID:
		sabot_commission_pay(&step->table->commission, &step->table->rules,
				     step->event->box, step->event->bettor,
				     step->event->amount_minor);
		break;
	case SABOT_EVENT_STAFF:
	case SABOT_EVENT_PREPARED:
	case SABOT_EVENT_CORRECTION:
		break;
	case SABOT_EVENT_UNLOAD:
		sabot_step_unload(step);
		break;
	case SABOT_EVENT_DEVICE:
		step_device(step);
		break;
	}
}

static void
clear(struct sabot_update *update)
{
	update->fault = NULL;
	update->applied = true;
	update->n_outputs = update->n_cards = 0;
}

static void
begin(struct sabot_step *step, struct sabot_table *table, const struct sabot_event *event,
      struct sabot_update *update)
{
	*step = (struct sabot_step){
		.table = table,
		.event = event,
		.update = update,
		.log_index = -1,
		.card_index = -1,
	};
	clear(update);
}

/* A round that waits for a ruling is closed as dealt by anything else that happens. */
static bool
ends_waiting(const struct sabot_event *event)
{
	return event->type != SABOT_EVENT_DEVICE && event->type != SABOT_EVENT_CUT_CARD &&
	       event->type != SABOT_EVENT_RULING;
}

/* What came is no note and left no entry: the last entry can no longer be taken back. */
static void
mark_not_undoable(struct sabot_round *round, const struct sabot_event *event)
{
	if (!is_note(event->type) && event->type != SABOT_EVENT_UNDO && round->open &&
	    round->n_log > 0)
		round->log[round->n_log - 1].flags |= SABOT_STEP_BURIED;
}

void
sabot_table_step(struct sabot_table *table, const struct sabot_event *event,
		 struct sabot_update *update)
{
	struct sabot_step step;

	begin(&step, table, event, update);
	if (table->round.open && table->round.waiting && ends_waiting(event))
		sabot_step_end_round(&step);
	unsigned number_before = table->round.number;
	int n_log_before = table->round.n_log;
	dispatch(&step);
	if (table->round.number == number_before && table->round.n_log == n_log_before)
		mark_not_undoable(&table->round, event);
}

const struct sabot_round *
sabot_table_reported_round(const struct sabot_table *table, const struct sabot_output *output)
{
	return output->u.round.dummy ? &table->dummy : &table->last;
}

void
sabot_table_finish(struct sabot_table *table, struct sabot_update *update)
{
	static const struct sabot_event end = {.type = SABOT_EVENT_UNLOAD};
	struct sabot_step step;

	begin(&step, table, &end, update);
	if (table->round.open && table->round.bets_closed &&
	    (table->round.waiting || sabot_round_is_decided(table)))
		sabot_step_end_round(&step);
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
