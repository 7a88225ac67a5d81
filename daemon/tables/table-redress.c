/*
 * What an event of a table's log leaves to the house log: orders of what a ruling left to be paid,
 * and that one of them was done.
 */
#include "table-redress.h"

#include <string.h>

void
sabot_table_service_end_redress(struct sabot_table_service *table, int64_t seq,
				const struct sabot_event *event,
				const struct sabot_wire_event_rest *rest)
{
	if (table->follow || event->type != SABOT_EVENT_CORRECTION || rest->redress == 0)
		return;
	table->follow =
		json_pack("[{s:s, s:s, s:s, s:I, s:I, s:s*}]", "ev", "redress", "do", "done",
			  "table", table->config->name, "redress", (json_int_t)rest->redress, "n",
			  (json_int_t)table->n, "by", event->by);
	table->follow_seq = seq;
}

int64_t
sabot_table_service_find_round(const struct sabot_table_service *table, unsigned paid_round,
			       const struct sabot_wire_incident *incident)
{
	if (strcmp(incident->code, "payout_wrong") == 0 && paid_round)
		return paid_round;
	if (strcmp(incident->code, "payout_missing") == 0)
		return sabot_derive_table(table->derive)->last.number;
	return incident->round;
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
	struct sabot_wire_money_event *event =
		sabot_record_parse_lenient(&sabot_wire_money_event_type, ruling);
	struct sabot_ruled_step step = fill(table, &(struct sabot_ruled_step){.event = event});
	json_t *order = sabot_ruled_money_suppose(&table->ruled, &step);

	sabot_record_unref(event);
	return order;
}

void
sabot_table_service_apply_redress(struct sabot_table_service *table, int64_t seq,
				  const struct sabot_ruled_step *step)
{
	struct sabot_ruled_step whole = fill(table, step);

	table->follow = sabot_ruled_money_apply(&table->ruled, &whole);
	table->follow_seq = seq;
}
