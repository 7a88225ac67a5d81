/*
 * Reads the log for connections, on a thread of its own that only reads the database (and maintains
 * its index), so that no table ever waits. Main thread, except for the work itself.
 */
#pragma once

#include "case/book.h"

enum {
	SABOT_LOOKUP_BUDGET_S = 10, /* of the thread's processor time, since the request */
	SABOT_LOOKUP_WAIT_S = 120,  /* by the clock, whatever the thread is waiting for */
	SABOT_LOOKUPS_MAX = 16,     /* waiting requests */
};

/* A table that the client may see. */
struct sabot_lookup_source {
	char *table;
	int64_t last_n;      /* published */
	int64_t veiled_load; /* in the shoe, and veiled to the client; 0: none */
};

/* Facts that the daemon adds to the request. Each text is owned, or NULL. */
struct sabot_lookup_house {
	char *site, *zone, *camera;
	char *letterhead, *licence; /* printed on its paper */
	bool names_people;          /* names of persons may be printed */
	char *by;                   /* the person logged in */
	char *key_dir;              /* directory of the key that seals a case */
	char *journal;              /* of the table's shoe, */
	unsigned journal_files;     /* the number of full ones kept */
};

struct sabot_lookup {
	GPtrArray *places; /* of struct sabot_lookup_source */
	bool sees_house;   /* may see records of the house log that are not about a table */
	gpointer args;     /* the request, a record (proto/messages/log-requests.h) */
	struct sabot_lookup_house *house; /* or NULL */
};

/* Returns the answer, transferred; NULL with an error. On the look-up thread. */
typedef json_t *
sabot_lookup_work_fn(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error);

/* `ok` is borrowed; NULL with an error. */
typedef void
sabot_lookup_done_fn(json_t *ok, const GError *error, void *data);

struct sabot_lookups;

/*
 * Rule profiles are read from `profiles_dir`, archives of the log from `archive_dir`; either may be
 * NULL, and is copied. Transferred.
 */
struct sabot_lookups *
sabot_lookups_new(const char *profiles_dir, const char *archive_dir);
/*
 * Stop look-ups and close the database: the last connection to close empties the write-ahead log,
 * and that must be the writer's.
 */
void
sabot_lookups_stop(struct sabot_lookups *lookups);
/* Open requests end with an error. NULL is allowed. */
void
sabot_lookups_free(struct sabot_lookups *lookups);

/* Takes ownership of one reference to the record `args`, which nobody may change. Transferred. */
struct sabot_lookup *
sabot_lookup_new(gpointer args);
/* NULL is allowed. */
void
sabot_lookup_free(struct sabot_lookup *lookup);

/* Add a table's log up to its event `last_n` to the search. */
void
sabot_lookup_add_source(struct sabot_lookup *lookup, const char *table, int64_t last_n,
			int64_t veiled_load);

struct sabot_lookup_order {
	const char *path;            /* of the database; borrowed */
	struct sabot_lookup *lookup; /* transferred, unless the request is refused */
	sabot_lookup_work_fn *work;
	sabot_lookup_done_fn *done; /* called once, within SABOT_LOOKUP_WAIT_S */
	void *data;
};

/* False with SABOT_WIRE_ERROR if too many requests are waiting: `done` is then not called. */
bool
sabot_lookups_request(struct sabot_lookups *lookups, const struct sabot_lookup_order *order,
		      GError **error);

/*
 * Events up to `seq` are committed in the database at `path`. The index adds them some seconds
 * later, when the thread has nothing else to do. Call it now and then.
 */
void
sabot_lookups_keep_up(struct sabot_lookups *lookups, const char *path, int64_t seq);
