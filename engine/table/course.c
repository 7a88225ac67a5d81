/* Copies of a table from which the load is derived again. */
#include "table-private.h"

#include <string.h>

void
sabot_aside_copy(const struct sabot_aside *aside, struct sabot_aside *copy)
{
	memcpy(copy, aside,
	       offsetof(struct sabot_aside, bets) + (size_t)aside->n_bets * sizeof(aside->bets[0]));
}

void
sabot_course_begin(struct sabot_table *table, unsigned line)
{
	struct sabot_course *base = &table->base;

	sabot_journal_clear(&table->journal);
	sabot_accounts_forget(&table->ledger, table->n_rounds);
	table->journal.begin_line = line;
	table->journal.begin_round = table->n_rounds + !table->round.open;
	base->min_minor = table->min_minor;
	base->max_minor = table->max_minor;
	sabot_load_copy(&table->load, &base->load);
	sabot_round_copy(&table->round, &base->round);
	base->closed = table->closed;
	base->n_rounds = table->n_rounds;
	base->payments_reported = table->payments_reported;
	base->collections_reported = table->collections_reported;
	base->rulings_open = table->rulings_open;
	base->holder = table->holder;
	sabot_commission_copy(&table->commission, &base->commission);
	sabot_aside_copy(&table->aside, &base->aside);
	sabot_accounts_copy(&table->ledger, &base->ledger);
	base->n_next_cards = table->n_next_cards;
	memcpy(base->next_cards, table->next_cards, sizeof(base->next_cards));
}

void
sabot_course_restore(const struct sabot_course *course, struct sabot_table *table)
{
	table->min_minor = course->min_minor;
	table->max_minor = course->max_minor;
	sabot_load_copy(&course->load, &table->load);
	sabot_round_copy(&course->round, &table->round);
	table->closed = course->closed;
	table->n_rounds = course->n_rounds;
	table->payments_reported = course->payments_reported;
	table->collections_reported = course->collections_reported;
	table->rulings_open = course->rulings_open;
	table->holder = course->holder;
	sabot_commission_copy(&course->commission, &table->commission);
	sabot_aside_copy(&course->aside, &table->aside);
	sabot_accounts_copy(&course->ledger, &table->ledger);
	table->n_next_cards = course->n_next_cards;
	memcpy(table->next_cards, course->next_cards, sizeof(table->next_cards));
}

bool
sabot_table_has_incident(const struct sabot_table *table, unsigned line)
{
	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];
		/* A clock that was put back says nothing of the play. */
		if (kept->id != 0 && !kept->explained && kept->load == table->load.number &&
		    kept->code != SABOT_INCIDENT_CLOCK_BACKWARDS &&
		    (kept->line == line || kept->said_line == line))
			return true;
	}
	return false;
}

void
sabot_load_copy(const struct sabot_load *load, struct sabot_load *copy)
{
	memcpy(copy, load, offsetof(struct sabot_load, order));
	memcpy(copy->order, load->order, (size_t)load->n_order * sizeof(load->order[0]));
}
