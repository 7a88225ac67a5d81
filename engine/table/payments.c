/* Payments of stakes, judged against what is due. step-paid.c has the events. */
#include "engine/rules/articles.h"
#include "table-private.h"

/* The account as it was, while the load is derived again. */
static const struct sabot_account *
account_before(const struct sabot_step *step, const struct sabot_account *account)
{
	struct sabot_settlement stake = {
		.box = account->box,
		.hand = account->hand,
		.on = (enum sabot_bet)account->on,
		.bettor = account->bettor,
	};

	if (step->judged == NULL)
		return NULL;
	return sabot_accounts_find((struct sabot_accounts *)step->judged, account->round, &stake);
}

/* How it was judged before: later changes are redressed. */
static const struct sabot_account *
judged_before(const struct sabot_step *step, const struct sabot_account *account)
{
	const struct sabot_account *before = account_before(step, account);

	/* That the round was void says nothing of what was paid before the ruling. */
	return before != NULL && before->judged && !account->ruled ? before : NULL;
}

/* What is open on it is put right by a redress, which was printed: nobody erred. */
static bool
is_redressed(const struct sabot_step *step, const struct sabot_account *account)
{
	const struct sabot_account *before = account_before(step, account);

	return before != NULL && before->redressed && !before->wrong;
}

static bool
may_owe(const struct sabot_step *step, const struct sabot_account *account)
{
	const struct sabot_account *before = judged_before(step, account);

	if (before != NULL)
		return account->sum_minor == before->judged_due_minor;
	return sabot_account_may_owe(account, account->sum_minor);
}

static bool
may_be_part(const struct sabot_step *step, const struct sabot_account *account)
{
	const struct sabot_account *before = judged_before(step, account);
	struct sabot_account as_judged;

	if (before == NULL)
		return sabot_account_may_be_part(account, account->sum_minor);
	as_judged = *account;
	as_judged.torn = false;
	as_judged.due_min_minor = as_judged.due_max_minor = before->judged_due_minor;
	return sabot_account_may_be_part(&as_judged, account->sum_minor);
}

/*
 * What was certain when it was judged stays what it is judged by. What a reading makes certain
 * later was not: the next reading of the card may say otherwise.
 */
static void
record_judged(const struct sabot_step *step, struct sabot_account *account)
{
	const struct sabot_account *before = judged_before(step, account);

	if (account->judged || account->ruled)
		return;
	if (before != NULL) {
		account->judged = true;
		account->judged_due_minor = before->judged_due_minor;
	} else if (!step->revising && sabot_account_is_certain(account)) {
		account->judged = true;
		account->judged_due_minor = account->dues_minor[0];
	}
}

static void
add_stake(struct sabot_incident *incident, const struct sabot_account *account)
{
	sabot_incident_add_number(incident, "box", account->box);
	sabot_incident_add_bettor(incident, "bettor", account->bettor);
	sabot_incident_add_word(incident, "on", sabot_bet_to_string((enum sabot_bet)account->on));
}

static void
add_due(const struct sabot_step *step, struct sabot_incident *incident,
	const struct sabot_account *account)
{
	const struct sabot_account *before = judged_before(step, account);

	if (before != NULL)
		sabot_incident_add_number(incident, "due", before->judged_due_minor);
	else if (account->n_dues == 1 && !account->all_between)
		sabot_incident_add_number(incident, "due", account->dues_minor[0]);
	if (account->hand >= 0)
		sabot_incident_add_number(incident, "hand", account->hand);
	if (account->names_round)
		sabot_incident_add_number(incident, "round", account->round);
}

static void
remember_wrong(struct sabot_account *account, enum sabot_incident_code code, unsigned line)
{
	account->wrong = true;
	account->wrong_code = code;
	account->wrong_line = line;
	account->is_part = false;
}

/* About the payment that made the sum wrong, which may have been made earlier. */
static void
raise_wrong(struct sabot_step *step, struct sabot_account *account)
{
	struct sabot_incident *incident;

	if (is_redressed(step, account)) {
		account->is_part = false;
		return;
	}
	incident = sabot_step_raise(step, SABOT_INCIDENT_PAYOUT_WRONG,
				    sabot_rules_article(&step->table->rules, SABOT_RULE_PAYMENT));
	if (account->paid_line != step->line)
		sabot_step_date_back(step, incident, account->paid_line, account->paid_in_round);
	add_stake(incident, account);
	sabot_incident_add_number(incident, "paid", account->sum_minor);
	add_due(step, incident, account);
	remember_wrong(account, SABOT_INCIDENT_PAYOUT_WRONG, account->paid_line);
}

/* The hash that identifies the incident about the account. */
static uint32_t
identity_of(const struct sabot_account *account)
{
	struct sabot_incident incident = {.code = SABOT_INCIDENT_PAYOUT_WRONG};

	add_stake(&incident, account);
	strcpy(incident.bettor, account->bettor);
	if (account->hand >= 0)
		sabot_incident_add_number(&incident, "hand", account->hand);
	return sabot_incident_identity(&incident);
}

static void
judge_parts(struct sabot_step *step, const struct sabot_account *but)
{
	struct sabot_accounts *ledger = &step->table->ledger;

	if (ledger->parts_from == 0)
		return;
	int first = sabot_accounts_first(ledger, ledger->parts_from);
	ledger->parts_from = but != NULL && but->is_part ? but->round : 0;
	for (int i = first; i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		if (account != but && account->is_part)
			raise_wrong(step, account);
	}
}

static bool
is_closed(const struct sabot_table *table, const struct sabot_account *account)
{
	return account->round <= table->ledger.closed_round;
}

