/*
 * Commission that is owed until the end (PB-12): judged once, when the next load's first bets
 * close, or when the log ends with no load in the shoe.
 */
#include "table-private.h"

#include <string.h>

static bool
is_owed_until_the_end(const struct sabot_rules *rules)
{
	return rules->game == SABOT_PUNTO_BANCO &&
	       rules->commission_when == SABOT_COMMISSION_AT_END;
}

static bool
comes_before(const struct sabot_commission_debt *a, const struct sabot_commission_debt *b)
{
	return a->box != b->box ? a->box < b->box : strcmp(a->bettor, b->bettor) < 0;
}

static void
raise_unpaid(struct sabot_step *step, const struct sabot_commission_debt *debt)
{
	struct sabot_incident *incident;

	if (debt->owed_minor <= 0)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_COMMISSION_UNPAID, "PB-12");
	sabot_incident_add_number(incident, "box", debt->box);
	sabot_incident_add_bettor(incident, "bettor", debt->bettor);
	if (!debt->uncertain)
		sabot_incident_add_number(incident, "owed", debt->owed_minor + debt->paid_minor);
	sabot_incident_add_number(incident, "paid", debt->paid_minor);
}

/* What was paid in advance stays his. */
static void
begin_account(struct sabot_commission_debt *debt)
{
	if (debt->owed_minor < 0)
		return;
	debt->owed_minor = debt->last_round_minor = debt->paid_minor = 0;
	debt->uncertain = false;
}

/* By box, then bettor; then the accounts begin at 0. */
static void
judge_debts(struct sabot_step *step)
{
	struct sabot_commission *commission = &step->table->commission;

	for (int i = 1; i < commission->n_debts; i++) {
		struct sabot_commission_debt debt = commission->debts[i];
		int place = i;
		for (; place > 0 && comes_before(&debt, &commission->debts[place - 1]); place--)
			commission->debts[place] = commission->debts[place - 1];
		commission->debts[place] = debt;
	}
	for (int i = 0; i < commission->n_debts; i++)
		raise_unpaid(step, &commission->debts[i]);
	for (int i = 0; i < commission->n_debts; i++)
		begin_account(&commission->debts[i]);
	begin_account(&commission->others);
}

void
sabot_step_judge_commission(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (is_owed_until_the_end(&table->rules) && !table->load.bets_closed && table->load.in_shoe)
		judge_debts(step);
}

void
sabot_step_judge_commission_at_end(struct sabot_step *step)
{
	if (is_owed_until_the_end(&step->table->rules))
		judge_debts(step);
}
