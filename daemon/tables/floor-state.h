/*
 * All tables of this daemon, the house log and their store. The floor is opaque; its members are in
 * floor-state.c. The files build on each other, each calling only those before it: floor-state,
 * floor-view (what is published), floor-submit (how an event enters), floor (publishes what is
 * recorded). Main thread.
 */
#pragma once

#include "daemon/books/house.h"
#include "daemon/books/person-book.h"
#include "daemon/books/person-copy.h"
#include "table-service.h"
#include "writer.h"

struct sabot_floor;

/*
 * What the later files keep of a floor: each allocates, uses and frees its own part and does not
 * see the others.
 */
struct sabot_floor_parts {
	struct sabot_floor_listeners *listeners; /* floor-view.c */
	struct sabot_floor_queue *queue;         /* floor-submit.c */
	struct sabot_floor_ring *ring;           /* floor.c */
	struct sabot_progress_check *progress;   /* progress-check.c */
	bool begins_series;                      /* recovery.c: numbers come again */
	bool lacks_events;                       /* log-gap.c: acknowledged ones, of any table */
	/* evidence.c */
	GPtrArray *evidence;  /* of json_t, findings not recorded yet; or NULL */
	GHashTable *reported; /* a set of strings: what this run said of the chain; or NULL */
};

/* A floor without a database, to be started by floor.h; `config` is borrowed. Transferred. */
struct sabot_floor *
sabot_floor_state_new(const struct sabot_config *config);

/* The files that own the parts must have freed them before. */
void
sabot_floor_state_free(struct sabot_floor *floor);

/* Borrowed; each file may change only its own pointer. */
struct sabot_floor_parts *
sabot_floor_get_parts(const struct sabot_floor *floor);

/*
 * Reading. Everything returned is borrowed.
 */

/* The configuration of this run. */
const struct sabot_config *
sabot_floor_get_config(const struct sabot_floor *floor);

/* Of struct sabot_table_service, as configured. */
const GPtrArray *
sabot_floor_get_tables(const struct sabot_floor *floor);

/* What is known from the house log. */
struct sabot_house *
sabot_floor_get_house(const struct sabot_floor *floor);

/*
 * The series of its events' numbers: another one after an outage, and after a restore, because
 * numbers then come again for other events. NULL before the start.
 */
const char *
sabot_floor_get_series(const struct sabot_floor *floor);

/* The persons of the database; during an outage, of the copy beside it. */
struct sabot_person_book *
sabot_floor_get_persons(const struct sabot_floor *floor);

/* True if persons were ever recorded, even if an outage has no copy of them. */
bool
sabot_floor_has_persons(const struct sabot_floor *floor);

/* NULL before sabot_floor_start() and after sabot_floor_stop(). */
struct sabot_writer *
sabot_floor_get_writer(const struct sabot_floor *floor);

/* The database for reading logs; NULL during an outage. */
struct sabot_db *
sabot_floor_get_reader(const struct sabot_floor *floor);

/* The sequence number last given to an event. */
int64_t
sabot_floor_get_seq(const struct sabot_floor *floor);

/* The sequence number of the last published event. */
int64_t
sabot_floor_get_published_seq(const struct sabot_floor *floor);

/* True while events reach the database. */
bool
sabot_floor_is_saved(const struct sabot_floor *floor);

/*
 * True until all is published that the start and the check after it have found: until then "no
 * finding" is not known.
 */
bool
sabot_floor_is_checking(const struct sabot_floor *floor);

/* What the last check of the installed files found; NULL: none has ended. Borrowed. */
const struct sabot_wire_software *
sabot_floor_get_software(const struct sabot_floor *floor);

/* Why the daemon was started without a database, during an outage; else NULL. */
const GError *
sabot_floor_get_outage(const struct sabot_floor *floor);

/* The mirror (mirror.h): "current", "behind", or NULL where there is none. */
const char *
sabot_floor_get_mirror(const struct sabot_floor *floor);
void
sabot_floor_set_mirror(struct sabot_floor *floor, bool is_current);

/*
 * The key that signs checkpoints; and at the start the counter of its TPM (store/keys/tpm.h), and
 * what the last checkpoint says of that.
 */
struct sabot_floor_key {
	char *line; /* its public key as a line; NULL: no checkpoints are made */
	/* states that it replaces the earlier key (store/files/key-change.h) */
	char *note;
	bool has_signed_last; /* at the start: it, or the earlier key, signed the last checkpoint */
	int64_t counter, last_counter;
	/* A word for `started` if the counter cannot be read; NULL: it can, or there is no TPM. */
	const char *counter_fault;
	GError *why_none; /* the reason, if there is no `line`; else NULL */
};

