/*
 * Game protection: what in the log is unlikely to be chance. Each comparison is a trial with a
 * named test and its numbers; all of a report are corrected together, so that by chance alone one
 * report in twenty names anything. Single persons are compared only where the house allows names.
 */
#pragma once

#include "report/facts.h"

enum sabot_trial_kind {
	SABOT_TRIAL_LATE_BETS,   /* rounds with a bet after "no more bets" */
	SABOT_TRIAL_ERRORS,      /* rounds with another error that people brought about */
	SABOT_TRIAL_VOID_ROUNDS, /* rounds made void */
	SABOT_TRIAL_PAYOUTS,     /* wrong payments, and which way they went */
	SABOT_TRIAL_COUNT,       /* bets, and the count of the cards seen before them */
	SABOT_TRIAL_LAST_MOMENT, /* bets just before "no more bets", and whether they won */
	SABOT_TRIAL_SHUFFLE,     /* cards in the order that they had in the load before */
};
enum { SABOT_TRIAL_KINDS = SABOT_TRIAL_SHUFFLE + 1 };

enum sabot_trial_unit {
	SABOT_TRIAL_TABLE,
	SABOT_TRIAL_DEALER,
	SABOT_TRIAL_BETTOR,
	SABOT_TRIAL_SEAT, /* a box and who bets there */
};

struct sabot_trial {
	enum sabot_trial_kind kind;
	enum sabot_trial_unit unit;
	char *table;  /* NULL: of all tables */
	char *who;    /* a dealer's or bettor's name in the log; NULL: nobody's */
	int box;      /* 0: of no one box */
	uint8_t game; /* as in a sheet; others are compared of the same game only */
	/*
	 * Rounds and those with it; wrong payments and those that were too much; loads and those
	 * in which stakes rose with the count; bets of the last moment and those that won; loads
	 * and the most cards of one in the order of the load before.
	 */
	int64_t cases, hits;
	int64_t others_cases, others_hits; /* of all others of this kind and unit */
	int64_t amount_minor;              /* what was paid too much, less too little */
	int64_t bets;  /* COUNT: how many were looked at; SHUFFLE: where cards could be in order */
	uint32_t load; /* SHUFFLE: the load with the most */
	double at_high_minor, at_low_minor; /* COUNT: mean bets at 2 and up, below; or NAN */
	double statistic; /* COUNT: the loads' correlations, the wide ones weighing more */
	double low, high; /* its 95 % interval; of the share of hits, for the others */
	bool is_tried;    /* there is enough to try */
	double p;         /* by chance alone so or worse */
	double p_all;     /* corrected for all that were tried */
	bool is_found;    /* not put down to chance */
};

/* Borrowed from `trials`. */
struct sabot_trial *
sabot_protection_trial(GPtrArray *trials, enum sabot_trial_kind kind, enum sabot_trial_unit unit);
