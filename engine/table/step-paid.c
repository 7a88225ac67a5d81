/*
 * What was really paid, against what is owed. A sum between 0 and the due may be a first part; it
 * is judged when another stake is paid, or when the payments of the round are closed.
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings-apply.h"

#include <string.h>

static bool
is_offered(const struct sabot_rules *rules, enum sabot_bet on)
{
	if (on == SABOT_BET_INSURANCE)
		return rules->game == SABOT_BLACKJACK;
	return sabot_rules_offer_bet(rules, on);
}

static bool
is_in_play(const struct sabot_table *table)
{
	return table->round.open && table->round.bets_closed && !table->round.dummy;
}

/* What the round in play owes on the stake, for all that its open cards may be. */
struct quote {
	int n_refused, n_readings;
};

static void
add_due(int64_t due_minor, void *account)
{
	sabot_account_add_due(account, due_minor);
}

static void
quote_reading(struct sabot_table *as_if, struct sabot_settlement *stake,
	      struct sabot_account *account, struct quote *quote)
{
	sabot_settle_find(&as_if->rules, &as_if->round, stake);
	quote->n_readings++;
	if (!sabot_round_is_decided(as_if) &&
	    !sabot_settle_is_certain(&as_if->rules, &as_if->round, stake)) {
		quote->n_refused++;
		return;
	}
	account->stake_minor = stake->stake_minor;
	sabot_readings_each_due(as_if, stake, add_due, account);
}

static struct quote
quote_stake(struct sabot_step *step, struct sabot_settlement *stake, struct sabot_account *account)
{
	struct sabot_readings readings;
	struct quote quote = {0};

	account->n_dues = 0;
	account->all_between = false;
	if (!sabot_readings_are_many(step->table)) {
		quote_reading(step->table, stake, account, &quote);
		return quote;
	}
	if (!sabot_readings_begin(&readings, step, true)) {
		account->torn = true;
		return (struct quote){.n_readings = 1};
	}
	while (sabot_readings_next(&readings)) {
		struct sabot_settlement each = *stake;
		quote_reading(readings.as_if, &each, account, &quote);
	}
	return quote;
}

/*
 * A payment in a round in play: only where what is owed can no longer change. True where it was
 * recorded, or is for a stake that is not due yet.
 */
static bool
pay_in_play(struct sabot_step *step, struct sabot_settlement *stake)
{
	struct sabot_table *table = step->table;
	struct sabot_account quoted = {0};
	struct quote quote = quote_stake(step, stake, &quoted);
	struct sabot_account *account;

	if (quote.n_refused == quote.n_readings) {
		sabot_step_out_of_order(step, SABOT_WHY_DUE_NOT_CERTAIN);
		return sabot_round_stake(&table->round, stake->box, stake->on) > 0;
	}
	account = sabot_accounts_open(&table->ledger, table->round.number, stake);
	if (account == NULL) {
		sabot_step_out_of_order(step, SABOT_WHY_TOO_MANY_PAYMENTS);
		return false;
	}
	account->n_dues = quoted.n_dues;
	account->torn = quoted.torn;
	account->all_between = quoted.all_between;
	account->due_min_minor = quoted.due_min_minor;
	account->due_max_minor = quoted.due_max_minor;
	memcpy(account->dues_minor, quoted.dues_minor, sizeof(quoted.dues_minor));
	account->settled = quote.n_refused == 0;
	sabot_account_pay(step, account, step->event->amount_minor);
	account->settled = false;
	return true;
}

/* The round that is paid; 0 with a reason when there is none. */
static unsigned
find_round(const struct sabot_step *step, enum sabot_reason *ret_why)
{
	const struct sabot_table *table = step->table;
	unsigned named = step->event->round;

	*ret_why = SABOT_WHY_NO_ROUND_TO_PAY;
	if (named == 0 && is_in_play(table))
		return table->round.number;
	if (named == 0)
		return table->closed.number != 0 && !table->closed.dummy ? table->closed.number
									 : table->last.number;
	*ret_why = SABOT_WHY_NO_SUCH_ROUND;
	if (named < step->journal->begin_round || named > table->n_rounds ||
	    (table->round.open && named == table->round.number && !table->round.bets_closed))
		return 0;
	return named;
}

static enum sabot_reason
refuse_paid(const struct sabot_table *table, const struct sabot_settlement *stake)
{
	if (stake->box < 1 || stake->box > table->rules.boxes)
		return SABOT_WHY_NO_SUCH_BOX;
	if (!is_offered(&table->rules, stake->on))
		return SABOT_WHY_NO_SUCH_BET;
	if (stake->hand >= SABOT_HANDS_MAX)
		return SABOT_WHY_NO_SUCH_HAND;
	return SABOT_WHY_NONE;
}

