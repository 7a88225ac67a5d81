/*
 * Cards in a row that nobody wanted: which they are, and what a ruling on one of them uses up.
 */
#include "readings-apply.h"

int
sabot_load_find_line(const struct sabot_load *load, unsigned line)
{
	for (int i = 0; i < load->n_order; i++)
		if (load->order[i].line == line)
			return i;
	return -1;
}

bool
sabot_run_is_unwanted(enum sabot_incident_code code)
{
	return code == SABOT_INCIDENT_CARD_IN_EXCESS || code == SABOT_INCIDENT_DEALING_WENT_ON ||
	       code == SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS;
}

/* Boxed cards lie among those of a run, and cards that a ruling has put in have its line. */
static bool
holds_line(const struct sabot_table *table, const struct sabot_run *run, unsigned line)
{
	const struct sabot_load *load = &table->load;

	for (int i = run->first_index, n = 0; i >= 0 && i < load->n_order && n < run->n_cards;
	     i++) {
		if (load->order[i].line == line)
			return true;
		n += (load->order[i].marks & SABOT_SEEN_BOXED) == 0;
	}
	return false;
}

void
sabot_step_print_aside(struct sabot_step *step, const struct sabot_load *load,
		       const struct sabot_run *run)
{
	struct sabot_output *output = sabot_step_add_output(step, SABOT_OUTPUT_ASIDE);

	output->u.aside.first_line = run->first_line;
	output->u.aside.first_card = step->update->n_cards;
	for (int i = run->first_index, n = 0; i >= 0 && i < load->n_order && n < run->n_cards;
	     i++) {
		if ((load->order[i].marks & SABOT_SEEN_BOXED) != 0)
			continue;
		sabot_step_list_card(step, load->order[i].card);
		output->u.aside.n_cards++;
		n++;
	}
}

void
sabot_step_report_aside(struct sabot_step *step, const struct sabot_run *run)
{
	struct sabot_scratch *scratch = &step->update->scratch;

	if (!step->revising)
		sabot_step_print_aside(step, &step->table->load, run);
	else if (scratch->n_asides < SABOT_ASIDES_MAX)
		scratch->asides[scratch->n_asides++] = *run;
}

void
sabot_step_print_asides(struct sabot_step *step, const struct sabot_table *again, unsigned first_id)
{
	const struct sabot_scratch *scratch = &step->update->scratch;
	const struct sabot_table *table = step->table;

	for (int i = 0; i < scratch->n_asides; i++) {
		bool is_new = false;
		for (int j = 0; j < SABOT_INCIDENTS_KEPT; j++)
			is_new |= table->kept[j].id >= first_id &&
				  table->kept[j].code == SABOT_INCIDENT_DEALING_WENT_ON &&
				  holds_line(again, &scratch->asides[i], table->kept[j].line);
		if (is_new)
			sabot_step_print_aside(step, &again->load, &scratch->asides[i]);
	}
}

struct sabot_run
sabot_run_of(const struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	const struct sabot_aside *aside = &table->aside;
	struct sabot_run run =
		table->round.open && table->round.bets_closed ? table->round.run : aside->run_max;

	if (!holds_line(table, &run, kept->line))
		run = aside->last_run;
	if (!holds_line(table, &run, kept->line)) {
		int index = sabot_load_find_line(&table->load, kept->line);
		run = (struct sabot_run){
			.n_cards = index >= 0,
			.first_index = (int16_t)index,
			.first_line = kept->line,
		};
	}
	return run;
}

bool
sabot_run_is_same(struct sabot_step *step)
{
	struct sabot_readings readings;
	struct sabot_run first = {0};
	bool is_first = true;

	if (!sabot_round_is_doubtful(&step->table->round) && !step->table->load.in_doubt)
		return true;
	if (!sabot_readings_begin(&readings, step, false))
		return false;
	while (sabot_readings_next(&readings)) {
		const struct sabot_run *run = &readings.as_if->round.run;
		if (is_first)
			first = *run;
		if (run->n_cards != first.n_cards || run->first_line != first.first_line)
			return false;
		is_first = false;
	}
	return true;
}

bool
sabot_run_differs(struct sabot_step *step, const struct sabot_kept_incident *kept)
{
	const struct sabot_round *round = &step->table->round;
	const struct sabot_aside *aside = &step->table->aside;

	if (holds_line(step->table, &aside->last_run, kept->line))
		return aside->last_differs;
	if (round->open && round->bets_closed)
		return kept->round == round->number && !sabot_run_is_same(step);
	return holds_line(step->table, &aside->run_max, kept->line) &&
	       aside->run_min.n_cards != aside->run_max.n_cards;
}

int
sabot_run_cards(const struct sabot_table *table, const struct sabot_run *run, int16_t *ret_cards,
		int max)
{
	int n_cards = 0;

	for (int i = run->first_index; i >= 0 && i < table->load.n_order && n_cards < run->n_cards;
	     i++) {
		if ((table->load.order[i].marks & SABOT_SEEN_BOXED) != 0)
			continue;
		if (n_cards < max)
			ret_cards[n_cards] = (int16_t)i;
		n_cards++;
	}
	return n_cards < max ? n_cards : max;
}

void
sabot_run_mark_used(struct sabot_table *table, const struct sabot_run *run)
{
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		struct sabot_kept_incident *kept = &table->kept[i];
		if (kept->id != 0 && kept->load == table->load.number &&
		    sabot_run_is_unwanted(kept->code) && holds_line(table, run, kept->line))
			kept->card_used = true;
	}
}

void
sabot_step_merge_run(struct sabot_table *table, const struct sabot_run *run, bool is_first)
{
	struct sabot_aside *aside = &table->aside;

	if (is_first || run->n_cards < aside->run_min.n_cards)
		aside->run_min = *run;
	if (is_first || run->n_cards > aside->run_max.n_cards)
		aside->run_max = *run;
}

void
sabot_step_end_run(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_aside *aside = &table->aside;
	struct sabot_run run = aside->run_max;
	bool differs = aside->run_min.n_cards != run.n_cards;

	if (table->round.open && table->round.bets_closed) {
		run = table->round.run;
		differs = run.n_cards > 0 && !sabot_run_is_same(step);
	}
	if (aside->went_on && run.n_cards > 1)
		sabot_step_report_aside(step, &run);
	if (run.n_cards > 0) {
		aside->last_run = run;
		aside->last_differs = differs;
	}
	aside->went_on = false;
	aside->run_min = aside->run_max = (struct sabot_run){0};
}