/* Never NULL. */
const struct sabot_floor_key *
sabot_floor_get_key(const struct sabot_floor *floor);

/*
 * Changing.
 */

/* Allocate the next sequence number. */
int64_t
sabot_floor_next_seq(struct sabot_floor *floor);

/* At the start: set the last sequence number of the store. */
void
sabot_floor_set_seq(struct sabot_floor *floor, int64_t seq);

void
sabot_floor_set_published_seq(struct sabot_floor *floor, int64_t seq);

void
sabot_floor_set_saved(struct sabot_floor *floor, bool is_saved);

/* The check at the start begins, or has submitted what it found. */
void
sabot_floor_set_checking(struct sabot_floor *floor, bool is_checking);

/* `software` is transferred. */
void
sabot_floor_set_software(struct sabot_floor *floor, struct sabot_wire_software *software);

/* Record why the database failed while the daemon runs; copied. */
void
sabot_floor_set_down(struct sabot_floor *floor, const GError *why);

/* Return that reason and clear it; NULL: none since the last call. Transferred. */
GError *
sabot_floor_take_down(struct sabot_floor *floor);

/* What the numbers of its events belong to; copied. */
void
sabot_floor_set_series(struct sabot_floor *floor, const char *series);

/* Record why the daemon starts without a database; copied. */
void
sabot_floor_set_outage(struct sabot_floor *floor, const GError *why);

/* `writer` is transferred; the one before is not freed. NULL is allowed. */
void
sabot_floor_set_writer(struct sabot_floor *floor, struct sabot_writer *writer);

/* `reader` is transferred; the one before is closed. NULL is allowed. */
void
sabot_floor_set_reader(struct sabot_floor *floor, struct sabot_db *reader);

/* Its strings are transferred. Call it once. */
void
sabot_floor_set_key(struct sabot_floor *floor, struct sabot_floor_key key);

/* Add or update a person, also in the copy for outages. `person` is copied. */
void
sabot_floor_put_person(struct sabot_floor *floor, const struct sabot_person *person);

/* All persons were read from the database. If it has none but the copy has, this is a warning. */
void
sabot_floor_note_persons(struct sabot_floor *floor);

/*
 * Write the persons, if the database has any, to the copy for outages, signed by the present key.
 * Call it when the log has that key: another one may follow it at any time.
 */
void
sabot_floor_keep_persons(struct sabot_floor *floor);

/* Set the key that signs the copy for outages, or NULL; borrowed as long as persons are put. */
void
sabot_floor_set_signer(struct sabot_floor *floor, const struct sabot_key *key);

/* Check the persons against the house log; the copy for outages replaces what was altered. */
void
sabot_floor_check_persons(struct sabot_floor *floor);

/*
 * At a start without a database: read the persons from the copy for outages. If the copy is not as
 * the house wrote it, returns its file name, transferred; NULL otherwise.
 */
char *
sabot_floor_recall_persons(struct sabot_floor *floor);

/* Join this thread before the floor is freed. Transferred; one at most. */
void
sabot_floor_join_at_end(struct sabot_floor *floor, GThread *thread);

/* At the start: replace tables and house log by empty ones. */
void
sabot_floor_reset(struct sabot_floor *floor);

/* Add a table without events; `config` is borrowed. Borrowed. */
struct sabot_table_service *
sabot_floor_add_table(struct sabot_floor *floor, const struct sabot_table_config *config);

/* Borrowed; NULL if there is no table of that name. */
struct sabot_table_service *
sabot_floor_find(struct sabot_floor *floor, const char *name);

/*
 * True if the table counts in shifts, floats and seals. A simulated table does not, as it has no
 * real cards and chips, unless every table of the house is simulated, as in a demonstration.
 */
bool
sabot_floor_counts(const struct sabot_floor *floor, const struct sabot_table_service *table);

/* The last shoe frame recorded with the table's events, or NULL. Transferred. */
GBytes *
sabot_floor_last_frame(struct sabot_floor *floor, const struct sabot_table_service *table,
		       int64_t *ret_at_us);

/* Set that frame, for a table whose log cannot be read now. `frame` is referenced. */
void
sabot_floor_keep_frame(struct sabot_table_service *table, GBytes *frame, int64_t at_us);

/*
 * Apply records (struct sabot_log_record *) from a spool to tables and house log; those that the
 * floor has already seen are skipped.
 */
void
sabot_floor_replay(struct sabot_floor *floor, GPtrArray *records);
