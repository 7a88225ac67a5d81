/*
 * What several reports share: an incident's cause and sentence, sums by table, hours and shares.
 * Results are transferred unless they are said to be borrowed.
 */
#pragma once

#include "report/facts.h"

/* No blame: an incident that a shoe's fault in the same round explains is the shoe's. */
enum sabot_cause { SABOT_CAUSE_HUMAN, SABOT_CAUSE_DEVICE, SABOT_CAUSE_PROCEDURE };
enum { SABOT_CAUSES = SABOT_CAUSE_PROCEDURE + 1 };

/* By its kind alone. */
enum sabot_cause
sabot_cause_of_code(enum sabot_incident_code code);
/* With what happened in its round. The sheet is the incident's. */
enum sabot_cause
sabot_cause_of(const struct sabot_sheet *sheet, const struct sabot_sheet_incident *incident);
/* Neither explained by what came later nor ruled a false alarm. */
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

/* NULL for 0, so that a cell stays empty. Borrowed. */
const char *
sabot_figure_word(const struct sabot_sheet *sheet, uint32_t word);

/* A person by name, where the house allows it, else by the log's id; NULL for 0. Borrowed. */
const char *
sabot_figure_person(const struct sabot_facts *facts, const struct sabot_sheet *sheet,
		    uint32_t word);

/* Which one; SABOT_REPORT_NONE for 0, which is none. */
static inline int64_t
sabot_figure_number(uint32_t number)
{
	return number != 0 ? number : SABOT_REPORT_NONE;
}

/* SABOT_REPORT_NONE where it is not had. */
static inline int64_t
sabot_figure_if(bool is_had, int64_t number)
{
	return is_had ? number : SABOT_REPORT_NONE;
}

/* What a document says; SABOT_REPORT_NONE where there is none, or it says no amount. */
static inline int64_t
sabot_figure_amount(const struct sabot_document *document)
{
	return document != NULL && document->has_amount ? document->amount_minor
							: SABOT_REPORT_NONE;
}

/* Millionths; SABOT_REPORT_NONE where `whole` is 0. */
int64_t
sabot_figure_share(int64_t part, int64_t whole);
/* `part` times `factor` over `whole`, cut off; SABOT_REPORT_NONE where `whole` is 0. */
int64_t
sabot_figure_scaled(int64_t part, int64_t factor, int64_t whole);
/* Thousandths of `part` in each thousand of `whole`. */
int64_t
sabot_figure_per_thousand(int64_t part, int64_t whole);
/* Thousandths of so many an hour, in so much time; SABOT_REPORT_NONE where there was none. */
int64_t
sabot_figure_per_hour(int64_t count, int64_t duration_us);

/* A correction, or a ruling by which the difference is paid. */
bool
sabot_sheet_note_is_redress(const struct sabot_sheet_note *note);

/* The hour of the day in the house's zone, 0 … 23; -1 where the time is not known. */
int
sabot_figure_hour_of_day(const struct sabot_facts *facts, int64_t at_us);

/* A time in which a table's shoe was not there, or did not work. */
struct sabot_shoe_absence {
	int64_t from_us, to_us; /* G_MAXINT64: it has not come back */
};

/* Of struct sabot_shoe_absence, in order, whatever the time of the facts. Transferred. */
GArray *
sabot_shoe_absence(const struct sabot_facts_table *table);

/* A table in figures, over the time of the facts. */
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
	int64_t away_us;   /* the shoe was not there, or did not work */
	uint32_t n_faults; /* of the shoe */
	bool has_payments, owes_commission;
};

/*
 * What was paid on a stake too much (less: negative). A winning stake without a payment at a table
 * that reports them was not paid.
 */
int64_t
sabot_figure_difference(const struct sabot_sheet *sheet, const struct sabot_sheet_stake *stake);

/* One a table of the facts, in their order (g_free()). */
struct sabot_figure_table *
sabot_figure_tables(const struct sabot_facts *facts);

/* Why single persons are not named: `off`, or that the reader lacks the right. Else nothing. */
void
sabot_figure_why_no_people(struct sabot_report *report, const struct sabot_facts *facts,
			   const char *off);
