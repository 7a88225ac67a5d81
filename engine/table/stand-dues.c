/* The dues of a round whose last hand may have stood before cards that nobody announced. */
#include "stand-dues.h"

#include "readings-apply.h"

void
sabot_step_add_stand_dues(struct sabot_step *step, const struct sabot_table *as_if)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	while (sabot_settle_next(&as_if->rules, &as_if->round, &walk, &stake)) {
		struct sabot_account *account = sabot_accounts_find(
			&step->table->ledger, step->table->round.number, &stake);
		if (account != NULL && account->n_dues > 0)
			sabot_account_add_due(account, stake.due_minor);
	}
}

void
sabot_step_add_dues_of_stands(struct sabot_step *step)
{
	struct sabot_readings readings;

	if (!sabot_readings_are_many(step->table) || !sabot_readings_begin(&readings, step, true))
		return;
	sabot_readings_skip_as_read(&readings);
	readings.for_dues = true;
	while (sabot_readings_next(&readings)) {
		sabot_round_void_unfinished(readings.as_if);
		sabot_step_add_stand_dues(step, readings.as_if);
	}
}
