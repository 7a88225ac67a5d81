/*
 * The open items of a shift before it can be sealed: those that block it, and those that only need
 * a remark. Pure.
 */
#pragma once

#include "result.h"

enum sabot_open_what {
	/* These block. */
	SABOT_OPEN_RUNNING,        /* the shift has not ended yet */
	SABOT_OPEN_INCIDENT_GRAVE, /* high or critical, unanswered */
	SABOT_OPEN_OPENER_MISSING, /* neither counted nor rolled */
	SABOT_OPEN_OPENER_RECOUNT, /* differs from the previous closer; count again */
	SABOT_OPEN_CLOSER_MISSING, /* of a table that was not counted */
	SABOT_OPEN_BANK_MISSING,   /* the main bank is kept, but has no closer */
	SABOT_OPEN_SLIP,           /* neither received nor void */
	SABOT_OPEN_SLIP_GAP,       /* a number on a blank form that was not returned */
	SABOT_OPEN_LOAD,           /* in the shoe of a closed table, without verdict */
	SABOT_OPEN_REDRESS,        /* still to be paid or collected after a ruling */
	/* These need a remark. */
	SABOT_OPEN_INCIDENT,         /* low or medium */
	SABOT_OPEN_OPENER_DIFFERS,   /* so it was counted twice */
	SABOT_OPEN_BANK_DIFFERS,     /* its closer differs from its expected float */
	SABOT_OPEN_CURRENCY_DIFFERS, /* foreign money of the main bank: how many currencies */
	SABOT_OPEN_SLIP_DIFFERS,     /* the amount received is not the amount issued */
	SABOT_OPEN_DROP_MISSING,     /* no box of the table was counted */
	SABOT_OPEN_LOAD_INCOMPLETE,  /* ended without proof that it was complete */
	SABOT_OPEN_LOAD_WRONG,       /* too many cards, or cards missing */
	SABOT_OPEN_UNEXPLAINED,      /* a difference of the reckoning that somebody remarked on */
	SABOT_OPEN_TIPS_DIFFER,      /* the amount shared out is not the amount collected */
	SABOT_OPEN_UNSIGNED,         /* there is no key, so the seal will not be signed */
};
enum { SABOT_OPEN_WHATS = SABOT_OPEN_UNSIGNED + 1 };

enum { SABOT_OPEN_KEY_SIZE = 96 };

struct sabot_open_item {
	enum sabot_open_what what;
	char key[SABOT_OPEN_KEY_SIZE]; /* a remark's `item`: "opener_differs/PB-01" */
	char *table;                   /* NULL: the house */
	/*
	 * The number of the grave incident, load or slip; how many small ones; or minutes to the
	 * end; 0 = none.
	 */
	int64_t number;
	int64_t amount_minor;                /* 0 if there is none */
	const struct sabot_document *remark; /* borrowed; NULL: none yet */
};

/* Facts that the ledger does not have: incidents, loads, tables that were played at. Borrowed. */
struct sabot_open_fact {
	enum sabot_open_what what;
	const char *table;
	const char *day; /* of the number; NULL: the shift's */
	int64_t number;
	int64_t amount_minor; /* 0 if there is none */
};

/*
 * All open items of a shift (of struct sabot_open_item), worst first. `played` are the names of
 * tables that had rounds (NULL-terminated), which need counts, too. `facts` is an array of struct
 * sabot_open_fact. Transferred.
 */
GPtrArray *
sabot_open_list(const struct sabot_ledger *ledger, const char *shift, const char *const *played,
		const GArray *facts);

/* True if the item blocks until it is resolved; a remark is not enough. */
bool
sabot_open_blocks(enum sabot_open_what what);

/* The number of items of the list that still prevent the seal. */
guint
sabot_open_count(const GPtrArray *items);

/* New reference. */
json_t *
sabot_open_item_to_json(const struct sabot_open_item *item);
