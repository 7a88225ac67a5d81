/* Which events the second table receives, and which of its reports are compared. */
#include "simulate-private.h"

#include <string.h>

enum {
	DOUBT_PERCENT = 30, /* of rounds */
	CARDS_BEFORE_MAX = 9,
	ROUNDS_LATER = 2,
};

/* What follows from not seeing, or from rulings on what only one of the tables said. */
static bool
is_of_doubt(enum sabot_incident_code code)
{
	return code == SABOT_INCIDENT_RULING_WITHOUT_EFFECT || code == SABOT_INCIDENT_UNREAD_CARD ||
	       code == SABOT_INCIDENT_FRAMES_LOST || code == SABOT_INCIDENT_DEVICE_OFFLINE;
}

static void
count(const struct sabot_update *update, int64_t standing[SABOT_INCIDENT_CODES])
{
	for (unsigned i = 0; i < update->n_outputs; i++) {
		const struct sabot_output *output = &update->outputs[i];
		if (output->kind == SABOT_OUTPUT_INCIDENT)
			standing[output->u.incident.code]++;
		else if (output->kind == SABOT_OUTPUT_EXPLAINED)
			standing[output->u.explained.code]--;
	}
}

static void
remember(struct simulate *sim)
{
	struct simulate_doubt *doubt = &sim->doubt;

	for (unsigned i = 0; i < doubt->update.n_outputs; i++) {
		const struct sabot_output *output = &doubt->update.outputs[i];
		if (output->kind != SABOT_OUTPUT_INCIDENT)
			continue;
		doubt->last_of[output->u.incident.code] = output->u.incident.id;
		doubt->round_of[output->u.incident.code] = sim->report->rounds;
	}
}

static void
deliver(struct simulate *sim, const struct sabot_event *event)
{
	struct simulate_doubt *doubt = &sim->doubt;

	sabot_table_step(&doubt->table, event, &doubt->update);
	if (doubt->update.fault != NULL)
		sim->report->fault = doubt->update.fault;
	count(&doubt->update, doubt->said);
	remember(sim);
}

static void
say_device(struct simulate *sim, enum sabot_device_state state, int n_lost)
{
	struct sabot_event event = {
		.type = SABOT_EVENT_DEVICE, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};

	event.u.device.state = state;
	event.u.device.is_counted = n_lost > 0;
	event.u.device.lost_cards = n_lost;
	deliver(sim, &event);
}

/* The next frame shows that one is missing. */
static void
say_lost(struct simulate *sim)
{
	say_device(sim, SABOT_DEVICE_LOST, 1);
	sim->doubt.is_untold = false;
	sim->doubt.incident = sim->doubt.last_of[SABOT_INCIDENT_FRAMES_LOST];
}

/* Nobody reads it any more. */
static void
leave_open(struct simulate_doubt *doubt)
{
	if (doubt->kind == SIMULATE_DOUBT_UNREAD)
		doubt->n_never_read++;
	else
		doubt->is_for_good = true;
	doubt->kind = SIMULATE_DOUBT_NONE;
}

/* The card is read, or put back in. */
static void
end_doubt(struct simulate *sim)
{
	struct simulate_doubt *doubt = &sim->doubt;
	struct sabot_event ruling = {.type = SABOT_EVENT_RULING,
				     .hand = SABOT_HAND_IN_TURN,
				     .at_us = SABOT_TIME_NONE,
				     .card = doubt->card,
				     .has_card = true};

	if (doubt->is_untold)
		say_lost(sim);
	ruling.u.ruling.incident = doubt->incident;
	ruling.u.ruling.remedy = SABOT_REMEDY_READ_AS;
	if (doubt->kind != SIMULATE_DOUBT_UNREAD) {
		ruling.u.ruling.remedy = SABOT_REMEDY_INSERT_CARD;
		ruling.of = doubt->after_line;
	}
	int64_t refused = doubt->said[SABOT_INCIDENT_EVENT_OUT_OF_ORDER];
	int64_t too_late = doubt->said[SABOT_INCIDENT_RULING_WITHOUT_EFFECT];
	deliver(sim, &ruling);
	if (!doubt->update.applied ||
	    doubt->said[SABOT_INCIDENT_RULING_WITHOUT_EFFECT] > too_late) {
		doubt->said[SABOT_INCIDENT_EVENT_OUT_OF_ORDER] = refused;
		doubt->said[SABOT_INCIDENT_RULING_WITHOUT_EFFECT] = too_late;
		leave_open(doubt);
		return;
	}
	sim->report->doubts_ended++;
	doubt->kind = SIMULATE_DOUBT_NONE;
}

