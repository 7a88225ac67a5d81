/*
 * Why a table won what it won: what the cards say that it should have, what was really paid, and
 * what its chips say. The difference is broken down to stakes, seats and entries; what is left is
 * unexplained. Expectation and deviation come from the bets really made, so that luck and loss are
 * kept apart. Whole numbers throughout. Pure; one handle a table and shift.
 */
#pragma once

#include "expectation.h"
#include "result.h"

/* A stake of a round that is over. Borrowed. */
struct sabot_reckoned_stake {
	int64_t round, box;
	int64_t hand; /* -1: a bet that has no hand */
	const char *bettor, *on;
	int64_t stake_minor, due_minor;
	int64_t bet_minor;        /* of the stake: before doubling and splitting added to it */
	int64_t commission_minor; /* collected later; 0 where it is taken off at once */
};

enum sabot_difference_kind {
	SABOT_DIFFERENCE_PAYOUT,      /* paid otherwise than due */
	SABOT_DIFFERENCE_UNPAID,      /* a winning stake that was not paid */
	SABOT_DIFFERENCE_COMMISSION,  /* of a seat: owed, and not collected */
	SABOT_DIFFERENCE_OPENER,      /* the opener is not the closer before */
	SABOT_DIFFERENCE_CLOSER,      /* the next opener, counted, is not the closer */
	SABOT_DIFFERENCE_SLIP,        /* something else was received than issued */
	SABOT_DIFFERENCE_GAP,         /* a blank form of the table has not come back */
	SABOT_DIFFERENCE_UNEXPLAINED, /* what is left */
};
enum { SABOT_DIFFERENCE_KINDS = SABOT_DIFFERENCE_UNEXPLAINED + 1 };

struct sabot_difference {
	enum sabot_difference_kind kind;
	int64_t round; /* 0: of none */
	int64_t box, hand;
	char *bettor, *on;
	int64_t number;                   /* of the slip; 0: of none */
	int64_t expected_minor, is_minor; /* due and paid, owed and collected, before and counted */
	int64_t amount_minor; /* that the house has less of it than it should; negative: more */
};

/* All stakes on one bet. */
struct sabot_reckoned_bet {
	char *on;
	int64_t n_stakes, staked_minor, due_minor;
};

struct sabot_reckoning_sum {
	int64_t n_rounds, n_stakes, staked_minor;
	int64_t cards_win_minor; /* by the cards; commission that is collected later included */
	int64_t payouts_minor;   /* paid more than due; negative: less */
	int64_t put_right_minor; /* of it by corrections and rulings, later */
	int64_t commission_minor, commission_unpaid_minor; /* owed; and not collected */
	int64_t paid_win_minor;    /* cards - payouts - commission that was not collected */
	bool has_chips;            /* opener, closer and drop are known */
	int64_t chips_win_minor;   /* by the counts, with everything that was in the box */
	int64_t closer_minor;      /* what the next opener, where it was counted, has more */
	bool has_unexplained;      /* and no round is veiled */
	int64_t unexplained_minor; /* chips + closer - paid */
	bool has_expectation;      /* every stake's odds are known */
	int64_t expected_minor, deviation_minor;
	int64_t z_hundredths; /* of the win by the cards; only with a deviation */
};

struct sabot_reckoning;

struct sabot_reckoning *
sabot_reckoning_new(void);
/* NULL is allowed. */
void
sabot_reckoning_free(struct sabot_reckoning *reckoning);

/* A stake as it was settled; settled again, after a ruling, it takes the earlier one's place. */
void
sabot_reckoning_add_stake(struct sabot_reckoning *reckoning,
			  const struct sabot_reckoned_stake *stake);

/* What was paid on a stake: of it the key only counts. Negative: collected. */
void
sabot_reckoning_add_paid(struct sabot_reckoning *reckoning,
			 const struct sabot_reckoned_stake *stake, int64_t amount_minor);

/* Paid later on a round: a correction, or the ruling `pay_difference`. `box` 0: not said. */
void
sabot_reckoning_add_later(struct sabot_reckoning *reckoning, int64_t round, int64_t box,
			  int64_t amount_minor);

/* Add commission that a bettor paid, in minor units. */
void
sabot_reckoning_add_commission(struct sabot_reckoning *reckoning, int64_t box, const char *bettor,
			       int64_t amount_minor);

/* In these rounds the table reported payments: a winning stake without one was not paid. */
void
sabot_reckoning_set_reported(struct sabot_reckoning *reckoning, int64_t from_round,
			     int64_t to_round);

/*
 * Some rounds of the shift are veiled: what follows from all of them, commission that is owed and
 * what is unexplained, is not known yet, and no difference.
 */
void
sabot_reckoning_set_veiled(struct sabot_reckoning *reckoning);

/* What its bets are worth (transferred; or NULL). Without it nothing is expected. */
void
sabot_reckoning_set_expectation(struct sabot_reckoning *reckoning,
				struct sabot_expectation *expectation);

/* What the documents of the shift say of the table; its slips that differ. */
void
sabot_reckoning_set_result(struct sabot_reckoning *reckoning, const struct sabot_ledger *ledger,
			   const char *shift, const char *table);

/* All is there: work it out. */
void
sabot_reckoning_finish(struct sabot_reckoning *reckoning, struct sabot_reckoning_sum *ret_sum);

/* After that; borrowed. Of struct sabot_difference, by round; of struct sabot_reckoned_bet. */
const GPtrArray *
sabot_reckoning_differences(const struct sabot_reckoning *reckoning);
const GPtrArray *
sabot_reckoning_bets(const struct sabot_reckoning *reckoning);

/* The word of the wire and of files. */
const char *
sabot_difference_kind_to_string(enum sabot_difference_kind kind);

/* New references. */
json_t *
sabot_difference_to_json(const struct sabot_difference *difference);
json_t *
sabot_reckoning_sum_to_json(const struct sabot_reckoning_sum *sum);
