/*
 * All tables of this daemon, the house log and the store behind them: what the parts of the floor
 * share. Main thread.
 */
#pragma once

#include "daemon/books/house.h"
#include "latency.h"
#include "daemon/books/person-book.h"
#include "daemon/books/person-copy.h"
#include "table-service.h"
#include "writer.h"

/*
 * A line for every watching client that may see its place: the table it is about, SABOT_HOUSE_NAME
 * where it is about none. Borrowed.
 */
typedef void
sabot_floor_push_fn(const char *place, GBytes *line, void *data);

struct sabot_floor {
	const struct sabot_config *config; /* borrowed */
	GPtrArray *tables;                 /* of struct sabot_table_service */
	struct sabot_house *house;
	struct sabot_person_book *persons; /* during an outage those of the copy */
	struct sabot_person_copy *person_copy;
	GThread *settings_keeper; /* writes the settings of this start; NULL: not yet recorded */
	bool has_persons;         /* there were some once, though an outage may not know who */
	struct sabot_writer *writer;
	struct sabot_db *reader; /* for exports; NULL during an outage */
	char *down;              /* why the store went down while running; else NULL */
	char *outage;            /* why there is no database since the start; else NULL */
	int64_t seq;             /* given out */
	int64_t published_seq;
	bool is_saved;  /* the store works */
	char *key_line; /* the public key that signs checkpoints; NULL: none are made */
	char *key_note; /* that it follows the one that signed before (store/proof/key-change.h) */
	bool has_signed_last; /* the last checkpoint at the start is its own, or of that one */
	GQueue pending;       /* of struct pending: stepped, not yet published */
	GQueue ring;          /* of struct ring_step */
	struct sabot_latency commits; /* from an event's step until it was recorded */
	sabot_floor_push_fn *push;
	void *push_data;
	/* A table's `away` has changed; or NULL. */
	void (*moved)(struct sabot_table_service *table, void *data);
	void *moved_data;
};

/* Make tables and house log as if nothing had ever happened. For the start. */
void
sabot_floor_reset(struct sabot_floor *floor);

/* Borrowed; NULL when there is none of that name. */
struct sabot_table_service *
sabot_floor_find(struct sabot_floor *floor, const char *name);

/*
 * Whether the table counts in shifts, floats and seals. A simulated table does not: nobody's cards
 * and chips are in it. Where every table of the house is simulated, as in a demonstration, all do.
 */
bool
sabot_floor_counts(const struct sabot_floor *floor, const struct sabot_table_service *table);

/* The last frame that was recorded with the table's events, or NULL. Transferred. */
GBytes *
sabot_floor_last_frame(struct sabot_floor *floor, const struct sabot_table_service *table,
		       int64_t *ret_at_us);

/* That frame, of a table whose log cannot be read now. `frame` is referenced. */
void
sabot_floor_keep_frame(struct sabot_table_service *table, GBytes *frame, int64_t at_us);

/*
 * Bring tables and house log forward by records (of struct sabot_log_record *) that are only in a
 * spool so far; those that the floor has seen already are left out.
 */
void
sabot_floor_replay(struct sabot_floor *floor, GPtrArray *records);
