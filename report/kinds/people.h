/*
 * Persons at tables, where the house has switched it on: who dealt when and where, for how long net
 * of what the shoe was away, with which pauses, and what errors were his. From the log's `staff`
 * events, its rounds and its incidents.
 */
#pragma once

#include "report/figures.h"

/* Somebody on the dealer's post of a table, as far as it is within the time of the facts. */
struct sabot_stint {
	const char *who; /* borrowed from the sheets */
	guint table;     /* its place in the facts */
	int64_t from_us, to_us;
	int64_t pause_us; /* since his last stint anywhere; SABOT_REPORT_NONE: none */
};

struct sabot_dealer_figures {
	const char *who; /* "": nobody was named. Borrowed from the sheets */
	int64_t rounds, hands;
	int64_t timed_rounds, timed_hands; /* those that `dealing_us` was spent on */
	int64_t dealing_us;                /* from round to round, breaks and the shoe's away off */
	int64_t in_hands_us; /* the part of it that `timed_hands` took: not punto banco's */
	int64_t at_table_us, pauses_us;
	uint32_t n_pauses;
	int64_t causes[SABOT_CAUSES];
	int64_t kinds[SABOT_INCIDENT_CODES]; /* of errors that people brought about */
	uint32_t void_rounds;
};

struct sabot_people {
	GArray *stints;     /* of struct sabot_stint: by person, then time */
	GPtrArray *dealers; /* of struct sabot_dealer_figures, by id */
};

/* Transferred. */
struct sabot_people *
sabot_people_new(const struct sabot_facts *facts);
void
sabot_people_free(struct sabot_people *people);
