/*
 * Money to be put right because what is owed changed after it was paid: nobody erred.
 */
#include "table-private.h"

#include <string.h>

static bool
is_closed(const struct sabot_table *table, const struct sabot_account *account)
{
	return account->round <= table->ledger.closed_round;
}

void
sabot_step_print_redress(struct sabot_step *step, struct sabot_account *account,
			 int64_t difference_minor)
{
	struct sabot_accounts *ledger = &step->table->ledger;

	ledger->redress_minor += difference_minor - account->difference_minor;
	account->difference_minor = difference_minor;
	account->redressed = true;
	account->redress_round = account->round;
	if (step->sink != SABOT_SINK_PRINT)
		return;
	struct sabot_redress_due *redress =
		&sabot_step_add_output(step, SABOT_OUTPUT_REDRESS)->u.redress;
	*redress = (struct sabot_redress_due){
		.round = account->round,
		.box = account->box,
		.hand = account->hand,
		.on = (enum sabot_bet)account->on,
		.paid_minor = account->sum_minor,
		.due_minor = account->dues_minor[0],
		.difference_minor = difference_minor,
	};
	memcpy(redress->bettor, account->bettor, sizeof(redress->bettor));
}

/* At a table that does not report collections a loser counts as collected when others were paid. */
static bool
counts_as_collected(const struct sabot_table *table, const struct sabot_account *account,
		    int64_t due_minor)
{
	return !account->is_paid && due_minor < 0 && !table->collections_reported &&
	       table->payments_reported &&
	       (is_closed(table, account) || account->round <= table->ledger.last_paid_round);
}

/* The due was `before` when it was paid, and is another one now. */
static void
redress(struct sabot_step *step, struct sabot_account *account, int64_t before_minor)
{
	struct sabot_table *table = step->table;
	int64_t due_minor = account->dues_minor[0];

	if (counts_as_collected(table, account, before_minor)) {
		account->sum_minor = before_minor;
		account->is_paid = true;
	}
	if (!account->is_paid &&
	    !(is_closed(table, account) && table->payments_reported &&
	      (due_minor > 0 || (due_minor < 0 && table->collections_reported))))
		return;
	account->is_part = false;
	if (due_minor - account->sum_minor != account->difference_minor)
		sabot_step_print_redress(step, account, due_minor - account->sum_minor);
	/* What is paid now is no payout_wrong again: that stands. */
	account->redressed |= account->wrong;
}

/* The round is void: nothing is owed on any of its stakes. */
void
sabot_step_redress(struct sabot_step *step, unsigned round)
{
	struct sabot_accounts *ledger = &step->table->ledger;

	for (int i = sabot_accounts_first(ledger, round); i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		bool certain = sabot_account_is_certain(account);
		int64_t before_minor = certain ? account->dues_minor[0] : 0;
		if (account->round != round)
			break;
		/* By some reading it was collected: what is given back then is right. */
		bool may_be_collected =
			!certain &&
			counts_as_collected(step->table, account,
					    account->torn ? -1 : account->due_min_minor);
		account->n_dues = 0;
		account->torn = may_be_collected;
		account->all_between = false;
		account->ruled = true;
		sabot_account_add_due(account, 0);
		redress(step, account, before_minor);
	}
}

static int64_t
sum_lines(const struct sabot_accounts *ledger)
{
	int64_t sum_minor = 0;

	for (int i = 0; i < ledger->n_accounts; i++)
		if (ledger->accounts[i].redressed)
			sum_minor += ledger->accounts[i].difference_minor;
	return sum_minor;
}

/* Nothing is to be put right any more on a round of the number that its line has. */
static void
withdraw(struct sabot_step *step, struct sabot_account gone)
{
	gone.round = gone.redress_round;
	gone.dues_minor[0] = gone.sum_minor;
	sabot_step_print_redress(step, &gone, 0);
}

/* What was to be put right on a stake that there never was, as the cards are known now. */
static void
withdraw_gone(struct sabot_step *step, struct sabot_accounts *again)
{
	const struct sabot_accounts *ledger = &step->table->ledger;

	for (int i = 0; i < ledger->n_accounts; i++) {
		const struct sabot_account *gone = &ledger->accounts[i];
		struct sabot_settlement stake = {
			.box = gone->box,
			.hand = gone->hand,
			.on = (enum sabot_bet)gone->on,
			.bettor = gone->bettor,
		};
		if (gone->redressed && gone->difference_minor != 0 &&
		    sabot_accounts_find(again, gone->round, &stake) == NULL)
			withdraw(step, *gone);
	}
}

void
sabot_step_redress_revised(struct sabot_step *step, struct sabot_accounts *again)
{
	struct sabot_table *table = step->table;
	struct sabot_accounts *ledger = &table->ledger;
	/* Of lines that had no room any more only the sum is kept. */
	int64_t dropped_minor = ledger->redress_minor - sum_lines(ledger);

	for (int i = 0; i < again->n_accounts; i++) {
		struct sabot_account *account = &again->accounts[i];
		struct sabot_settlement stake = {
			.box = account->box,
			.hand = account->hand,
			.on = (enum sabot_bet)account->on,
			.bettor = account->bettor,
		};
		struct sabot_account *before = sabot_accounts_find(ledger, account->round, &stake);
		/* By the void of a round whose dues are certain now. */
		bool by_ruling = account->redressed;
		account->redressed = before != NULL && before->redressed;
		account->known = before != NULL && before->known;
		account->difference_minor = before != NULL ? before->difference_minor : 0;
		account->redress_round = before != NULL ? before->redress_round : 0;
		if (before != NULL && before->corrected_minor != 0) {
			account->is_paid = true;
			account->corrected_minor = before->corrected_minor;
			account->sum_minor += before->corrected_minor;
		}
		if (before == NULL || !sabot_account_is_certain(account))
			continue;
		if (before->is_paid && !account->is_paid) {
			account->is_paid = true;
			account->sum_minor = before->sum_minor;
		}
		bool was_certain = before->judged ||
				   (before->known && sabot_account_is_certain(before) &&
				    counts_as_collected(table, before, before->dues_minor[0]));
		if (!was_certain && !by_ruling)
			continue;
		int64_t before_minor =
			before->judged ? before->judged_due_minor : before->dues_minor[0];
		if (before_minor == account->dues_minor[0] && !account->redressed && !by_ruling)
			continue;
		if (account->difference_minor != 0 && account->redress_round != account->round) {
			withdraw(step, *before);
			account->difference_minor = 0;
		}
		redress(step, account, before_minor);
	}
	withdraw_gone(step, again);
	again->redress_minor = dropped_minor + sum_lines(again);
}
