/*
 * What is open before a shift can be sealed: what blocks it, and what only needs a remark. Pure.
 */
#pragma once

#include "result.h"

enum sabot_open_what {
	/* These block. */
	SABOT_OPEN_RUNNING,        /* its end has not come */
	SABOT_OPEN_INCIDENT_GRAVE, /* high or critical, not answered */
	SABOT_OPEN_OPENER_MISSING, /* neither counted nor rolled */
	SABOT_OPEN_OPENER_RECOUNT, /* differs from the closer before; count again */
	SABOT_OPEN_CLOSER_MISSING, /* an uncounted table */
	SABOT_OPEN_BANK_MISSING,   /* the main bank is kept, and has no closer */
	SABOT_OPEN_SLIP,           /* not received, not void */
	SABOT_OPEN_SLIP_GAP,       /* a number on a blank form that has not come back */
	SABOT_OPEN_LOAD,           /* in the shoe of a closed table: without verdict */
	SABOT_OPEN_REDRESS,        /* still to be paid or collected after a ruling */
	/* These need a remark. */
	SABOT_OPEN_INCIDENT,         /* low or medium */
	SABOT_OPEN_OPENER_DIFFERS,   /* so it was counted twice */
	SABOT_OPEN_BANK_DIFFERS,     /* its closer is not what its float should be */
	SABOT_OPEN_CURRENCY_DIFFERS, /* foreign money of the main bank: so many currencies */
	SABOT_OPEN_SLIP_DIFFERS,     /* what was received is not what was issued */
	SABOT_OPEN_DROP_MISSING,     /* no box of the table was counted */
	SABOT_OPEN_LOAD_INCOMPLETE,  /* ended without proof that it was whole */
	SABOT_OPEN_LOAD_WRONG,       /* cards too many or missing */
	SABOT_OPEN_UNEXPLAINED,      /* a difference of the reckoning that somebody remarked on */
	SABOT_OPEN_TIPS_DIFFER,      /* more or less was shared out than was collected */
	SABOT_OPEN_UNSIGNED,         /* there is no key: the seal will not be signed */
};
enum { SABOT_OPEN_WHATS = SABOT_OPEN_UNSIGNED + 1 };

enum { SABOT_OPEN_KEY_SIZE = 96 };

struct sabot_open_item {
	enum sabot_open_what what;
	char key[SABOT_OPEN_KEY_SIZE]; /* a remark's `item`: "opener_differs/PB-01" */
	char *table;                   /* NULL: of the house */
	/* Of the grave incident, load or slip; of the small ones how many; minutes to the end; 0 =
	 * none. */
	int64_t number;
	int64_t amount_minor;                /* 0 where there is none */
	const struct sabot_document *remark; /* borrowed; NULL: none yet */
};

/* What the ledger cannot know: incidents, loads, tables that were played at. Borrowed. */
struct sabot_open_fact {
	enum sabot_open_what what;
	const char *table;
	int64_t number;
	int64_t amount_minor; /* 0 where there is none */
};

/*
 * Everything that is open of a shift (of struct sabot_open_item), worst first. `played` are the
 * names of tables where there were rounds (NULL-terminated): they want counts, too. `facts` is an
 * array of struct sabot_open_fact. Transferred.
 */
GPtrArray *
sabot_open_list(const struct sabot_ledger *ledger, const char *shift, const char *const *played,
		const GArray *facts);

/* Until it is done itself: a remark does not help. */
bool
sabot_open_blocks(enum sabot_open_what what);

/* Of the list: what still hinders the seal. */
guint
sabot_open_count(const GPtrArray *items);

/* New reference. */
json_t *
sabot_open_item_to_json(const struct sabot_open_item *item);