static void
judge_sum(struct sabot_step *step, struct sabot_account *account)
{
	struct sabot_table *table = step->table;

	if (account->redressed) {
		int64_t difference_minor = account->dues_minor[0] - account->sum_minor;
		if (difference_minor != 0 || account->difference_minor != 0)
			sabot_step_print_redress(step, account, difference_minor);
		return;
	}
	if (may_owe(step, account)) {
		account->is_part = false;
		if (account->wrong && !is_closed(table, account)) {
			account->wrong = false;
			sabot_step_explain(step, (enum sabot_incident_code)account->wrong_code,
					   account->wrong_line, identity_of(account));
		}
		return;
	}
	if (account->wrong)
		return;
	if (!is_closed(table, account) && may_be_part(step, account)) {
		account->is_part = !account->is_taken_back;
		if (account->is_part &&
		    (table->ledger.parts_from == 0 || account->round < table->ledger.parts_from))
			table->ledger.parts_from = account->round;
	} else {
		raise_wrong(step, account);
	}
}

/* From the first `paid` that brings a sum to a due below 0 on, the table reports collections. */
static void
record_collection(struct sabot_table *table, const struct sabot_account *account)
{
	if (sabot_account_is_certain(account) && account->dues_minor[0] < 0 &&
	    account->sum_minor == account->dues_minor[0])
		table->collections_reported = true;
}

/*
 * A payment that is taken back before payments close was none: its stake is judged when they close,
 * as one that was not paid yet.
 */
void
sabot_account_pay(struct sabot_step *step, struct sabot_account *account, int64_t amount_minor)
{
	struct sabot_table *table = step->table;

	/* One that some reading refuses judges no part of another stake. */
	if (account->settled)
		judge_parts(step, account);
	account->sum_minor += amount_minor;
	account->is_paid = true;
	account->is_taken_back =
		!is_closed(table, account) && amount_minor != 0 && account->sum_minor == 0;
	account->paid_line = step->line;
	account->paid_in_round = table->round.open ? table->round.number : 0;
	account->names_round |= step->event->round != 0;
	if (account->round > table->ledger.last_paid_round)
		table->ledger.last_paid_round = account->round;
	record_judged(step, account);
	if (!step->revising)
		sabot_accounts_record_known(&table->ledger, account->round);
	record_collection(table, account);
	if (account->settled)
		judge_sum(step, account);
}

/* Nothing is known about the order of the round's cards: hands and bets may be others. */
static bool
is_round_torn(const struct sabot_table *table, unsigned round)
{
	const struct sabot_accounts *ledger = &table->ledger;

	if (table->closed.number == round)
		return table->closed.torn;
	for (int i = sabot_accounts_first(ledger, round);
	     i < ledger->n_accounts && ledger->accounts[i].round == round; i++)
		if (ledger->accounts[i].torn)
			return true;
	return false;
}

/* False: refused. */
bool
sabot_account_pay_closed(struct sabot_step *step, struct sabot_settlement *stake, unsigned round)
{
	struct sabot_account *account = sabot_accounts_open(&step->table->ledger, round, stake);

	if (account == NULL) {
		sabot_step_out_of_order(step, SABOT_WHY_TOO_MANY_PAYMENTS);
		return false;
	}
	account->torn |= account->n_dues == 0 && is_round_torn(step->table, round);
	/* A stake that does not exist is owed nothing. */
	if (account->n_dues == 0 && !account->torn) {
		sabot_account_add_due(account, 0);
		account->settled = true;
	}
	sabot_account_pay(step, account, step->event->amount_minor);
	return true;
}

/* Nothing was paid on it, though something is due whatever the open cards are. */
static bool
is_missing(const struct sabot_step *step, const struct sabot_account *account)
{
	const struct sabot_account *before = judged_before(step, account);
	int64_t least = before ? before->judged_due_minor : account->due_min_minor;
	int64_t most = before ? before->judged_due_minor : account->due_max_minor;

	if ((account->is_paid && !account->is_taken_back) || account->wrong || account->redressed ||
	    (before == NULL && (account->torn || account->n_dues == 0)))
		return false;
	return least > 0 || (step->table->collections_reported && most < 0);
}

static void
judge_missing(struct sabot_step *step, struct sabot_account *account)
{
	struct sabot_incident *incident;

	record_judged(step, account);
	if (!is_missing(step, account) || is_redressed(step, account))
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_PAYOUT_MISSING,
				    sabot_rules_article(&step->table->rules, SABOT_RULE_PAYMENT));
	add_stake(incident, account);
	add_due(step, incident, account);
	remember_wrong(account, SABOT_INCIDENT_PAYOUT_MISSING, step->line);
}

void
sabot_step_close_payments(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_accounts *ledger = &table->ledger;
	unsigned closed = ledger->closed_round;
	unsigned last = table->closed.dummy ? table->last.number : table->closed.number;

	if (last > closed && table->payments_reported) {
		judge_parts(step, NULL);
		for (int i = sabot_accounts_first(ledger, closed + 1);
		     i < ledger->n_accounts && ledger->accounts[i].round <= last; i++)
			judge_missing(step, &ledger->accounts[i]);
	}
	if (last > closed)
		ledger->closed_round = last;
}

void
sabot_step_judge_payments(struct sabot_step *step, unsigned round)
{
	struct sabot_accounts *ledger = &step->table->ledger;

	for (int i = sabot_accounts_first(ledger, round); i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		if (account->round != round)
			break;
		if (!account->is_paid)
			continue;
		record_judged(step, account);
		record_collection(step->table, account);
		if (!account->wrong && !account->is_part)
			judge_sum(step, account);
	}
}
