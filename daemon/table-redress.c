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
sabot_table_service_note_redress(struct sabot_table_service *table, int64_t seq,
				 const struct sabot_ruled_step *step)
{
	struct sabot_ruled_step whole = *step;

	whole.table = table->config->name;
	whole.incidents = &table->incidents;
	whole.n = table->n;
	whole.last_round = sabot_derive_table(table->derive)->last.number;
	table->follow = sabot_ruled_money_note(&table->ruled, &whole);
	if (!table->follow)
		table->follow = sabot_table_service_end_redress(table, step->event);
	table->follow_seq = seq;
}