static void
begin_doubt(struct simulate *sim)
{
	struct simulate_doubt *doubt = &sim->doubt;

	if (doubt->kind != SIMULATE_DOUBT_NONE && doubt->is_hidden)
		return;
	doubt->kind = SIMULATE_DOUBT_NONE;
	if (!shoe_random_chance(&doubt->random, DOUBT_PERCENT))
		return;
	doubt->kind = (enum simulate_doubt_kind)(
		1 + shoe_random_below(&doubt->random, SIMULATE_DOUBT_KINDS - 1));
	doubt->end =
		(enum simulate_doubt_end)shoe_random_below(&doubt->random, SIMULATE_DOUBT_ENDS);
	if (doubt->kind != SIMULATE_DOUBT_UNREAD && doubt->end == SIMULATE_ENDS_LATER)
		doubt->end = SIMULATE_ENDS_BEFORE_BETS;
	doubt->cards_before = (int)shoe_random_below(&doubt->random, CARDS_BEFORE_MAX);
	doubt->is_hidden = doubt->is_untold = false;
	doubt->begun_in_round = sim->report->rounds;
}

/* The card that is not seen comes now. */
static void
hide(struct simulate *sim, const struct sabot_event *event)
{
	struct simulate_doubt *doubt = &sim->doubt;
	struct sabot_event unread = *event;

	doubt->is_hidden = true;
	doubt->card = event->card;
	doubt->after_line = doubt->table.last_line;
	sim->report->doubts[doubt->kind]++;
	/* Who puts a lost card back in says nothing of its back. */
	if (doubt->is_foreign && doubt->kind != SIMULATE_DOUBT_UNREAD)
		doubt->true_ones[SABOT_INCIDENT_FOREIGN_BACK]--;
	switch (doubt->kind) {
	case SIMULATE_DOUBT_UNREAD:
		unread.card = (struct sabot_card){0};
		deliver(sim, &unread);
		doubt->incident = doubt->last_of[SABOT_INCIDENT_UNREAD_CARD];
		break;
	case SIMULATE_DOUBT_LOST:
		doubt->is_untold = true;
		break;
	case SIMULATE_DOUBT_OFFLINE:
		say_device(sim, SABOT_DEVICE_OFFLINE, 0);
		doubt->incident = doubt->last_of[SABOT_INCIDENT_DEVICE_OFFLINE];
		say_device(sim, SABOT_DEVICE_ONLINE, 1);
		break;
	case SIMULATE_DOUBT_NONE:
	case SIMULATE_DOUBT_KINDS:
		break;
	}
	if (doubt->end == SIMULATE_ENDS_NEVER && doubt->kind != SIMULATE_DOUBT_LOST)
		leave_open(doubt);
}

static bool
hides(struct simulate *sim, const struct sabot_event *event)
{
	struct simulate_doubt *doubt = &sim->doubt;
	const struct sabot_round *round = &doubt->table.round;

	return doubt->kind != SIMULATE_DOUBT_NONE && !doubt->is_hidden && round->open &&
	       round->bets_closed && sabot_card_is_known(event->card) && !event->u.card.face_up &&
	       doubt->cards_before-- == 0;
}

static void
give_card(struct simulate *sim, const struct sabot_event *event)
{
	struct simulate_doubt *doubt = &sim->doubt;

	if (doubt->is_untold && doubt->kind == SIMULATE_DOUBT_LOST) {
		say_lost(sim);
		if (doubt->end == SIMULATE_ENDS_NEVER)
			leave_open(doubt);
	}
	if (hides(sim, event))
		hide(sim, event);
	else
		deliver(sim, event);
}

/* A ruling names the incident of that kind, if it was said here, too. */
static void
give_ruling(struct simulate *sim, const struct sabot_event *event)
{
	struct simulate_doubt *doubt = &sim->doubt;
	struct sabot_event ruling = *event;
	const struct sabot_kept_incident *kept =
		sabot_table_find_kept(&sim->table, event->u.ruling.incident);

	if (kept == NULL || doubt->last_of[kept->code] == 0 ||
	    doubt->round_of[kept->code] + 1 < sim->report->rounds)
		return;
	ruling.u.ruling.incident = doubt->last_of[kept->code];
	deliver(sim, &ruling);
}

static void
end_before(struct simulate *sim, enum sabot_event_type type)
{
	struct simulate_doubt *doubt = &sim->doubt;
	bool bets = type == SABOT_EVENT_BET || type == SABOT_EVENT_UNLOAD;

	if (doubt->kind == SIMULATE_DOUBT_NONE || !doubt->is_hidden)
		return;
	if ((type == SABOT_EVENT_RESULT && doubt->end == SIMULATE_ENDS_BEFORE_RESULT) ||
	    (bets && sim->report->rounds > doubt->begun_in_round &&
	     doubt->end <= SIMULATE_ENDS_BEFORE_BETS) ||
	    (bets && doubt->end == SIMULATE_ENDS_LATER &&
	     sim->report->rounds > doubt->begun_in_round + ROUNDS_LATER))
		end_doubt(sim);
	else if (type == SABOT_EVENT_UNLOAD)
		leave_open(doubt);
}

