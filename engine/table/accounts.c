/*
 * Lines of the ledger: finding them, making room, the sums that may be owed.
 */
#include "accounts.h"

#include <limits.h>
#include <string.h>

enum { NEAR_THE_END = 16 };

int
sabot_accounts_first(const struct sabot_accounts *ledger, unsigned round)
{
	int first = 0, end = ledger->n_accounts;

	/* Nearly always it is one of the newest. */
	for (int i = 0; i < NEAR_THE_END; i++, end--)
		if (end == 0 || ledger->accounts[end - 1].round < round)
			return end;
	while (first < end) {
		int middle = (first + end) / 2;
		if (ledger->accounts[middle].round < round)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

struct sabot_account *
sabot_accounts_find(struct sabot_accounts *ledger, unsigned round,
		    const struct sabot_settlement *stake)
{
	for (int i = sabot_accounts_first(ledger, round + 1) - 1; i >= 0; i--) {
		struct sabot_account *account = &ledger->accounts[i];
		if (account->round < round)
			break;
		if (account->box == stake->box && account->hand == stake->hand &&
		    account->on == (uint8_t)stake->on &&
		    strcmp(account->bettor, stake->bettor) == 0)
			return account;
	}
	return NULL;
}

/* Its round is one of the last, which can still be named. */
static bool
is_recent(const struct sabot_account *account, unsigned newest)
{
	return account->round + SABOT_ACCOUNTS_ROUNDS > newest;
}

/* Its round can still be named, or something is to be put right on it. */
static bool
is_needed(const struct sabot_account *account, unsigned newest)
{
	return is_recent(account, newest) || (account->redressed && account->difference_minor != 0);
}

/* Drop the accounts of rounds up to `last` for which `stays` is false. False if there were none. */
static bool
drop_accounts(struct sabot_accounts *ledger, unsigned newest, unsigned last,
	      bool (*stays)(const struct sabot_account *account, unsigned newest))
{
	int n_before = ledger->n_accounts, n_kept = 0;

	for (int i = 0; i < n_before; i++)
		if (ledger->accounts[i].round > last || stays(&ledger->accounts[i], newest))
			ledger->accounts[n_kept++] = ledger->accounts[i];
	ledger->n_accounts = n_kept;
	return n_kept < n_before;
}

/*
 * Make room for another account. Differences that are never put right fill the ledger in the end;
 * then the oldest are dropped, because a later payment must not be refused for lack of room.
 */
static bool
make_room_for_account(struct sabot_accounts *ledger, unsigned newest)
{
	unsigned half = ledger->accounts[SABOT_ACCOUNTS_MAX / 2 - 1].round;

	return drop_accounts(ledger, newest, half, is_needed) ||
	       drop_accounts(ledger, newest, half, is_recent);
}

struct sabot_account *
sabot_accounts_open(struct sabot_accounts *ledger, unsigned round,
		    const struct sabot_settlement *stake)
{
	struct sabot_account *account = sabot_accounts_find(ledger, round, stake);

	return account != NULL ? account : sabot_accounts_add(ledger, round, stake);
}

/* Member by member: as one literal it would be cleared by a loop first, for each stake. */
static void
begin_account(struct sabot_account *account, unsigned round, const struct sabot_settlement *stake)
{
	account->round = round;
	account->box = (uint8_t)stake->box;
	account->hand = (int8_t)stake->hand;
	account->on = (uint8_t)stake->on;
	account->n_dues = 0;
	account->settled = account->all_between = account->torn = false;
	account->is_paid = account->is_taken_back = false;
	account->names_round = account->is_part = account->wrong = false;
	account->judged = account->known = account->redressed = account->ruled = false;
	memset(account->bettor, 0, sizeof(account->bettor));
	sabot_bettor_copy(account->bettor, stake->bettor);
	account->paid_line = account->paid_in_round = 0;
	account->wrong_line = account->wrong_code = account->redress_round = 0;
	account->corrected_minor = account->stake_minor = account->sum_minor = 0;
	account->due_min_minor = account->due_max_minor = 0;
	account->judged_due_minor = account->difference_minor = 0;
	memset(account->dues_minor, 0, sizeof(account->dues_minor));
}

struct sabot_account *
sabot_accounts_add(struct sabot_accounts *ledger, unsigned round,
		   const struct sabot_settlement *stake)
{
	if (ledger->n_accounts == SABOT_ACCOUNTS_MAX && !make_room_for_account(ledger, round))
		return NULL;
	int place = ledger->n_accounts;
	for (; place > 0 && ledger->accounts[place - 1].round > round; place--)
		ledger->accounts[place] = ledger->accounts[place - 1];
	ledger->n_accounts++;
	begin_account(&ledger->accounts[place], round, stake);
	return &ledger->accounts[place];
}

void
sabot_accounts_forget(struct sabot_accounts *ledger, unsigned newest)
{
	drop_accounts(ledger, newest, UINT_MAX, is_needed);
}

bool
sabot_accounts_unsettle(struct sabot_accounts *ledger, unsigned round)
{
	int first = sabot_accounts_first(ledger, round);
	int i = first;

	for (; i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		if (account->round != round)
			break;
		account->n_dues = 0;
		account->stake_minor = 0;
		account->all_between = account->torn = account->settled = false;
	}
	return i > first;
}

void
sabot_accounts_record_known(struct sabot_accounts *ledger, unsigned round)
{
	for (int i = sabot_accounts_first(ledger, round);
	     i < ledger->n_accounts && ledger->accounts[i].round == round; i++)
		sabot_account_record_known(&ledger->accounts[i]);
}

void
sabot_accounts_unjudge(struct sabot_accounts *ledger, unsigned round)
{
	for (int i = sabot_accounts_first(ledger, round);
	     i < ledger->n_accounts && ledger->accounts[i].round == round; i++)
		ledger->accounts[i].judged = ledger->accounts[i].known = false;
}

void
sabot_account_add_due(struct sabot_account *account, int64_t due_minor)
{
	for (int i = 0; i < account->n_dues; i++)
		if (account->dues_minor[i] == due_minor)
			return;
	if (account->n_dues == 0 || due_minor < account->due_min_minor)
		account->due_min_minor = due_minor;
	if (account->n_dues == 0 || due_minor > account->due_max_minor)
		account->due_max_minor = due_minor;
	if (account->n_dues < SABOT_DUES_MAX)
		account->dues_minor[account->n_dues++] = due_minor;
	else
		account->all_between = true;
}

bool
sabot_account_may_owe(const struct sabot_account *account, int64_t sum_minor)
{
	if (account->torn || (account->all_between && sum_minor >= account->due_min_minor &&
			      sum_minor <= account->due_max_minor))
		return true;
	for (int i = 0; i < account->n_dues; i++)
		if (account->dues_minor[i] == sum_minor)
			return true;
	return false;
}

static bool
is_part(int64_t sum_minor, int64_t due_minor)
{
	return due_minor > 0 ? sum_minor >= 0 && sum_minor < due_minor
			     : due_minor < 0 && sum_minor <= 0 && sum_minor > due_minor;
}

bool
sabot_account_may_be_part(const struct sabot_account *account, int64_t sum_minor)
{
	return account->torn || is_part(sum_minor, account->due_max_minor) ||
	       is_part(sum_minor, account->due_min_minor);
}

bool
sabot_accounts_are_redressed(const struct sabot_accounts *ledger)
{
	for (int i = 0; i < ledger->n_accounts; i++)
		if (ledger->accounts[i].difference_minor != 0)
			return true;
	return ledger->redress_minor != 0;
}

void
sabot_accounts_copy(const struct sabot_accounts *ledger, struct sabot_accounts *copy)
{
	memcpy(copy, ledger, offsetof(struct sabot_accounts, accounts));
	memcpy(copy->accounts, ledger->accounts,
	       (size_t)ledger->n_accounts * sizeof(ledger->accounts[0]));
}

/* As their lines are sorted: box, hand (those without one last), bet by its word, bettor. */
static bool
is_before(const struct sabot_account *a, const struct sabot_account *b)
{
	if (a->round != b->round)
		return a->round < b->round;
	if (a->box != b->box)
		return a->box < b->box;
	if (a->hand != b->hand)
		return a->hand >= 0 && (b->hand < 0 || a->hand < b->hand);
	int by_word = strcmp(sabot_bet_to_string((enum sabot_bet)a->on),
			     sabot_bet_to_string((enum sabot_bet)b->on));
	return by_word != 0 ? by_word < 0 : strcmp(a->bettor, b->bettor) < 0;
}

/* Move the account at `from` forward to its place in the order of lines. */
static void
move_forward(struct sabot_accounts *ledger, int from)
{
	struct sabot_account moved = ledger->accounts[from];
	int place = from;

	for (; place > 0 && is_before(&moved, &ledger->accounts[place - 1]); place--)
		ledger->accounts[place] = ledger->accounts[place - 1];
	ledger->accounts[place] = moved;
}

void
sabot_accounts_settle(struct sabot_accounts *ledger, unsigned round, bool is_known)
{
	for (int i = sabot_accounts_first(ledger, round); i < ledger->n_accounts; i++) {
		struct sabot_account *account = &ledger->accounts[i];
		if (account->round != round)
			break;
		account->settled = true;
		/* Paid in play, but no stake: nothing is owed. */
		if (account->n_dues == 0 && !account->torn)
			sabot_account_add_due(account, 0);
		if (is_known)
			sabot_account_record_known(account);
		if (i > 0 && is_before(account, account - 1))
			move_forward(ledger, i);
	}
}

static int64_t
field_number(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	return field != NULL ? field->u.number : 0;
}

/* True if the account is the incident's, and wrong since that line. */
static bool
is_about(const struct sabot_account *account, const struct sabot_incident *incident)
{
	const struct sabot_field *on = sabot_incident_field(incident, "on");
	unsigned line = incident->of != 0 ? incident->of : incident->line;

	return account->wrong && account->wrong_line == line &&
	       account->box == field_number(incident, "box") &&
	       (account->hand < 0 || account->hand == field_number(incident, "hand")) &&
	       strcmp(account->bettor, incident->bettor) == 0 && on != NULL &&
	       strcmp(on->u.word, sabot_bet_to_string((enum sabot_bet)account->on)) == 0;
}

unsigned
sabot_accounts_find_incident_round(const struct sabot_accounts *ledger,
				   const struct sabot_incident *incident)
{
	for (int i = ledger->n_accounts - 1;
	     i >= 0 && sabot_incident_is_about_payment(incident->code); i--)
		if (is_about(&ledger->accounts[i], incident))
			return ledger->accounts[i].round;
	return incident->round;
}
