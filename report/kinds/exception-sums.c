/* Incidents by kind, table, shoe, dealer and hour: see exception-sums.h. */
#include "exception-sums.h"

static struct sabot_exception_sum *
sum_of(GHashTable *sums, const char *name)
{
	struct sabot_exception_sum *sum = g_hash_table_lookup(sums, name);

	if (sum == NULL) {
		sum = g_new0(struct sabot_exception_sum, 1);
		g_hash_table_insert(sums, g_strdup(name), sum);
	}
	return sum;
}

/* What the house calls the shoe; "" where nobody said which one it was. */
static const char *
shoe_of(const struct sabot_facts_walk *walk, int64_t at_us)
{
	const struct sabot_facts_shoe *shoe =
		sabot_facts_shoe_at(walk->facts, walk->its_table->name, at_us);

	if (shoe == NULL)
		return "";
	return shoe->serial != NULL ? shoe->serial : shoe->device != NULL ? shoe->device : "";
}

static void
add_incident(struct sabot_exception_sums *sums, const struct sabot_facts_walk *walk,
	     const struct sabot_sheet_incident *incident)
{
	struct sabot_exception_kind *kind = &sums->kinds[incident->code];
	enum sabot_cause cause = sabot_cause_of(walk->its_sheet, incident);
	int hour = sabot_figure_hour_of_day(walk->facts, incident->at_us);

	kind->causes[cause]++;
	kind->ruled += incident->is_ruled;
	kind->explained += incident->is_explained;
	kind->false_alarms += incident->is_ruled && incident->remedy == SABOT_REMEDY_FALSE_ALARM;
	kind->judged += incident->is_ruled || incident->is_explained;
	kind->right += incident->is_ruled && !incident->is_explained &&
		       incident->remedy != SABOT_REMEDY_FALSE_ALARM;
	kind->amount_minor += incident->is_explained ? 0 : incident->amount_minor;
	sums->tables[walk->table].causes[cause]++;
	sum_of(sums->shoes, shoe_of(walk, incident->at_us))->causes[cause]++;
	if (hour >= 0)
		sums->hours[hour].causes[cause]++;
	if (walk->facts->names_people && sabot_sheet_incident_is_error(incident))
		sum_of(sums->dealers, sabot_sheet_word(walk->its_sheet, incident->dealer))
			->causes[cause]++;
}

static void
add_round(struct sabot_exception_sums *sums, const struct sabot_facts_walk *walk,
	  const struct sabot_sheet_round *round)
{
	int hour = sabot_figure_hour_of_day(walk->facts, round->end_us);

	sums->tables[walk->table].rounds++;
	sum_of(sums->shoes, shoe_of(walk, round->end_us))->rounds++;
	if (hour >= 0)
		sums->hours[hour].rounds++;
	if (walk->facts->names_people)
		sum_of(sums->dealers, sabot_sheet_word(walk->its_sheet, round->dealer))->rounds++;
}

struct sabot_exception_sums *
sabot_exception_sums_new(const struct sabot_facts *facts)
{
	struct sabot_exception_sums *sums = g_new0(struct sabot_exception_sums, 1);
	struct sabot_facts_walk rounds = {.facts = facts}, incidents = {.facts = facts};
	const struct sabot_sheet_incident *incident;
	const struct sabot_sheet_round *round;

	sums->tables = g_new0(struct sabot_exception_sum, facts->tables->len + 1);
	sums->shoes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	sums->dealers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	while ((round = sabot_facts_next_round(&rounds)) != NULL)
		add_round(sums, &rounds, round);
	while ((incident = sabot_facts_next_incident(&incidents)) != NULL)
		add_incident(sums, &incidents, incident);
	return sums;
}

void
sabot_exception_sums_free(struct sabot_exception_sums *sums)
{
	if (sums == NULL)
		return;
	g_free(sums->tables);
	g_hash_table_unref(sums->shoes);
	g_hash_table_unref(sums->dealers);
	g_free(sums);
}
