/*
 * What an event of a table's log leaves to the house log: orders of what a ruling left to be paid,
 * and that one of them was done.
 */
#include "table-service.h"

#include <string.h>

json_t *
sabot_table_service_end_redress(const struct sabot_table_service *table, const json_t *event)
{
	json_t *number = json_object_get(event, "redress");

	if (!number || strcmp(json_string_value(json_object_get(event, "ev")), "correction") != 0)
		return NULL;
	return json_pack("[{s:s, s:s, s:s, s:O, s:I, s:O*}]", "ev", "redress", "do", "done",
			 "table", table->config->name, "redress", number, "n", (json_int_t)table->n,
			 "by", json_object_get(event, "by"));
}

void
sabot_table_service_name_round(const struct sabot_table_service *table, unsigned paid_round,
			       json_t *line)
{
	const char *code = json_string_value(json_object_get(line, "code"));
	unsigned last = sabot_derive_table(table->derive)->last.number;

	if (strcmp(code, "payout_wrong") == 0 && paid_round)
		json_object_set_new(line, "round", json_integer(paid_round));
	else if (strcmp(code, "payout_missing") == 0)
		json_object_set_new(line, "round", json_integer(last));
}

static struct sabot_ruled_step
fill(const struct sabot_table_service *table, const struct sabot_ruled_step *step)
{
	struct sabot_ruled_step whole = *step;

	whole.table = table->config->name;
	whole.incidents = &table->incidents;
	whole.n = table->n;
	whole.last_round = sabot_derive_table(table->derive)->last.number;
	return whole;
}

json_t *
sabot_table_service_suppose_redress(const struct sabot_table_service *table, const json_t *ruling)
{
	struct sabot_ruled_step step = fill(table, &(struct sabot_ruled_step){.event = ruling});

	return sabot_ruled_money_suppose(&table->ruled, &step);
}

void
sabot_table_service_apply_redress(struct sabot_table_service *table, int64_t seq,
				  const struct sabot_ruled_step *step)
{
	struct sabot_ruled_step whole = fill(table, step);

	table->follow = sabot_ruled_money_apply(&table->ruled, &whole);
	if (!table->follow)
		table->follow = sabot_table_service_end_redress(table, step->event);
	table->follow_seq = seq;
}
