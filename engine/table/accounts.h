/*
 * What is owed and what was paid on the stakes of the last rounds: one line a stake. Fixed size.
 */
#pragma once

#include "engine/core/incident.h"
#include "engine/core/round.h"

enum {
	SABOT_ACCOUNTS_MAX = 768,
	SABOT_ACCOUNTS_ROUNDS = 8, /* at least so many closed rounds can be paid */
	SABOT_DUES_MAX = 6,        /* different sums that may be owed; beyond, all between */
};

struct sabot_account {
	unsigned round; /* 0 = unused */
	uint8_t box;
	int8_t hand; /* -1 = a bet that has no hand */
	uint8_t on;  /* enum sabot_bet */
	uint8_t n_dues;
	bool settled;           /* its round is closed: the dues are known as far as they can be */
	bool all_between;       /* more sums are possible than `dues` holds: all from min to max */
	bool torn;              /* nothing is known about the due */
	bool is_paid : 1;       /* something was paid or collected */
	bool is_taken_back : 1; /* it was, before payments closed: the sum is 0 again */
	bool names_round;       /* by a `paid` that named its round */
	bool is_part;           /* the last payment may be a first part */
	bool wrong;             /* a payout_wrong or payout_missing stands */
	bool judged;            /* the due was certain when paid, or when payments closed */
	bool known;             /* it was when the round closed, or another of it was paid */
	bool redressed;         /* a redress line was printed, or says what differs from now on */
	bool ruled; /* its round was ruled void: nothing is owed, whatever the cards were */
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
	unsigned paid_line;     /* of the last payment */
	unsigned paid_in_round; /* the round in play at that line; 0 = none */
	unsigned wrong_line, wrong_code;
	unsigned redress_round;  /* the number that its round had in the last redress line */
	int64_t corrected_minor; /* by corrections, which are in the sum, too */
	int64_t stake_minor, sum_minor;
	int64_t due_min_minor, due_max_minor;
	int64_t judged_due_minor;
	int64_t difference_minor; /* of the last redress line */
	int64_t dues_minor[SABOT_DUES_MAX];
};

struct sabot_accounts {
	unsigned closed_round;    /* the payments of the rounds up to this are closed */
	unsigned last_paid_round; /* some payment of this round was reported */
	int64_t redress_minor;    /* the signed sum of what is open */
	unsigned parts_from;      /* no round before it has a first part; 0 = none has */
	int n_accounts;
	struct sabot_account accounts[SABOT_ACCOUNTS_MAX]; /* by round; those of one as printed */
};

/* The place of the first account of `round`, or of the rounds after it. */
int
sabot_accounts_first(const struct sabot_accounts *ledger, unsigned round);

/* The account of a stake; NULL when there is none. */
struct sabot_account *
sabot_accounts_find(struct sabot_accounts *ledger, unsigned round,
		    const struct sabot_settlement *stake);

/*
 * The same, made when there was none. When the ledger is full the oldest rounds make room, but for
 * the last SABOT_ACCOUNTS_ROUNDS and what is to be put right; NULL when that is not enough.
 */
struct sabot_account *
sabot_accounts_open(struct sabot_accounts *ledger, unsigned round,
		    const struct sabot_settlement *stake);

/* The same where it is known that there is none. */
struct sabot_account *
sabot_accounts_add(struct sabot_accounts *ledger, unsigned round,
		   const struct sabot_settlement *stake);

/*
 * Drop the accounts of rounds that nobody can name any more: all but the last
 * SABOT_ACCOUNTS_ROUNDS up to round `newest`, and those with something to be put right.
 */
void
sabot_accounts_forget(struct sabot_accounts *ledger, unsigned newest);

/* True if something is to be put right, be the sum of it 0. */
bool
sabot_accounts_are_redressed(const struct sabot_accounts *ledger);

/* Copy what is used. */
void
sabot_accounts_copy(const struct sabot_accounts *ledger, struct sabot_accounts *copy);

/* Forget what is known about the dues of a round: it is settled again. False: it has no account. */
bool
sabot_accounts_unsettle(struct sabot_accounts *ledger, unsigned round);

/* The dues of a round that are certain now were so before any card was read by a later ruling. */
void
sabot_accounts_record_known(struct sabot_accounts *ledger, unsigned round);

/* What was paid on the stakes of a round was not certain when it was paid, as turns out now. */
void
sabot_accounts_unjudge(struct sabot_accounts *ledger, unsigned round);

/* One more sum that may be owed. */
void
sabot_account_add_due(struct sabot_account *account, int64_t due_minor);

/* True if exactly one sum can be owed. */
static inline bool
sabot_account_is_certain(const struct sabot_account *account)
{
	return account->settled && !account->torn && account->n_dues == 1 && !account->all_between;
}

/* The due that is certain now was so before any card was read by a later ruling. */
static inline void
sabot_account_record_known(struct sabot_account *account)
{
	account->known |= sabot_account_is_certain(account);
}

/* True if the sum may be what is owed. */
bool
sabot_account_may_owe(const struct sabot_account *account, int64_t sum_minor);

/* True if the sum may be a first part of a due: from 0 up to less than it, on its side. */
bool
sabot_account_may_be_part(const struct sabot_account *account, int64_t sum_minor);

/*
 * The round is closed: its accounts are settled, one without a due owes nothing, and they are
 * sorted as their lines are. With `is_known` what is certain of them is so before any card was read
 * by a later ruling.
 */
void
sabot_accounts_settle(struct sabot_accounts *ledger, unsigned round, bool is_known);

/* True for a code that says that something was paid otherwise than due, or not at all. */
static inline bool
sabot_incident_is_about_payment(enum sabot_incident_code code)
{
	return code == SABOT_INCIDENT_PAYOUT_WRONG || code == SABOT_INCIDENT_PAYOUT_MISSING;
}

/*
 * The round that an incident of the last step is about: that of the stake if it is about a payment,
 * which may become certain when the next round is already in play; otherwise the one that the
 * incident names. 0: none, or one of an earlier load.
 */
unsigned
sabot_accounts_find_incident_round(const struct sabot_accounts *ledger,
				   const struct sabot_incident *incident);
