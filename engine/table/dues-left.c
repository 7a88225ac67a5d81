/* Dues that were left until somebody reads them. */
#include "dues-left.h"

#include "revise.h"
#include "stand-dues.h"

/* From the load derived again. */
static void
add_dues_left(struct sabot_step *step)
{
	struct sabot_accounts *ledger = &step->table->ledger;
	bool had_paid = ledger->has_paid;

	ledger->has_paid = true;
	const struct sabot_table *again = sabot_step_derive_load(step);
	ledger->has_paid = had_paid;
	for (int i = 0; i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		const struct sabot_account *other =
			sabot_accounts_find_same(&again->ledger, account);
		if (other == NULL)
			continue;
		sabot_account_add_dues(account, other);
		account->known &= sabot_account_is_certain(account);
	}
}

void
sabot_step_add_dues_left(struct sabot_step *step)
{
	struct sabot_accounts *ledger = &step->table->ledger;

	if (ledger->stands_left != 0)
		add_dues_left(step);
	ledger->stands_left = 0;
	ledger->has_paid = true;
}

void
sabot_step_add_last_dues_left(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	unsigned left = table->ledger.stands_left;

	if (left != 0 && left == table->round.number)
		sabot_step_add_dues_of_stands(step);
	else if (left != 0 && left == table->last.number)
		add_dues_left(step);
	table->ledger.stands_left = 0;
}
