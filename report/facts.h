/*
 * The data that reports are made from: the sheets of every table, the house log's events, and the
 * house's own data, for a period of time. gather/report-gather.h fills it in; the report-*.c files
 * only read it.
 */
#pragma once

#include "report/report.h"
#include "sheet.h"
#include "shift/result.h"

#include <jansson.h>

/* The worth of a bet under some rules, per unit staked. */
struct sabot_facts_odds {
	bool is_known;
	double edge;     /* the house's share */
	double variance; /* of the player's gain */
	/*
	 * of the gains of two boxes of one round; if equal to `variance`, they win and lose
	 * together
	 */
	double covariance;
	double error;   /* standard deviation of the edge; 0 if it was counted exactly */
	int64_t rounds; /* number of simulated rounds; 0: it was counted */
};

/* The exact odds of a bet by the sheet's rules. */
typedef struct sabot_facts_odds
sabot_facts_odds_fn(const struct sabot_sheet *sheet, enum sabot_bet bet, gpointer data);

struct sabot_facts_table {
	char *name;
	char *camera;         /* the camera that sees it; NULL: not given */
	char *device;         /* the shoe configured there; NULL: not given */
	GPtrArray *sheets;    /* of struct sabot_sheet, in the order of the log */
	unsigned veiled_load; /* the load in the shoe, which is left out; 0: none */
	int64_t veiled_us;    /* when that load was put in */
};

struct sabot_facts_event {
	int64_t at_us, n;
	json_t *object;
};

/* A shoe that came to a table, or reported on itself there. */
struct sabot_facts_shoe {
	int64_t at_us;
	const char *device, *serial, *firmware; /* borrowed; NULL: not given */
	json_t *object;
};

struct sabot_facts {
	char *site;
	GTimeZone *zone;
	int64_t from_us, to_us;       /* G_MININT64, G_MAXINT64: no bound; to_us is excluded */
	char *span;                   /* its name, or NULL */
	unsigned load;                /* 0 = all */
	char *letterhead, *licence;   /* for paper; or NULL */
	unsigned copy;                /* number of the printed copy; 0: not given */
	int64_t cash_threshold_minor; /* cash from this amount on is recorded by patron; 0: never */
	bool has_house;               /* events of the house log were added */
	bool names_signers;           /* signers of documents of table money are named */
	char *checkpoint;             /* or NULL */
	int64_t made_us;
	/*
	 * events in this archive and earlier ones, up to this time, are not in the facts; 0:
	 * nothing is missing
	 */
	int64_t missing_archive, missing_us;
	GPtrArray *simulated; /* of char *: tables left out because no real cards were used */
	char **asked_tables;  /* borrowed names of the only tables to include; NULL: all tables */
	bool names_people;    /* the house allows reports on single persons */
	bool hides_people;    /* but the reader may not see them; then names_people is off */
	GPtrArray *tables;    /* of struct sabot_facts_table, by name */
	GArray *house;        /* of struct sabot_facts_event, only those within the time */
	GHashTable *shoes;    /* table's name -> GArray of all its struct sabot_facts_shoe */
	GHashTable *makes;    /* a shoe's name -> its make */
	GHashTable *names;    /* a person's id -> name, if the house allows names */
	GHashTable *signers;  /* id -> name of the signers of documents, if they are named */
	char shift[SABOT_SHIFT_ID_SIZE]; /* id of the shift; "" = the time is not a shift's */
	struct sabot_calendar *calendar; /* NULL: the house has none */
	struct sabot_formula formula;
	struct sabot_ledger *ledger; /* all documents of table money, whatever the time */
	int64_t form_from, form_to;  /* numbers of blank slips; 0 = none */
	GArray *chips;               /* of int64_t: values on blank forms, largest first */
	sabot_facts_odds_fn *odds;
	gpointer odds_data;
	GDestroyNotify odds_free; /* of odds_data, or NULL */
};

