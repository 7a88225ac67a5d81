/*
 * Persons at tables, if the house has enabled this: who dealt when and where, for how long net of
 * the shoe's absence, with which pauses and errors. From the log's `staff` events, its rounds and
 * its incidents.
 */
#pragma once

#include "report/figures.h"

/*
 * One period of a person on the dealer's post of a table, as far as it is within the time of the
 * facts.
 */
struct sabot_stint {
	const char *who; /* borrowed from the sheets */
	guint table;     /* its place in the facts */
	int64_t from_us, to_us;
	int64_t pause_us; /* since the person's last stint at any table; SABOT_REPORT_NONE: none */
};

struct sabot_dealer_figures {
	const char *who; /* "": nobody was named. Borrowed from the sheets */
	int64_t rounds, hands;
	int64_t timed_rounds, timed_hands; /* those that `dealing_us` was spent on */
	/* from round to round, without breaks and the shoe's absence */
	int64_t dealing_us;
	int64_t in_hands_us; /* the part spent on `timed_hands`; not for punto banco */
	int64_t at_table_us, pauses_us;
	uint32_t n_pauses;
	int64_t causes[SABOT_CAUSES];
	int64_t kinds[SABOT_INCIDENT_CODES]; /* of errors caused by people */
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
