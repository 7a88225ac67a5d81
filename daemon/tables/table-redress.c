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

/* True if the account is the incident's, and wrong since that line. */
static bool
is_about(const struct sabot_account *account, const struct sabot_incident_detail *detail,
	 int64_t line)
{
	bool has_hand = account->on == SABOT_BET_MAIN;

	return account->wrong && account->wrong_line == line && account->box == detail->box &&
	       (!has_hand || account->hand == detail->hand) &&
	       g_strcmp0(detail->on, sabot_bet_to_string((enum sabot_bet)account->on)) == 0 &&
	       g_strcmp0(detail->bettor, account->bettor) == 0;
}

int64_t
sabot_table_service_find_round(const struct sabot_table_service *table,
			       const struct sabot_incident *incident)
{
	const struct sabot_accounts *ledger = &sabot_derive_table(table->derive)->ledger;
	unsigned line =
		incident->of != 0 ? incident->of : sabot_table_service_line_of(table, table->n);
	struct sabot_incident_detail detail;

	if (!sabot_ruled_is_about_payment(incident->code))
		return incident->round;
	sabot_incident_detail_of(incident, &detail);
	for (int i = ledger->n_accounts; i-- > 0;) {
		const struct sabot_account *account = &ledger->accounts[i];

		if (is_about(account, &detail, line))
			return account->round != 0 ? account->round : incident->round;
	}
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
	whole.ledger = &sabot_derive_table(table->derive)->ledger;
	whole.are_payments_reported = sabot_derive_table(table->derive)->payments_reported;
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
