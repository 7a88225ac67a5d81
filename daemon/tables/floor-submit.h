/*
 * An event's way in: stepped, numbered and handed to the writer, with what follows from it at once:
 * redress in the house log, limits that are due. Main thread.
 */
#pragma once

#include "floor-view.h"

/* An event is done; `step` is borrowed, NULL when the event was lost. */
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

/* Remove the oldest of these, if its number is not above `seq`; else NULL. Transferred. */
struct sabot_floor_pending *
sabot_floor_take_pending(struct sabot_floor *floor, int64_t seq);

/* How many there are. */
guint
sabot_floor_count_pending(const struct sabot_floor *floor);

/* Drop them all: before the floor is freed. */
void
sabot_floor_free_queue(struct sabot_floor *floor);

/* Where an event came from, beside itself. */
struct sabot_origin {
	GBytes *frame; /* the device's, borrowed, or NULL */
	int64_t frame_at_us;
	const struct sabot_person *person;   /* as he is from this event on, borrowed, or NULL */
	const struct sabot_archive *archive; /* recorded with this event, borrowed, or NULL */
	bool must_sign;                      /* a checkpoint covers it before it is published */
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

/* The table's shoe has read a card that is not recorded yet, so that nobody has been shown it. */
bool
sabot_floor_has_unshown_card(const struct sabot_floor *floor,
			     const struct sabot_table_service *table);

/*
 * After a recovery: write the redress that follows from the table's last event and is not in the
 * log yet. `seq` is the last that was recovered.
 */
void
sabot_floor_resume_redress(struct sabot_floor *floor, struct sabot_table_service *table,
			   int64_t seq);

/* Write the limits that are due now into the table's log, if there are any. */
void
sabot_floor_send_limits(struct sabot_floor *floor, struct sabot_table_service *table);
