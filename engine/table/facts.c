/* Facts: incidents that one reading raises, before it is known whether all do. */
#include "table-private.h"

/* A ruling ended a row of unwanted cards. */
static bool
is_end_of_run(const struct sabot_round_step *what)
{
	return what->kind == SABOT_STEP_RUN_ENDED || what->kind == SABOT_STEP_BANCA_THIRD;
}

/* The number of the run to which a card of that line would belong, from 0. */
int
sabot_round_run_at(const struct sabot_round *round, unsigned line)
{
	int run = 0;

	for (int i = 0; i < round->n_log && run < SABOT_ROUND_RUNS_MAX - 1; i++)
		run += is_end_of_run(&round->log[i]) && round->log[i].line < line;
	return run;
}

static bool
is_same_run(const struct sabot_round *round, unsigned line, unsigned other_line)
{
	return sabot_round_run_at(round, line) == sabot_round_run_at(round, other_line);
}

static bool
is_printed(struct sabot_step *step, const struct sabot_incident *fact)
{
	uint32_t identity = sabot_incident_identity(fact);

	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &step->table->kept[i];
		if (kept->id == 0 || kept->explained || kept->code != fact->code ||
		    kept->load != fact->load)
			continue;
		if (kept->line == fact->line && kept->identity == identity)
			return true;
		if (kept->general && kept->round == fact->round &&
		    is_same_run(&step->table->round, kept->line, fact->line))
			return true;
	}
	return false;
}

static bool
is_collected(struct sabot_step *step, const struct sabot_incident *fact)
{
	for (int i = 0; i < step->facts->n_facts; i++) {
		const struct sabot_incident *other = &step->facts->facts[i];
		if (sabot_incident_is_same(other, fact))
			return true;
		if (other->code == SABOT_INCIDENT_CARD_IN_EXCESS && other->code == fact->code &&
		    other->round == fact->round && sabot_incident_field(other, "card") == NULL &&
		    is_same_run(&step->table->round, other->line, fact->line))
			return true;
	}
	return false;
}

void
sabot_step_report_fact(struct sabot_step *step, const struct sabot_incident *fact)
{
	if (fact->code == SABOT_INCIDENT_DEALING_WENT_ON)
		step->table->aside.went_on = true;
	if (step->sink == SABOT_SINK_PRINT) {
		if (is_printed(step, fact))
			return;
		sabot_step_print_fact(step, fact);
	} else if (step->sink == SABOT_SINK_COLLECT && !is_collected(step, fact) &&
		   step->facts->n_facts < SABOT_FACTS_MAX) {
		step->facts->facts[step->facts->n_facts++] = *fact;
	}
}

void
sabot_step_sort_facts(struct sabot_step_facts *facts)
{
	for (int i = 1; i < facts->n_facts; i++) {
		struct sabot_incident fact = facts->facts[i];
		int place = i;
		for (; place > 0 && facts->facts[place - 1].line > fact.line; place--)
			facts->facts[place] = facts->facts[place - 1];
		facts->facts[place] = fact;
	}
}
