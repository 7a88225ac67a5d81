/*
 * One table of the floor: the engine driven by its events, its incidents, how long its load is
 * unproven, and what there is to publish. It neither stores nor sends: a step says what is to be
 * recorded and published, floor.h does both. Main thread.
 */
#pragma once

#include "table-state.h"

/* What a step yields: to be recorded, then published. */
struct sabot_logged_event {
	struct sabot_log_record *record;
	struct sabot_table_service *table;     /* borrowed; NULL: a step of the house log */
	struct sabot_house_event *house_event; /* of such a step; else NULL */
	json_t *event;                         /* as clients may see it */
	json_t *out;                           /* derived lines, likewise */
	struct sabot_wire_view *view;          /* NULL without a table */
	GPtrArray *incidents;                  /* new and changed ones */
	unsigned paid_round;                   /* see struct sabot_round_note */
	bool is_card;                          /* a card that was dealt or run out */
};

/*
 * Continue a log: call before its events are replayed. `part` is its last one, borrowed.
 * When its rules can no longer be had the table is quarantined.
 */
void
sabot_table_service_open_part(struct sabot_table_service *table, const struct sabot_log_part *part,
			      const char *profiles_dir);

/* Apply an event of the log again. A line that cannot be read quarantines the table. */
void
sabot_table_service_replay(struct sabot_table_service *table, int64_t seq, int64_t n,
			   const char *line);

/* The replay is over: publish what it came to. */
void
sabot_table_service_publish_state(struct sabot_table_service *table);

/*
 * Apply a new event. `object` is the event as it will be logged (with `at`), borrowed; `event` the
 * same, parsed. Transferred: free with sabot_step_free().
 */
struct sabot_logged_event *
sabot_table_service_step(struct sabot_table_service *table, int64_t seq, json_t *object,
			 const struct sabot_event *event);

/* The step is recorded (`is_saved`: in the database): from now on clients see it. */
void
sabot_table_service_publish(struct sabot_table_service *table,
			    const struct sabot_logged_event *step);

/* NULL is allowed. */
void
sabot_step_free(gpointer step);

/* A new view of the present state; `n` and all. Transferred. */
struct sabot_wire_view *
sabot_table_service_build_view(const struct sabot_table_service *table);
