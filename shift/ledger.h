/*
 * The ledger: the state that follows from the documents of table money, in the order of the house
 * log. It decides which documents are not allowed (a number used twice, a step out of order, a
 * sealed shift), and holds what each table has. It is derived from the log alone, so it is the same
 * wherever it is replayed. All money is in minor units. Pure; not thread-safe.
 */
#pragma once

#include "document.h"

/*
 * The number of shifts held with all their documents; of earlier sealed ones only what later ones
 * depend on is held.
 */
enum { SABOT_LEDGER_SHIFTS_HELD = 60 };

/* The state of a slip's number of the gaming day. */
enum sabot_slip_state {
	SABOT_SLIP_RESERVED, /* on a blank form that was not returned: a gap */
	SABOT_SLIP_REQUESTED,
	SABOT_SLIP_ISSUED,
	SABOT_SLIP_RECEIVED,
	SABOT_SLIP_VOID,
};

struct sabot_slip {
	char day[SABOT_GAMING_DAY_SIZE];
	int64_t number;
	char shift[SABOT_SHIFT_ID_SIZE]; /* the shift of the form, or of the request */
	enum sabot_slip_state state;
	bool is_credit;
	/*
	 * Borrowed, the documents that now apply; NULL: none yet. `paper`: the form was printed
	 * blank.
	 */
	const struct sabot_document *paper, *request, *issue, *receipt, *voided;
};

struct sabot_marker {
	char day[SABOT_GAMING_DAY_SIZE];
	int64_t number;
	const struct sabot_document *issue, *voided; /* borrowed; `voided` may be NULL */
	int64_t left_minor;                          /* the part not redeemed */
};

enum sabot_set_state {
	SABOT_SET_STOCK,
	SABOT_SET_IN_USE,
	SABOT_SET_RETURNED,
	SABOT_SET_CANCELLED,
	SABOT_SET_DESTROYED,
};

/* A set of cards. */
struct sabot_card_set {
	char *name;
	enum sabot_set_state state;
	int64_t decks;
	char *table;      /* its table now or last; NULL: none yet */
	int64_t since_us; /* when it entered this state */
};

/* A table in a shift. */
struct sabot_table_money {
	char *table;
	GPtrArray *documents; /* of struct sabot_document, borrowed, in the log's order */
};

struct sabot_shift {
	char id[SABOT_SHIFT_ID_SIZE];
	GPtrArray *tables;                 /* of struct sabot_table_money, by name */
	GPtrArray *documents;              /* of struct sabot_document, in the log's order */
	const struct sabot_document *seal; /* borrowed; NULL: the shift is open */
	/* of struct sabot_document, borrowed: entered after the seal */
	GPtrArray *exceptions;
	bool is_forgotten;                 /* see SABOT_LEDGER_SHIFTS_HELD */
	/* of a forgotten shift: tips not shared out (tips-pool.h) */
	int64_t tips_left_minor;
};

struct sabot_ledger {
	GPtrArray *shifts;     /* of struct sabot_shift, by id */
	GPtrArray *slips;      /* of struct sabot_slip, by day and number */
	GPtrArray *markers;    /* of struct sabot_marker, by day and number */
	GPtrArray *sets;       /* of struct sabot_card_set, by name */
	GHashTable *documents; /* n → struct sabot_document, borrowed from the shifts */
	bool holds_all;        /* set at the beginning: no shift is forgotten */
};

struct sabot_ledger *
sabot_ledger_new(void);
/* NULL is allowed. */
void
sabot_ledger_free(struct sabot_ledger *ledger);

/* Borrowed; NULL if there is no document of it. */
const struct sabot_shift *
sabot_ledger_find_shift(const struct sabot_ledger *ledger, const char *id);
const struct sabot_table_money *
sabot_shift_find_table(const struct sabot_shift *shift, const char *table);
/* The main bank's count of this step that now applies; NULL: none. */
const struct sabot_document *
sabot_shift_find_bank_count(const struct sabot_shift *shift, enum sabot_document_step step);
const struct sabot_document *
sabot_ledger_find_document(const struct sabot_ledger *ledger, int64_t n);

/*
 * When the subject of a document happened; for a correction, when that of the corrected document
 * did, whenever it was entered. Microseconds UTC.
 */
int64_t
sabot_ledger_happened_us(const struct sabot_ledger *ledger, const struct sabot_document *document);

/* Selects the present state in functions that take an event `n` of the house log. */
#define SABOT_LEDGER_NOW INT64_MAX

/*
 * True if the document was entered, and not corrected, when event `n` of the house log was the
 * last.
 */
bool
sabot_document_held(const struct sabot_document *document, int64_t n);

/* The count of this step that applied in the shift after event `n`; NULL: none. Borrowed. */
const struct sabot_document *
sabot_table_money_count(const struct sabot_table_money *money, enum sabot_document_step step,
			int64_t n);

/* The main bank's closer of the last shift before `shift` that has one; NULL: none. Borrowed. */
const struct sabot_document *
sabot_ledger_bank_closer_before(const struct sabot_ledger *ledger, const char *shift);

/* The closer that `table` had after event `n` in the last shift before `shift` that has one; NULL:
 * none. Borrowed. */
const struct sabot_document *
sabot_ledger_closer_before(const struct sabot_ledger *ledger, const char *shift, const char *table,
			   int64_t n);

/* The table's first count after the shift if it is a counted opener, else NULL. Borrowed. */
const struct sabot_document *
sabot_ledger_opener_after(const struct sabot_ledger *ledger, const char *shift, const char *table);
