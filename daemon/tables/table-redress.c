/*
 * The house events that follow from an event of a table's log: orders for what a ruling left to be
 * paid, and that one of them was done.
 */
#include "table-redress.h"

#include "proto/messages/derived-lines.h"

#include <string.h>

void
sabot_table_service_end_redress(struct sabot_table_service *table, int64_t seq,
				const struct sabot_event *event,
				const struct sabot_wire_event_rest *rest)
{
	if (event->type != SABOT_EVENT_CORRECTION || rest->redress == 0)
		return;
	if (!table->follow)
		table->follow = json_array();
	json_array_insert_new(table->follow, 0,
			      json_pack("{s:s, s:s, s:s, s:I, s:I, s:s*}", "ev", "redress", "do",
					"done", "table", table->config->name, "redress",
					(json_int_t)rest->redress, "n", (json_int_t)table->n, "by",
					event->by));
	table->follow_seq = seq;
}

static struct sabot_ruled_step
fill(const struct sabot_table_service *table, const struct sabot_ruled_step *step)
{
	struct sabot_ruled_step whole = *step;

	whole.table = table->config->name;
	whole.incidents = &table->incidents;
	whole.n = table->n;
	whole.last_round = sabot_derive_table(table->derive)->last.number;
	whole.ledger = &sabot_derive_table(table->derive)->ledger;
	whole.are_payments_reported = sabot_derive_table(table->derive)->payments_reported;
	return whole;
}

json_t *
sabot_table_service_suppose_redress(const struct sabot_table_service *table,
				    const struct sabot_event *ruling)
{
	static const struct sabot_wire_event_rest nothing;
	struct sabot_ruled_step step =
		fill(table, &(struct sabot_ruled_step){.event = ruling, .rest = &nothing});

	return sabot_ruled_money_suppose(&table->ruled, &step);
}

/* The round that a payment is for now. */
static unsigned
payable_round(const struct sabot_table *state)
{
	return state->round.open && state->round.bets_closed ? state->round.number
							     : state->last.number;
}

void
sabot_table_service_mark_redress(const struct sabot_table_service *table,
				 struct sabot_wire_view *view)
{
	sabot_ruled_money_mark(&table->ruled, payable_round(sabot_derive_table(table->derive)),
			       view);
}

static unsigned
find_paid_round(const struct sabot_table_service *table, const struct sabot_event *event)
{
	if (event->type != SABOT_EVENT_PAID)
		return 0;
	return event->round != 0 ? event->round : payable_round(sabot_derive_table(table->derive));
}

static bool
has_redress(const struct sabot_update *update)
{
	for (unsigned i = 0; i < update->n_outputs; i++)
		if (update->outputs[i].kind == SABOT_OUTPUT_REDRESS)
			return true;
	return false;
}

unsigned
sabot_table_service_apply_redress(struct sabot_table_service *table, int64_t seq,
				  const struct sabot_event *event,
				  const struct sabot_wire_event_rest *rest)
{
	const struct sabot_update *update = sabot_derive_last_update(table->derive);
	bool is_money = event->type == SABOT_EVENT_PAID || event->type == SABOT_EVENT_CORRECTION ||
			event->type == SABOT_EVENT_RULING || has_redress(update);
	struct sabot_ruled_step step = fill(
		table, &(struct sabot_ruled_step){.event = is_money ? event : NULL,
						  .rest = rest,
						  .update = update,
						  .paid_round = find_paid_round(table, event)});

	table->follow = sabot_ruled_money_apply(&table->ruled, &step);
	table->follow_seq = seq;
	return (unsigned)step.paid_round;
}
