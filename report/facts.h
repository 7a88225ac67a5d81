/*
 * What reports are made of: the sheets of every table, the house log's events, and what the house
 * says of itself, for a stretch of time. Who has the log fills it in (gather/report-gather.h); the
 * report-*.c files only read it.
 */
#pragma once

#include "report/report.h"
#include "report/output/sheet.h"
#include "shift/result.h"

#include <jansson.h>

/* What a bet is worth under some rules, per unit staked. */
struct sabot_facts_odds {
	bool is_known;
	double edge;       /* the house's share */
	double variance;   /* of what the player gains */
	double covariance; /* of what two boxes of one round gain; `variance`: they go together */
	double error;      /* of the edge, its standard deviation: 0 where it was counted exactly */
	int64_t rounds;    /* so many were simulated; 0: it was counted */
};

/* The exact odds of a bet by the sheet's rules. */
typedef struct sabot_facts_odds
sabot_facts_odds_fn(const struct sabot_sheet *sheet, enum sabot_bet bet, gpointer data);

struct sabot_facts_table {
	char *name;
	char *camera;         /* which one sees it; NULL: nobody said */
	char *device;         /* the shoe that is configured there; NULL: nobody said */
	GPtrArray *sheets;    /* of struct sabot_sheet, in the order of the log */
	unsigned veiled_load; /* is in the shoe, and left out; 0: none is */
	int64_t veiled_us;    /* when it was put in */
};

struct sabot_facts_event {
	int64_t at_us, n;
	json_t *object;
};

/* A shoe that came to a table, or reported something of itself there. */
struct sabot_facts_shoe {
	int64_t at_us;
	const char *device, *serial, *firmware; /* borrowed; NULL: not said */
	json_t *object;
};

struct sabot_facts {
	char *site;
	GTimeZone *zone;
	int64_t from_us, to_us;       /* G_MININT64, G_MAXINT64: no bound; to_us is not in it */
	char *span;                   /* its name, or NULL */
	unsigned load;                /* 0 = all */
	char *letterhead, *licence;   /* for paper; or NULL */
	unsigned copy;                /* which one is printed; 0: not said */
	int64_t cash_threshold_minor; /* from there on cash is known by patron; 0: never */
	bool names_signers;           /* by name who signed documents of table money */
	char *checkpoint;             /* or NULL */
	int64_t made_us;
	int64_t missing_archive, missing_us; /* what it and those before it hold, up to this time,
					        is not in the facts; 0: nothing is missing */
	GPtrArray *simulated; /* of char *: tables that are left out, being nobody's real cards */
	char **asked_tables;  /* names, borrowed: the others are left out; NULL: all tables */
	bool tells_people;    /* the house allows reports on single persons */
	bool hides_people;    /* but who asks may not know; then tells_people is off */
	GPtrArray *tables;    /* of struct sabot_facts_table, by name */
	GArray *house;        /* of struct sabot_facts_event, those of the time only */
	GHashTable *shoes;    /* table's name -> GArray of struct sabot_facts_shoe, all of them */
	GHashTable *makes;    /* a shoe's name -> its make */
	GHashTable *names;    /* a person's id -> name, where the house allows names */
	GHashTable *signers;  /* likewise of who signed documents, where they are named */
	char shift[SABOT_SHIFT_ID_SIZE]; /* which one it is; "" = the time is not a shift's */
	struct sabot_calendar *calendar; /* NULL: the house has none */
	struct sabot_formula formula;
	struct sabot_ledger *ledger; /* all of table money, whatever the time */
	int64_t form_from, form_to;  /* numbers of blank slips; 0 = none */
	GArray *chips;               /* of int64_t: values on blank forms, largest first */
	sabot_facts_odds_fn *odds;
	gpointer odds_data;
	GDestroyNotify odds_free; /* of odds_data, or NULL */
};

struct sabot_facts *
sabot_facts_new(void);
void
sabot_facts_free(struct sabot_facts *facts);

/* Simulated parts are no part of a house's figures: take them out, and keep their tables' names. */
void
sabot_facts_leave_out_simulated(struct sabot_facts *facts);

/* Loads that are still in a shoe, with their rounds and incidents, are left out from now on. */
void
sabot_facts_veil(struct sabot_facts *facts);

/* Rounds of this table, by its place, are left out of the time: their sums say nothing. */
bool
sabot_facts_is_veiled(const struct sabot_facts *facts, guint table);

/* Whether there is anything of a table of this name. */
bool
sabot_facts_has_table(const struct sabot_facts *facts, const char *name);

/* True if the filter includes the table, even with no data. */
bool
sabot_facts_asks(const struct sabot_facts *facts, const char *table);

/* Who signed a document: his name, else as the log names him. NULL for NULL. Borrowed. */
const char *
sabot_facts_signer(const struct sabot_facts *facts, const char *id);

/* A table without sheets. Borrowed. */
struct sabot_facts_table *
sabot_facts_add_table(struct sabot_facts *facts, const char *name);
/*
 * An event of the house log, in its order: kept where it is of the time, and documents of table
 * money in any case. `object` is transferred.
 */
void
sabot_facts_add_house(struct sabot_facts *facts, int64_t n, int64_t at_us, json_t *object);

/* The shoe that was at the table then, whenever it came there. Borrowed; NULL: nobody said. */
const struct sabot_facts_shoe *
sabot_facts_shoe_at(const struct sabot_facts *facts, const char *table, int64_t at_us);

/* True if the time is within that of the facts. */
static inline bool
sabot_facts_has(const struct sabot_facts *facts, int64_t at_us)
{
	return at_us >= facts->from_us && at_us < facts->to_us;
}

/*
 * The rounds that ended in the time (and of the load, if the filter has one): begin with all zero
 * but `facts`, then call until it is false.
 */
struct sabot_facts_walk {
	const struct sabot_facts *facts;
	guint table, sheet, row; /* of the one found; the next is looked for behind it */
	bool is_begun;
	const struct sabot_facts_table *its_table;
	const struct sabot_sheet *its_sheet;
};

/* Borrowed; NULL at the end. */
const struct sabot_sheet_round *
sabot_facts_next_round(struct sabot_facts_walk *walk);
const struct sabot_sheet_incident *
sabot_facts_next_incident(struct sabot_facts_walk *walk);
/* Loads that were in the shoe at some moment of it. */
const struct sabot_sheet_load *
sabot_facts_next_load(struct sabot_facts_walk *walk);
const struct sabot_sheet_note *
sabot_facts_next_note(struct sabot_facts_walk *walk);

/* The shifts that begin in the time, or the one of the filter: of struct sabot_shift, borrowed. */
GPtrArray *
sabot_facts_shifts(const struct sabot_facts *facts);

/* These facts, of one shift of the calendar only: all in it is borrowed. */
struct sabot_facts
sabot_facts_of_shift(const struct sabot_facts *facts, const char *shift);

/* What a round's stakes come to. */
struct sabot_facts_money {
	int64_t staked_minor;     /* put on bets */
	int64_t won_minor;        /* what the cards gave the house: less due, commission included */
	int64_t commission_minor; /* still to be collected (`commission_when = at_end`) or taken */
	int64_t paid_minor;       /* what was really paid, less what was collected */
	int64_t unpaid_due_minor; /* due on stakes without a recorded payment */
	uint32_t n_stakes, n_paid;
	uint32_t n_uncertain; /* further stakes of which the due is not certain: in no other sum */
};
void
sabot_facts_add_round(struct sabot_facts_money *sum, const struct sabot_sheet *sheet,
		      const struct sabot_sheet_round *round);
