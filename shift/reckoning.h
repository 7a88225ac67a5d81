/*
 * Compares three results of a table: the win by the cards, the win by what was paid, and the win by
 * its chips. Differences are broken down to stakes, seats and entries; the rest is unexplained.
 * Expectation and deviation are computed from the bets that were made, which separates luck from
 * loss. Integers throughout. Pure; one handle a table and shift.
 */
#pragma once

#include "expectation.h"
#include "result.h"

/* A stake of a round that is over. Borrowed. */
struct sabot_reckoned_stake {
	int64_t round, box;
	int64_t hand; /* -1: a bet without a hand */
	const char *bettor, *on;
	int64_t stake_minor, due_minor;
	bool is_uncertain;        /* a card was not seen: the amount due is unknown, and not read */
	int64_t bet_minor;        /* the stake before doubling and splitting */
	int64_t commission_minor; /* collected later; 0 if it is deducted at once */
};

enum sabot_difference_kind {
	SABOT_DIFFERENCE_PAYOUT,      /* paid otherwise than due */
	SABOT_DIFFERENCE_UNPAID,      /* a winning stake that was not paid */
	SABOT_DIFFERENCE_COMMISSION,  /* of a seat: owed, and not collected */
	SABOT_DIFFERENCE_OPENER,      /* the opener differs from the closer before it */
	SABOT_DIFFERENCE_CLOSER,      /* the next opener, counted, differs from the closer */
	SABOT_DIFFERENCE_SLIP,        /* the amount received is not the amount issued */
	SABOT_DIFFERENCE_GAP,         /* a blank form of the table was not returned */
	SABOT_DIFFERENCE_MARKER,      /* its copy is not in the drop box, and chips are missing */
	SABOT_DIFFERENCE_UNEXPLAINED, /* the rest */
};
enum { SABOT_DIFFERENCE_KINDS = SABOT_DIFFERENCE_UNEXPLAINED + 1 };

struct sabot_difference {
	enum sabot_difference_kind kind;
	int64_t round; /* 0: none */
	int64_t box, hand;
	char *bettor, *on;
	int64_t number;                   /* of the slip or marker; 0: none */
	int64_t expected_minor, is_minor; /* due and paid, owed and collected, before and counted */
	int64_t amount_minor;             /* what the house is short by; negative: over */
};

/* All stakes on one bet. */
struct sabot_reckoned_bet {
	char *on;
	int64_t n_stakes, staked_minor, due_minor;
};

struct sabot_reckoning_sum {
	int64_t n_rounds, n_stakes, staked_minor;
	/* further stakes, whose amount due is unknown: in none of the sums */
	int64_t n_uncertain;
	int64_t cards_win_minor; /* by the cards, including commission collected later */
	int64_t payouts_minor;   /* paid more than due; negative: less */
	int64_t put_right_minor; /* part of payouts: later corrections and rulings */
	int64_t commission_minor, commission_unpaid_minor; /* owed; owed and not collected */
	int64_t paid_win_minor;    /* cards - payouts - commission not collected */
	bool has_chips;            /* opener, closer and drop are known */
	int64_t chips_win_minor;   /* by the counts and the content of the drop box */
	int64_t closer_minor;      /* next opener, if counted, minus closer */
	int64_t markers_minor;     /* missing in the drop boxes, as far as chips are */
	bool has_unexplained;      /* has_chips, no round is veiled and no stake uncertain */
	int64_t unexplained_minor; /* chips + closer + markers - paid */
	bool has_expectation;      /* the odds of every stake are known */
	int64_t expected_minor, deviation_minor;
	int64_t z_hundredths; /* of the win by the cards; only with a deviation */
};

struct sabot_reckoning;

struct sabot_reckoning *
sabot_reckoning_new(void);
/* NULL is allowed. */
void
sabot_reckoning_free(struct sabot_reckoning *reckoning);

/* Add a stake as it was settled. If it was added before (settled again by a ruling), replace it. */
void
sabot_reckoning_add_stake(struct sabot_reckoning *reckoning,
			  const struct sabot_reckoned_stake *stake);

/* Add a payment on a stake; negative: collected. Only the key of `stake` is read. */
void
sabot_reckoning_add_paid(struct sabot_reckoning *reckoning,
			 const struct sabot_reckoned_stake *stake, int64_t amount_minor);

/* Add a later payment on a round: a correction or a ruling `pay_difference`. `box` 0: unknown. */
void
sabot_reckoning_add_later(struct sabot_reckoning *reckoning, int64_t round, int64_t box,
			  int64_t amount_minor);

/* Add commission that a bettor paid, in minor units. */
void
sabot_reckoning_add_commission(struct sabot_reckoning *reckoning, int64_t box, const char *bettor,
			       int64_t amount_minor);

/* In these rounds payments were reported: a winning stake without a payment counts as unpaid. */
void
sabot_reckoning_set_reported(struct sabot_reckoning *reckoning, int64_t from_round,
			     int64_t to_round);

/*
 * Some rounds of the shift are veiled. The commission owed and the unexplained rest depend on every
 * round, so they are unknown and not reported as differences.
 */
void
sabot_reckoning_set_veiled(struct sabot_reckoning *reckoning);

/*
 * Set the odds of the table's bets (transferred, or NULL). Without them has_expectation is false.
 */
void
sabot_reckoning_set_expectation(struct sabot_reckoning *reckoning,
				struct sabot_expectation *expectation);

/* Take the table's result and its differing slips from the documents of the shift. */
void
sabot_reckoning_set_result(struct sabot_reckoning *reckoning, const struct sabot_ledger *ledger,
			   const char *shift, const char *table);

/* Compute the sums and differences; call it once, after everything was added. */
void
sabot_reckoning_finish(struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *ret_sum);

/* Of struct sabot_difference, sorted by round; after sabot_reckoning_finish(). Borrowed. */
const GPtrArray *
sabot_reckoning_differences(const struct sabot_reckoning *reckoning);
/* Of struct sabot_reckoned_bet; likewise. */
const GPtrArray *
sabot_reckoning_bets(const struct sabot_reckoning *reckoning);

/* The word used on the wire and in files. */
const char *
sabot_difference_kind_to_string(enum sabot_difference_kind kind);
