/*
 * Game protection: patterns in the log that are unlikely to be chance. Each comparison is a trial
 * with a named test and its numbers; all trials of a report are corrected together, so that by
 * chance alone one report in twenty names anything. Single persons are compared only if the house
 * allows names.
 */
#pragma once

#include "report/facts.h"

enum sabot_trial_kind {
	SABOT_TRIAL_LATE_BETS,   /* rounds with a bet after "no more bets" */
	SABOT_TRIAL_ERRORS,      /* rounds with another error caused by people */
	SABOT_TRIAL_VOID_ROUNDS, /* rounds made void */
	SABOT_TRIAL_PAYOUTS,     /* wrong payments, and their direction */
	SABOT_TRIAL_COUNT,       /* bets, and the count of the cards seen before them */
	SABOT_TRIAL_LAST_MOMENT, /* bets just before "no more bets", and whether they won */
	SABOT_TRIAL_SHUFFLE,     /* cards in the order of the load before */
};
enum { SABOT_TRIAL_KINDS = SABOT_TRIAL_SHUFFLE + 1 };

enum sabot_trial_unit {
	SABOT_TRIAL_TABLE,
	SABOT_TRIAL_DEALER,
	SABOT_TRIAL_BETTOR,
	SABOT_TRIAL_SEAT, /* a box and the person betting there */
};

struct sabot_trial {
	enum sabot_trial_kind kind;
	enum sabot_trial_unit unit;
	char *table;  /* NULL: all tables */
	char *who;    /* a dealer's or bettor's name in the log; NULL: none */
	int box;      /* 0: no single box */
	uint8_t game; /* as in a sheet; only others of the same game are compared */
	/*
	 * Rounds, and those with the pattern; wrong payments, and those that were too high; loads,
	 * and those in which stakes rose with the count; bets of the last moment, and those that
	 * won; loads, and the longest run of cards of one in the order of the load before.
	 */
	int64_t cases, hits;
	int64_t others_cases, others_hits; /* of all others of this kind and unit */
	int64_t amount_minor;              /* paid too much, less paid too little */
	/*
	 * COUNT: number of bets examined; SHUFFLE: number of places where cards could be in order
	 */
	int64_t bets;
	uint32_t load; /* SHUFFLE: the load with the longest run */
	/* COUNT: mean bets at a count of 2 and above, and below; or NAN */
	double at_high_minor, at_low_minor;
	double statistic; /* COUNT: the loads' correlations, the wide ones weighing more */
	double low, high; /* its 95 % interval; of the share of hits, for the others */
	bool is_tried;    /* there is enough data for a test */
	double p;         /* probability of this or worse by chance alone */
	double p_all;     /* corrected for all trials */
	bool is_found;    /* not attributed to chance */
};

/* An empty list of struct sabot_trial. Transferred. */
GPtrArray *
sabot_protection_list_new(void);

/* Borrowed from `trials`. */
struct sabot_trial *
sabot_protection_trial(GPtrArray *trials, enum sabot_trial_kind kind, enum sabot_trial_unit unit);
