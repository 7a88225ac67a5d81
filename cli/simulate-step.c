/*
 * The steps of the simulated table, and what comes of each: counted as found, as chance or as a
 * false alarm.
 */
#include "cli/simulate-step.h"

#include "engine/settle.h"

void
simulate_plant(struct simulate *sim)
{
	if (sim->is_planted)
		return;
	sim->is_planted = true;
	sim->report->planted[sim->fault]++;
}

/* Incidents that come along with a wrong number of cards in the load. */
static bool
is_echo(const struct simulate *sim, enum sabot_incident_code code)
{
	if (sim->fault != SIMULATE_EXTRA_CARD && sim->fault != SIMULATE_MISSING_CARD)
		return false;
	return code == SABOT_INCIDENT_IMPOSSIBLE_CARD ||
	       code == SABOT_INCIDENT_CUT_CARD_MISPLACED || code == SABOT_INCIDENT_CUT_CARD_MISSED;
}

static void
count_incident(struct simulate *sim, enum sabot_incident_code code)
{
	struct simulate_report *report = sim->report;
	bool extra = sim->fault == SIMULATE_EXTRA_CARD && code == SABOT_INCIDENT_IMPOSSIBLE_CARD;

	if (code == SABOT_INCIDENT_UNSHUFFLED_ORDER &&
	    (sim->fault != SIMULATE_UNSHUFFLED || sim->is_found)) {
		report->unshuffled++;
		return;
	}
	if (sim->is_planted &&
	    (extra || code == simulate_fault_code((enum simulate_fault)sim->fault))) {
		report->found[sim->fault] += !sim->is_found;
		sim->is_found = true;
		return;
	}
	if (sim->is_planted && is_echo(sim, code))
		return;
	if (report->false_alarms++ == 0) {
		report->first_false_alarm = code;
		report->first_false_alarm_round = report->rounds;
	}
}

static void
count_hands(struct simulate *sim)
{
	const struct sabot_round *round = &sim->table.last;

	for (int box = 1; box <= SABOT_BOXES_MAX; box++)
		for (int hand = 0; round->boxes[box].in_play && hand < round->boxes[box].n_hands;
		     hand++)
			sim->report->results[sabot_settle_hand_result(&sim->table.rules, round, box,
								      hand)]++;
}

static void
count_round(struct simulate *sim)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	sim->report->rounds++;
	if (sim->table.rules.game == SABOT_PUNTO_BANCO)
		sim->report->winners[sim->table.last.winner]++;
	else
		count_hands(sim);
	while (sabot_settle_next(&sim->table.rules, &sim->table.last, &walk, &stake)) {
		sim->report->staked_minor += stake.stake_minor;
		sim->report->due_minor += stake.due_minor;
	}
}

/* What an audit's index of earlier loads would say to the event. */
static void
look_up_order(struct simulate *sim, struct sabot_event *event)
{
	if (sim->order == NULL)
		return;
	if (event->type == SABOT_EVENT_LOAD)
		sabot_order_index_begin_load(sim->order, sim->table.load.number + 1);
	else if (event->type == SABOT_EVENT_CARD)
		event->u.card.repeats_load = sabot_order_index_add(sim->order, event->card);
	else if (event->type == SABOT_EVENT_UNLOAD)
		for (size_t i = 0; i < event->u.unload.n_cards; i++)
			event->u.unload.repeats_load |=
				sabot_order_index_add(sim->order, event->u.unload.cards[i]);
}

bool
simulate_step(struct simulate *sim, const struct sabot_event *event)
{
	struct sabot_event known = *event;
	bool closed = false;

	look_up_order(sim, &known);
	sabot_table_step(&sim->table, &known, &sim->update);
	sim->report->events++;
	if (sim->update.fault != NULL)
		sim->report->fault = sim->update.fault;
	for (unsigned i = 0; i < sim->update.n_outputs; i++) {
		const struct sabot_output *output = &sim->update.outputs[i];
		if (output->kind == SABOT_OUTPUT_INCIDENT) {
			count_incident(sim, output->u.incident.code);
		} else if (output->kind == SABOT_OUTPUT_ROUND && !output->u.round.again) {
			closed = true;
			count_round(sim);
		}
	}
	return closed;
}

struct sabot_event
simulate_event(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

bool
simulate_say(struct simulate *sim, enum sabot_event_type type)
{
	struct sabot_event event = simulate_event(type);

	return simulate_step(sim, &event);
}

/* An unread card is named by the pit at once, from its incident. */
static void
read_as(struct simulate *sim, struct sabot_card card)
{
	struct sabot_event ruling = simulate_event(SABOT_EVENT_RULING);

	ruling.u.ruling.incident = sim->table.n_incidents;
	ruling.u.ruling.remedy = SABOT_REMEDY_READ_AS;
	ruling.card = card;
	ruling.has_card = true;
	simulate_step(sim, &ruling);
}

void
simulate_draw(struct simulate *sim)
{
	struct sabot_event event = simulate_event(SABOT_EVENT_CARD);
	struct sabot_card card;

	if (shoe_pack_cut_is_next(&sim->pack)) {
		shoe_pack_draw_cut(&sim->pack);
		if (sim->fault == SIMULATE_CUT_MISSED)
			simulate_plant(sim);
		else
			simulate_say(sim, SABOT_EVENT_CUT_CARD);
	}
	if (!shoe_pack_draw(&sim->pack, &card)) {
		sim->load_is_over = true;
		return;
	}
	sim->report->cards++;
	event.card = card;
	event.has_card = true;
	bool unread = sim->fault == SIMULATE_UNREAD && !sim->is_planted;
	if (sim->fault == SIMULATE_BOXED && !sim->is_planted) {
		simulate_plant(sim);
		event.u.card.face_up = true;
	}
	if (unread) {
		simulate_plant(sim);
		event.card = (struct sabot_card){0};
	}
	simulate_step(sim, &event);
	if (unread)
		read_as(sim, card);
}
