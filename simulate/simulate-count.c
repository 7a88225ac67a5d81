/*
 * The results of a simulated table: rounds, money, and the incidents that a planted mistake
 * explains.
 */
#include "simulate-private.h"

#include "engine/games/settle.h"

void
simulate_plant(struct simulate *sim)
{
	if (sim->is_planted)
		return;
	sim->is_planted = true;
	sim->planted_in_round = sim->report->rounds;
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

	if (code == SABOT_INCIDENT_UNSHUFFLED_ORDER) {
		report->unshuffled++;
		return;
	}
	if (sim->is_planted &&
	    (extra || code == simulate_fault_code((enum simulate_fault)sim->fault))) {
		report->found[sim->fault] += !sim->is_found;
		sim->is_found = true;
		return;
	}
	/* The incident that is ruled on too late. */
	if (sim->fault == SIMULATE_LATE_RULING && code == SABOT_INCIDENT_CARD_IN_EXCESS)
		return;
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

bool
simulate_step(struct simulate *sim, const struct sabot_event *event)
{
	bool closed = false;

	if (sim->options->watch)
		sim->options->watch(sim, event, sim->options->data);
	sabot_table_step(&sim->table, event, &sim->update);
	sim->report->events++;
	if (sim->update.fault != NULL)
		sim->report->fault = sim->update.fault;
	for (unsigned i = 0; i < sim->update.n_outputs; i++) {
		const struct sabot_output *output = &sim->update.outputs[i];
		if (output->kind == SABOT_OUTPUT_INCIDENT) {
			count_incident(sim, output->u.incident.code);
		} else if (output->kind == SABOT_OUTPUT_ROUND &&
			   !sabot_update_round(&sim->update, output)->again) {
			closed = true;
			count_round(sim);
		}
	}
	if (sim->options->doubt)
		simulate_doubt_step(sim, event);
	return closed;
}