static bool
is_due_before_insurance(const struct sabot_round *round, const struct sabot_rules *rules,
			const struct sabot_settlement *stake)
{
	if (stake->on == SABOT_BET_INSURANCE)
		return false;
	if (stake->on != SABOT_BET_MAIN)
		return true;
	/* A blackjack under the ace is not looked at before the window is shut. */
	return stake->stake_minor != 0 && sabot_settle_is_over(rules, round, stake);
}

/* What is paid shows that nobody takes insurance any more; a decided round is over with it. */
static void
end_insurance(struct sabot_step *step, const struct sabot_settlement *stake)
{
	struct sabot_table *table = step->table;
	struct sabot_settlement placed = *stake;
	bool was_over = table->round.insurance_over;

	sabot_settle_find(&table->rules, &table->round, &placed);
	if (is_due_before_insurance(&table->round, &table->rules, &placed))
		return;
	sabot_step_close_insurance(step);
	if (was_over == table->round.insurance_over ||
	    sabot_readings_test(step, sabot_round_is_decided) != SABOT_FOR_ALL)
		return;
	sabot_step_play(step, &(struct sabot_round_step){
				      .kind = SABOT_STEP_RESULT,
				      .hand = -1,
				      .bettor = -1,
			      });
	sabot_step_close_round(step);
}

void
sabot_step_paid(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	struct sabot_settlement stake = {
		.box = event->box,
		.hand = -1,
		.on = event->on == SABOT_BET_NONE ? SABOT_BET_MAIN : event->on,
		.bettor = event->bettor,
	};
	char seat[SABOT_SEAT_NAME_SIZE];
	enum sabot_reason why;

	if (stake.on == SABOT_BET_MAIN)
		stake.hand = event->hand > 0 ? event->hand : 0;
	if (stake.bettor == NULL || stake.bettor[0] == '\0')
		stake.bettor = sabot_seat_name(event->box, seat);
	unsigned round = find_round(step, &why);
	if (round != 0)
		why = refuse_paid(table, &stake);
	if (round == 0 || why != SABOT_WHY_NONE) {
		sabot_step_out_of_order(step, why);
		return;
	}
	if (is_in_play(table) && round == table->round.number) {
		if (table->round.waiting)
			sabot_step_end_wait(step);
		if (is_in_play(table) && table->round.number == round)
			end_insurance(step, &stake);
	}
	/* One for no stake at all is no sign that the table reports its payments. */
	table->payments_reported |= is_in_play(table) && round == table->round.number
					    ? pay_in_play(step, &stake)
					    : sabot_account_pay_closed(step, &stake, round);
}

/* What is still to be paid on the account; 0 = nothing, or not certain. */
static int64_t
open_minor(const struct sabot_account *account)
{
	if (account->redressed)
		return account->difference_minor;
	return sabot_account_is_certain(account) && account->is_paid
		       ? account->dues_minor[0] - account->sum_minor
		       : 0;
}

/* What of `left` goes to an account that is owed `owed`; nothing where they differ in sign. */
static int64_t
part_of(int64_t left_minor, int64_t owed_minor)
{
	if ((owed_minor > 0) != (left_minor > 0))
		return 0;
	if (left_minor > 0)
		return owed_minor < left_minor ? owed_minor : left_minor;
	return owed_minor > left_minor ? owed_minor : left_minor;
}

void
sabot_step_correction(struct sabot_step *step)
{
	const struct sabot_event *event = step->event;
	struct sabot_accounts *ledger = &step->table->ledger;
	int64_t left_minor = event->amount_minor;
	struct sabot_account *last = NULL;

	/* Derived again, accounts stay as they were: see sabot_step_redress_revised(). */
	if (event->round == 0 || event->box == 0 || step->revising)
		return;
	for (int i = sabot_accounts_first(ledger, event->round);
	     i < ledger->n_accounts && left_minor != 0; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		int64_t open = open_minor(account);
		if (account->round != event->round || account->box != event->box || open == 0 ||
		    (event->bettor != NULL && event->bettor[0] != '\0' &&
		     strcmp(event->bettor, account->bettor) != 0))
			continue;
		if (last != NULL)
			sabot_account_pay(step, last, 0);
		last = account;
		int64_t part = part_of(left_minor, open);
		account->sum_minor += part;
		account->corrected_minor += part;
		left_minor -= part;
	}
	if (last == NULL)
		return;
	last->corrected_minor += left_minor;
	sabot_account_pay(step, last, left_minor);
}
