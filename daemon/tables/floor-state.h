/*
 * All tables of this daemon, the house log and the store behind them. The floor is opaque and this
 * file has it. Each of the following calls only those before it: floor-view (what is published),
 * floor-submit (an event's way in), floor (what is recorded is published). Main thread.
 */
#pragma once

#include "daemon/books/house.h"
#include "daemon/books/person-book.h"
#include "daemon/books/person-copy.h"
#include "table-service.h"
#include "writer.h"

struct sabot_floor;

/*
 * What the files above this one keep of a floor: each makes, uses and frees its own, and knows no
 * other.
 */
struct sabot_floor_parts {
	struct sabot_floor_listeners *listeners; /* floor-view.c */
	struct sabot_floor_queue *queue;         /* floor-submit.c */
	struct sabot_floor_ring *ring;           /* floor.c */
};

/* A floor before its start, of no database yet; `config` is borrowed. Transferred. */
struct sabot_floor *
sabot_floor_state_new(const struct sabot_config *config);

/* The parts are freed before, by those whose they are. */
void
sabot_floor_state_free(struct sabot_floor *floor);

/* Borrowed; each file changes its own pointer only. */
struct sabot_floor_parts *
sabot_floor_get_parts(const struct sabot_floor *floor);

/*
 * What there is. All borrowed.
 */

const struct sabot_config *
sabot_floor_get_config(const struct sabot_floor *floor);

/* Of struct sabot_table_service, as configured. */
const GPtrArray *
sabot_floor_get_tables(const struct sabot_floor *floor);

struct sabot_house *
sabot_floor_get_house(const struct sabot_floor *floor);

/* During an outage those of the copy. */
struct sabot_person_book *
sabot_floor_get_persons(const struct sabot_floor *floor);

/* There were some once, though an outage may not know who. */
bool
sabot_floor_has_persons(const struct sabot_floor *floor);

/* NULL before the start and after the stop. */
struct sabot_writer *
sabot_floor_get_writer(const struct sabot_floor *floor);

/* For exports; NULL during an outage. */
struct sabot_db *
sabot_floor_get_reader(const struct sabot_floor *floor);

/* The last number that was given out to an event. */
int64_t
sabot_floor_get_seq(const struct sabot_floor *floor);

/* The last that was published. */
int64_t
sabot_floor_get_published_seq(const struct sabot_floor *floor);

/* The store works. */
bool
sabot_floor_is_saved(const struct sabot_floor *floor);

/* Why there is no database since the start; else NULL. */
const char *
sabot_floor_get_outage(const struct sabot_floor *floor);

/* The key that signs checkpoints. */
struct sabot_floor_key {
	char *line;           /* its public line; NULL: none are made */
	char *note;           /* it follows the one that signed before (store/proof/key-change.h) */
	bool has_signed_last; /* the last checkpoint at the start is its own, or of that one */
};

const struct sabot_floor_key *
sabot_floor_get_key(const struct sabot_floor *floor);

/*
 * What changes.
 */

/* Give out the next number. */
int64_t
sabot_floor_next_seq(struct sabot_floor *floor);

/* For the start: the last number that the store has. */
void
sabot_floor_set_seq(struct sabot_floor *floor, int64_t seq);

void
sabot_floor_set_published_seq(struct sabot_floor *floor, int64_t seq);

void
sabot_floor_set_saved(struct sabot_floor *floor, bool is_saved);

/* Why the store went down while running; copied. */
void
sabot_floor_set_down(struct sabot_floor *floor, const char *why);

/* The same, once; NULL: it did not. Transferred. */
char *
sabot_floor_take_down(struct sabot_floor *floor);

/* There is no database since the start, for this reason; copied. */
void
sabot_floor_set_outage(struct sabot_floor *floor, const char *why);

/* Taken over, also from the one before, which is not freed. NULL is allowed. */
void
sabot_floor_set_writer(struct sabot_floor *floor, struct sabot_writer *writer);

/* Taken over; the one before is closed. NULL is allowed. */
void
sabot_floor_set_reader(struct sabot_floor *floor, struct sabot_db *reader);

/* Its strings are taken over. Once. */
void
sabot_floor_set_key(struct sabot_floor *floor, struct sabot_floor_key key);

/* A person as he is from now on. `person` is copied, also to the copy for outages. */
void
sabot_floor_put_person(struct sabot_floor *floor, const struct sabot_person *person);

/*
 * The persons of the database are known: the copy is made the same. One beside a database that
 * knows nobody is left.
 */
void
sabot_floor_keep_persons(struct sabot_floor *floor);

/* There is no database: take them from the copy. */
void
sabot_floor_recall_persons(struct sabot_floor *floor);

/* A thread that must have ended before the floor is freed. Taken over; one at most. */
void
sabot_floor_join_at_end(struct sabot_floor *floor, GThread *thread);

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
