/*
 * How an event enters: it is stepped, numbered and handed to the writer, with what follows from it
 * at once: redress in the house log, and limits that are due. Main thread.
 */
#pragma once

#include "floor-view.h"

/* Called when an event is done; `step` is borrowed, NULL if the event was lost. */
typedef void
sabot_floor_done_fn(const struct sabot_logged_event *step, void *data);

/* An event that was stepped and is not recorded yet. */
struct sabot_floor_pending {
	struct sabot_logged_event *step;
	sabot_floor_done_fn *done;
	void *data;
	int64_t stepped_us; /* monotonic */
};

/* A GDestroyNotify. */
void
sabot_floor_pending_free(gpointer pending);

/*
 * Remove and return the oldest of these, if its number is not above `seq`; else NULL. Transferred.
 */
struct sabot_floor_pending *
sabot_floor_take_pending(struct sabot_floor *floor, int64_t seq);

/* How many there are. */
guint
sabot_floor_count_pending(const struct sabot_floor *floor);

/* Drop them all. Call before the floor is freed. */
void
sabot_floor_free_queue(struct sabot_floor *floor);

/* What comes with an event: its origin, and who waits for it. */
struct sabot_origin {
	GBytes *frame; /* the device's, borrowed, or NULL */
	int64_t frame_at_us;
	const struct sabot_person *person;   /* as after this event, borrowed, or NULL */
	const struct sabot_archive *archive; /* recorded with this event, borrowed, or NULL */
	/* a checkpoint must cover the event before it is published */
	bool must_sign;
	sabot_floor_done_fn *done; /* or NULL */
	void *data;
};

/*
 * Submit an event. `object` gets `at` and `sim` where they are due, and is then logged; `event` is
 * the same event, parsed. Both borrowed. Events of a table at another machine are rejected.
 */
void
sabot_floor_submit(struct sabot_floor *floor, struct sabot_table_service *table, json_t *object,
		   struct sabot_event *event, const struct sabot_origin *origin);

/* Submit an event of the house log. False, without any effect, if it is malformed. */
bool
sabot_floor_submit_house(struct sabot_floor *floor, json_t *object,
			 const struct sabot_origin *origin, GError **error);

/* Write a finding of the daemon's own into the house log. `detail` is stolen. */
void
sabot_floor_report(struct sabot_floor *floor, enum sabot_incident_code code, json_t *detail);

/*
 * True if the table's shoe has read a card that is not recorded yet, and so not shown to anybody.
 */
bool
sabot_floor_has_unshown_card(const struct sabot_floor *floor,
			     const struct sabot_table_service *table);

/*
 * After a recovery: write the redress that follows from the table's last event and is missing in
 * the log. `seq` is the last recovered number.
 */
void
sabot_floor_resume_redress(struct sabot_floor *floor, struct sabot_table_service *table,
			   int64_t seq);

/* Write the limits that are due now, if any, into the table's log. */
void
sabot_floor_send_limits(struct sabot_floor *floor, struct sabot_table_service *table);
