/*
 * Looks into the log for connections, on a thread of its own that only reads the database (and
 * keeps its index), so that no table ever waits. Main thread, but for the work itself.
 */
#pragma once

#include "case/book.h"

enum {
	SABOT_LOOKUP_BUDGET_S = 10, /* of the thread's processor time, since the request */
	SABOT_LOOKUP_WAIT_S = 120,  /* by the clock, whatever the thread waits for */
	SABOT_LOOKUPS_MAX = 16,     /* that wait */
};

/* A table that the client may see. */
struct sabot_lookup_source {
	char *table;
	int64_t last_n;      /* published */
	int64_t veiled_load; /* is in the shoe, and veiled to the client; 0: none */
};

/* What the daemon itself knows beside the request. Each text is owned, or NULL. */
struct sabot_lookup_house {
	char *site, *zone, *camera;
	char *by;               /* who has logged in */
	char *key_dir;          /* where the key is that seals a case */
	char *journal;          /* of the table's shoe, */
	unsigned journal_files; /* of which as many full ones are kept */
};

struct sabot_lookup {
	GPtrArray *places; /* of struct sabot_lookup_source */
	bool sees_house;   /* what the house log has about no table */
	gpointer args;     /* the request, a record (proto/messages/log-requests.h) */
	struct sabot_lookup_house *house; /* or NULL */
};

/* The answer, transferred; NULL with an error. On the thread. */
typedef json_t *
sabot_lookup_work_fn(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error);

/* `ok` is borrowed, NULL with an error. */
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
 * Nothing is looked up any more, and the database is closed: the last of its connections that is
 * closed empties the write-ahead log, and that must be the writer's.
 */
void
sabot_lookups_stop(struct sabot_lookups *lookups);
/* Open requests end with an error. NULL is allowed. */
void
sabot_lookups_free(struct sabot_lookups *lookups);

/* Takes over one reference to the record `args`, which nobody changes. Transferred. */
struct sabot_lookup *
sabot_lookup_new(gpointer args);
/* NULL is allowed. */
void
sabot_lookup_free(struct sabot_lookup *lookup);

/* Add a table's log up to its event `last_n` to what is searched. */
void
sabot_lookup_add_source(struct sabot_lookup *lookup, const char *table, int64_t last_n,
			int64_t veiled_load);

struct sabot_lookup_order {
	const char *path;            /* of the database; borrowed */
	struct sabot_lookup *lookup; /* transferred, unless it is refused */
	sabot_lookup_work_fn *work;
	sabot_lookup_done_fn *done; /* once, within SABOT_LOOKUP_WAIT_S */
	void *data;
};

/* False with SABOT_WIRE_ERROR when too many wait: `done` is not called then. */
bool
sabot_lookups_request(struct sabot_lookups *lookups, const struct sabot_lookup_order *order,
		      GError **error);

/*
 * Events up to `seq` are committed in the database at `path`: some seconds later, and when the
 * thread has nothing else to do, the index takes them in. Call it now and then.
 */
void
sabot_lookups_keep_up(struct sabot_lookups *lookups, const char *path, int64_t seq);