/* Without a table or an event, for the caller to fill in. Transferred. */
struct sabot_facts *
sabot_facts_new(void);
void
sabot_facts_free(struct sabot_facts *facts);

/*
 * Remove simulated parts, which do not belong to a house's figures, and keep their tables' names.
 */
void
sabot_facts_leave_out_simulated(struct sabot_facts *facts);

/* From now on leave out loads that are still in a shoe, with their rounds and incidents. */
void
sabot_facts_veil(struct sabot_facts *facts);

/*
 * True if rounds of this table (its index) within the time are left out, so that sums are not
 * meaningful.
 */
bool
sabot_facts_is_veiled(const struct sabot_facts *facts, guint table);

/* True if there is any data of a table of this name. */
bool
sabot_facts_has_table(const struct sabot_facts *facts, const char *name);

/* True if the filter includes the table, even with no data. */
bool
sabot_facts_asks(const struct sabot_facts *facts, const char *table);

/*
 * The signer of a document: the name if it is known here, otherwise the log's id. NULL for NULL.
 * Borrowed.
 */
const char *
sabot_facts_signer(const struct sabot_facts *facts, const char *id);

/* Add a table without sheets. Borrowed. */
struct sabot_facts_table *
sabot_facts_add_table(struct sabot_facts *facts, const char *name);
/*
 * Add an event of the house log, in the log's order: it is kept if it is within the time, documents
 * of table money always. `object` is transferred.
 */
void
sabot_facts_add_house(struct sabot_facts *facts, int64_t n, int64_t at_us, json_t *object);

/*
 * The shoe that was at the table at that time, whenever it came there. Borrowed; NULL: not known.
 */
const struct sabot_facts_shoe *
sabot_facts_shoe_at(const struct sabot_facts *facts, const char *table, int64_t at_us);

/* True if the time is within that of the facts. */
static inline bool
sabot_facts_has(const struct sabot_facts *facts, int64_t at_us)
{
	return at_us >= facts->from_us && at_us < facts->to_us;
}

/*
 * Walks the rounds that ended within the time (and of the load, if the filter has one): set all to
 * zero but `facts`, then call until the result is NULL.
 */
struct sabot_facts_walk {
	const struct sabot_facts *facts;
	guint table, sheet, row; /* position of the one found; the search continues after it */
	bool is_begun;
	const struct sabot_facts_table *its_table;
	const struct sabot_sheet *its_sheet;
};

/* Borrowed; NULL at the end. */
const struct sabot_sheet_round *
sabot_facts_next_round(struct sabot_facts_walk *walk);
const struct sabot_sheet_incident *
sabot_facts_next_incident(struct sabot_facts_walk *walk);
/* As sabot_facts_next_round(), for loads that were in the shoe at some moment within the time. */
const struct sabot_sheet_load *
sabot_facts_next_load(struct sabot_facts_walk *walk);
const struct sabot_sheet_note *
sabot_facts_next_note(struct sabot_facts_walk *walk);

/*
 * The shifts that begin within the time, or the one of the filter: of struct sabot_shift, borrowed.
 */
GPtrArray *
sabot_facts_shifts(const struct sabot_facts *facts);

/* The facts restricted to one shift of the calendar: all content is borrowed. */
struct sabot_facts
sabot_facts_of_shift(const struct sabot_facts *facts, const char *shift);

/* The sums of a round's stakes. */
struct sabot_facts_money {
	int64_t staked_minor; /* put on bets */
	int64_t won_minor;    /* the house's win by the cards: less due, including commission */
	/* still to be collected (`commission_when = at_end`) or deducted */
	int64_t commission_minor;
	int64_t paid_minor;       /* the amounts paid, less those collected */
	int64_t unpaid_due_minor; /* due on stakes without a recorded payment */
	uint32_t n_stakes, n_paid;
	uint32_t n_uncertain; /* further stakes whose amount due is not certain: in no other sum */
};
void
sabot_facts_add_round(struct sabot_facts_money *sum, const struct sabot_sheet *sheet,
		      const struct sabot_sheet_round *round);