/* A copy too many that was not read is found by the number of cards. */
static int64_t
count_true(const struct simulate_doubt *doubt, enum sabot_incident_code code)
{
	return doubt->true_ones[code] + (code == SABOT_INCIDENT_COUNT_MISMATCH
						 ? doubt->true_ones[SABOT_INCIDENT_IMPOSSIBLE_CARD]
						 : 0);
}

/*
 * Nothing may be said that the table which sees everything does not say. An open card is one of
 * those that the load can still hold (docs/event-log.md): where it was a copy too many, what
 * follows from the load is said though it was not so. That is counted by itself.
 */
static void
compare_said(struct simulate *sim)
{
	struct simulate_doubt *doubt = &sim->doubt;

	if (doubt->is_untold)
		return;
	for (int code = SABOT_INCIDENT_NONE + 1; code < SABOT_INCIDENT_CODES; code++) {
		int64_t n_more =
			doubt->said[code] - count_true(doubt, (enum sabot_incident_code)code);

		if (is_of_doubt((enum sabot_incident_code)code) || n_more <= doubt->noted[code])
			continue;
		if (doubt->true_ones[SABOT_INCIDENT_IMPOSSIBLE_CARD] > 0) {
			sim->report->said_of_load++;
		} else if (sim->report->said_uncertain++ == 0) {
			sim->report->first_uncertain = (enum sabot_incident_code)code;
			sim->report->first_uncertain_round = sim->report->rounds;
		}
		/* Once; it may be explained yet. */
		doubt->noted[code] = n_more;
	}
}

/*
 * A card too many in the load and one that was lost for good: as many cards are found as there must
 * be, and the run-out says that nothing was lost (docs/event-log.md).
 */
static bool
seems_complete(const struct simulate *sim)
{
	return sim->fault == SIMULATE_EXTRA_CARD && sim->doubt.is_for_good;
}

/* At the end of a load of which all is known again, everything must have been said. */
static void
compare_load(struct simulate *sim)
{
	struct simulate_doubt *doubt = &sim->doubt;
	bool known = !doubt->is_for_good && !doubt->is_untold &&
		     (doubt->n_never_read == 0 ||
		      (doubt->n_never_read == 1 && sim->fault != SIMULATE_EXTRA_CARD &&
		       sim->fault != SIMULATE_MISSING_CARD));

	for (int code = SABOT_INCIDENT_NONE + 1; known && code < SABOT_INCIDENT_CODES; code++) {
		if (is_of_doubt((enum sabot_incident_code)code) ||
		    doubt->said[code] >= doubt->true_ones[code])
			continue;
		if (sim->report->never_said++ == 0) {
			sim->report->first_never_said = (enum sabot_incident_code)code;
			sim->report->first_never_said_round = sim->report->rounds;
		}
	}
	memset(doubt->said, 0, sizeof(doubt->said));
	memset(doubt->noted, 0, sizeof(doubt->noted));
	memset(doubt->true_ones, 0, sizeof(doubt->true_ones));
	doubt->is_for_good = doubt->is_untold = false;
	doubt->n_never_read = 0;
	doubt->kind = SIMULATE_DOUBT_NONE;
}

void
simulate_doubt_begin(struct simulate *sim)
{
	const struct simulate_options *options = sim->options;

	shoe_random_init(&sim->doubt.random, options->seed + 1);
	sabot_table_init(&sim->doubt.table, &options->rules, options->from_load,
			 options->from_round, options->from_incident);
	sim->doubt.update.is_unprompted = true;
}

void
simulate_doubt_step(struct simulate *sim, const struct sabot_event *event)
{
	struct simulate_doubt *doubt = &sim->doubt;
	int64_t n_foreign = doubt->true_ones[SABOT_INCIDENT_FOREIGN_BACK];

	count(&sim->update, doubt->true_ones);
	doubt->is_foreign = doubt->true_ones[SABOT_INCIDENT_FOREIGN_BACK] > n_foreign;
	end_before(sim, event->type);
	if (event->type == SABOT_EVENT_NO_MORE_BETS)
		begin_doubt(sim);
	if (event->type == SABOT_EVENT_CARD)
		give_card(sim, event);
	else if (event->type == SABOT_EVENT_RULING)
		give_ruling(sim, event);
	else
		deliver(sim, event);
	if (event->type == SABOT_EVENT_RESULT && doubt->kind != SIMULATE_DOUBT_NONE &&
	    doubt->is_hidden && doubt->end == SIMULATE_ENDS_AFTER_RESULT)
		end_doubt(sim);
	if (event->type != SABOT_EVENT_UNLOAD || !seems_complete(sim))
		compare_said(sim);
	if (event->type == SABOT_EVENT_UNLOAD)
		compare_load(sim);
}
