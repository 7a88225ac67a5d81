/*
 * All tables of this daemon, and the way of an event through it: stepped, recorded, and only then
 * published. Owns the tables and the writer. Main thread.
 *
 *     submit → step → writer ⇒ committed → view, ring, push, reply
 */
#pragma once

#include "daemon/books/house.h"
#include "latency.h"
#include "daemon/books/person-book.h"
#include "daemon/books/person-copy.h"
#include "table-service.h"
#include "writer.h"

enum { SABOT_FLOOR_RING_STEPS = 4096 }; /* that a client can resume over */

/*
 * A line for every watching client that may see its place: the table it is about, SABOT_HOUSE_NAME
 * where it is about none. Borrowed.
 */
typedef void
sabot_floor_push_fn(const char *place, GBytes *line, void *data);

/* An event is done; `step` is borrowed, NULL when the event was lost. */
typedef void
sabot_floor_done_fn(const struct sabot_logged_event *step, void *data);

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

/*
 * Open the store, import what was spooled, and bring every table to where it stood. A store that
 * cannot be used is said and gone without. Transferred.
 */
struct sabot_floor *
sabot_floor_new(const struct sabot_config *config);

/* Make tables and house log as if nothing had ever happened. For the start. */
void
sabot_floor_reset(struct sabot_floor *floor);

/*
 * Commit all that was submitted, close the store, and publish what was not published yet. Returns
 * false when events are lost because neither database nor spool took them. Nothing is submitted
 * after it. NULL is allowed.
 */
bool
sabot_floor_stop(struct sabot_floor *floor);

/* Stops it first. NULL is allowed. */
void
sabot_floor_free(struct sabot_floor *floor);

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

/* The table's shoe has read a card that is not recorded yet, so that nobody has been shown it. */
bool
sabot_floor_has_unshown_card(const struct sabot_floor *floor,
			     const struct sabot_table_service *table);

/* Where an event came from, beside itself. */
struct sabot_origin {
	GBytes *frame; /* the device's, borrowed, or NULL */
	int64_t frame_at_us;
	const struct sabot_person *person;   /* as he is from this event on, borrowed, or NULL */
	const struct sabot_archive *archive; /* recorded with this event, borrowed, or NULL */
	sabot_floor_done_fn *done;           /* or NULL */
	void *data;
};

/*
 * Take an event: `object` gets `at` and `sim` where they are due and is logged as it then is;
 * `event` is the same, parsed. Both borrowed. Of a table that is away nothing is taken.
 */
void
sabot_floor_submit(struct sabot_floor *floor, struct sabot_table_service *table, json_t *object,
		   struct sabot_event *event, const struct sabot_origin *origin);

/*
 * Take an event of the house log, likewise. False when it is malformed; nothing is done then.
 */
bool
sabot_floor_submit_house(struct sabot_floor *floor, json_t *object,
			 const struct sabot_origin *origin, GError **error);

/* Write a finding of the daemon's own into the house log. `detail` is stolen. */
void
sabot_floor_report(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail);

/* The device's state changed without an event: publish it. `device` is borrowed, referenced. */
void
sabot_floor_set_device(struct sabot_floor *floor, struct sabot_table_service *table,
		       struct sabot_wire_device *device);

/* Change what is published of a table without an event, and push it. */
void
sabot_floor_republish(struct sabot_floor *floor, struct sabot_table_service *table);

/* Send a line about `place` (as of sabot_floor_push_fn) to every watching client. Borrowed. */
void
sabot_floor_push_line(struct sabot_floor *floor, const char *place, GBytes *line);

/*
 * The lines of the published steps after `since` that are seen at `machine`, oldest first (of
 * GBytes). NULL when they are no longer held. Transferred.
 */
GPtrArray *
sabot_floor_missed(struct sabot_floor *floor, int64_t since, const struct sabot_machine *machine);
