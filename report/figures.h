/*
 * Functions that several reports share: an incident's cause and sentence, sums by table, hours and
 * shares. Results are transferred unless stated otherwise.
 */
#pragma once

#include "report/facts.h"

/*
 * Causes do not assign blame: an incident explained by a shoe's fault in the same round is the
 * shoe's.
 */
enum sabot_cause { SABOT_CAUSE_HUMAN, SABOT_CAUSE_DEVICE, SABOT_CAUSE_PROCEDURE };
enum { SABOT_CAUSES = SABOT_CAUSE_PROCEDURE + 1 };

/* The cause by the code alone. */
enum sabot_cause
sabot_cause_of_code(enum sabot_incident_code code);
/* The cause, considering what happened in the round. The sheet is the incident's. */
enum sabot_cause
sabot_cause_of(const struct sabot_sheet *sheet, const struct sabot_sheet_incident *incident);
/* True if it was neither explained by later events nor ruled a false alarm. */
static inline bool
sabot_sheet_incident_is_error(const struct sabot_sheet_incident *incident)
{
	return !incident->is_explained &&
	       !(incident->is_ruled && incident->remedy == SABOT_REMEDY_FALSE_ALARM);
}

/* In the user's language, borrowed. */
const char *
sabot_cause_words(enum sabot_cause cause);
/* The incident as one sentence in the user's language. */
char *
sabot_figure_incident(const struct sabot_sheet *sheet, const struct sabot_sheet_incident *incident);

/* The text of a word; NULL for 0, so that a cell stays empty. Borrowed. */
const char *
sabot_figure_word(const struct sabot_sheet *sheet, uint32_t word);

/* A person's name, if the house allows names, otherwise the log's id; NULL for 0. Borrowed. */
const char *
sabot_figure_person(const struct sabot_facts *facts, const struct sabot_sheet *sheet,
		    uint32_t word);

/* The number; SABOT_REPORT_NONE for 0. */
static inline int64_t
sabot_figure_number(uint32_t number)
{
	return number != 0 ? number : SABOT_REPORT_NONE;
}

/* The number; SABOT_REPORT_NONE if `is_had` is false. */
static inline int64_t
sabot_figure_if(bool is_had, int64_t number)
{
	return is_had ? number : SABOT_REPORT_NONE;
}

/* The amount of a document; SABOT_REPORT_NONE if there is no document, or it has no amount. */
static inline int64_t
sabot_figure_amount(const struct sabot_document *document)
{
	return document != NULL && document->has_amount ? document->amount_minor
							: SABOT_REPORT_NONE;
}

/* The share in millionths; SABOT_REPORT_NONE if `whole` is 0. */
int64_t
sabot_figure_share(int64_t part, int64_t whole);
/* `part` times `factor` divided by `whole`, rounded; SABOT_REPORT_NONE if `whole` is 0. */
int64_t
sabot_figure_scaled(int64_t part, int64_t factor, int64_t whole);
/* Thousandths of `part` per thousand of `whole`. */
int64_t
sabot_figure_per_thousand(int64_t part, int64_t whole);
/*
 * The number per hour in thousandths of what was counted in `n_rounds` rounds, which took
 * `duration_us`; SABOT_REPORT_NONE if these are too few, or took too little time, for a pace.
 */
int64_t
sabot_figure_pace(int64_t count, int64_t n_rounds, int64_t duration_us);

/* True for a correction, or a ruling by which the difference is paid. */
bool
sabot_sheet_note_is_redress(const struct sabot_sheet_note *note);

/* The hour of the day in the house's zone, 0 … 23; -1 if the time is not known. */
int
sabot_figure_hour_of_day(const struct sabot_facts *facts, int64_t at_us);

/* The hour of the day that is the `nth` of the gaming day, from 0 on: its hours in their order. */
int
sabot_figure_nth_hour(const struct sabot_facts *facts, int nth);

/* A period in which a table's shoe was away, or did not work. */
struct sabot_shoe_absence {
	int64_t from_us, to_us; /* G_MAXINT64: not back yet */
};

/*
 * All absences (of struct sabot_shoe_absence), in order, whatever the time of the facts.
 * Transferred.
 */
GArray *
sabot_shoe_absence(const struct sabot_facts_table *table);

/* A table's figures, over the time of the facts. */
struct sabot_figure_table {
	const char *name;
	uint32_t n_rounds, n_void, n_unverified, n_incidents;
	uint32_t n_hands;
	struct sabot_facts_money money;
	int64_t paid_wrong_minor; /* paid too much, less paid too little */
	int64_t corrected_minor;  /* by corrections and rulings */
	int64_t commission_paid_minor;
	int64_t playing_us; /* from each round's first bet to its end */
	int64_t first_us, last_us;
	int64_t away_us;   /* the shoe was away, or did not work */
	uint32_t n_faults; /* of the shoe */
	bool has_payments, owes_commission;
};

/*
 * The amount paid too much on a stake (negative: too little). A winning stake without a payment
 * counts as unpaid at a table that reports payments.
 */
int64_t
sabot_figure_difference(const struct sabot_sheet *sheet, const struct sabot_sheet_stake *stake);

/* One struct per table of the facts, in their order (g_free()). */
struct sabot_figure_table *
sabot_figure_tables(const struct sabot_facts *facts);

/*
 * Add the reason why single persons are not named: it is `off`, or the reader lacks the right.
 * Otherwise nothing.
 */
void
sabot_figure_why_no_people(struct sabot_report *report, const struct sabot_facts *facts,
			   const char *off);
