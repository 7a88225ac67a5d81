/*
 * A load goes into the shoe.
 */
#include "table-private.h"

#include "engine/rules/articles.h"

#include <string.h>

static void
begin_load(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_load *load = &table->load;
	const struct sabot_event *event = step->event;
	unsigned number = load->number + 1;

	memset(load->order, 0, (size_t)load->n_order * sizeof(load->order[0]));
	memset(load, 0, offsetof(struct sabot_load, order));
	load->in_shoe = true;
	load->number = number;
	load->line = step->line;
	load->behind_cards = event->u.load.behind_cards;
	load->burn_due_cards = table->rules.burn_cards;
	load->burn_first_index = -1;
	load->burn_done = table->rules.burn_cards == 0;
	load->rounds_left = -1;
	load->order_reported = !table->rules.check_unshuffled_order;
	load->repeat_reported = !table->rules.check_repeated_order;
	load->backs_named = event->u.load.n_backs > 0;
	sabot_composition_init(&load->composition, event->u.load.decks,
			       load->backs_named ? event->u.load.n_backs : table->rules.backs);
	for (int i = 0; i < event->u.load.n_backs; i++)
		sabot_composition_back(&load->composition, event->u.load.backs[i]);
	table->n_next_cards = 0;
	table->aside.n_differing = 0;
	table->closed.card_since = false;
	if (table->round.open && !table->round.bets_closed)
		table->round.load = number;
}

/* A number of decks that the house does not deal from. */
static void
check_decks(struct sabot_step *step)
{
	const struct sabot_rules *rules = &step->table->rules;
	int decks = step->event->u.load.decks;
	uint32_t allowed =
		rules->decks_allowed != 0 ? rules->decks_allowed : UINT32_C(1) << rules->decks;
	struct sabot_incident *incident;

	if ((allowed >> decks & 1) != 0)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_WRONG_DECKS,
				    sabot_rules_article(rules, SABOT_RULE_LOAD));
	sabot_incident_add_number(incident, "decks", decks);
	sabot_incident_add_decks(incident, "allowed", allowed);
}

static void
check_declared(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int behind_cards = table->load.behind_cards;
	struct sabot_incident *incident;

	if (behind_cards < 0 || behind_cards >= table->rules.cut_min_cards)
		return;
	table->load.cut_reported = true;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CUT_CARD_MISPLACED,
				    sabot_rules_article(&table->rules, SABOT_RULE_CUT_CARD));
	sabot_incident_add_number(incident, "behind", behind_cards);
	sabot_incident_add_number(incident, "min", table->rules.cut_min_cards);
}

/* The old load's report is made before the new one replaces it, but is published after. */
static void
move_output_last(struct sabot_update *update, unsigned place)
{
	struct sabot_output moved = update->outputs[place];

	for (unsigned i = place; i + 1 < update->n_outputs; i++)
		update->outputs[i] = update->outputs[i + 1];
	update->outputs[update->n_outputs - 1] = moved;
}

void
sabot_step_load(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	sabot_step_end_play(step);
	sabot_step_end_run(step);
	sabot_step_close_payments(step);
	sabot_step_seal(step);
	unsigned report = step->update->n_outputs;
	bool had_load = table->load.in_shoe;
	unsigned offline_line = table->load.offline_cards != 0 ? table->load.offline_line : 0;
	if (had_load)
		sabot_step_report_load(step, NULL);
	begin_load(step);
	check_decks(step);
	check_declared(step);
	sabot_step_seal(step);
	if (had_load)
		move_output_last(step->update, report);
	sabot_course_begin(table, step->line);
	if (offline_line != 0)
		sabot_step_stay_offline(step, offline_line);
}
