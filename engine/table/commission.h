/*
 * What each bettor owes of commission where the house takes it later (`commission_when = at_end`):
 * grows with each round, shrinks with `commission_paid`, is corrected when a ruling settles the
 * last round again. A ledger of fixed size inside the table.
 */
#pragma once

#include "engine/core/round.h"
#include "engine/rules/rules.h"

enum { SABOT_COMMISSION_DEBTS_MAX = SABOT_BOXES_MAX * SABOT_BETTORS_MAX };

struct sabot_commission_debt {
	int box;
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
	int64_t owed_minor;       /* negative: paid too much */
	int64_t last_round_minor; /* the part of it that the last round added */
	int64_t paid_minor;       /* since it was judged last */
	bool uncertain;           /* more may be owed: of a round that is not certain */
};

/*
 * A line that is paid up makes room for the next bettor. What finds no line all the same is owed in
 * `others`: it has nobody's name, and no amount is lost.
 */
struct sabot_commission {
	int n_debts;
	struct sabot_commission_debt debts[SABOT_COMMISSION_DEBTS_MAX];
	struct sabot_commission_debt others; /* box 0, no name */
};

/* Add what round `last` owes; `again`: replace it, after a ruling has changed its result. */
void
sabot_commission_update(struct sabot_commission *commission, const struct sabot_rules *rules,
			const struct sabot_round *last, bool again);

/* Copy the debts that there are, not the room for others. */
void
sabot_commission_copy(const struct sabot_commission *commission, struct sabot_commission *copy);

/* The note `commission_paid`; `bettor` NULL or "" = the seat. */
void
sabot_commission_pay(struct sabot_commission *commission, const struct sabot_rules *rules, int box,
		     const char *bettor, int64_t amount_minor);

/* What one bettor (NULL or "" = the seat) owes. */
int64_t
sabot_commission_of(const struct sabot_commission *commission, int box, const char *bettor);

/* What all of them owe together. */
int64_t
sabot_commission_total(const struct sabot_commission *commission);
