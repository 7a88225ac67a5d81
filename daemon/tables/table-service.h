/*
 * One table of the floor: its engine, driven by the table's events; its incidents; how long its
 * load is unproven; and its published state. It neither stores nor sends: a step returns what to
 * record and publish, and floor.h does both. Main thread.
 */
#pragma once

#include "table-state.h"

/*
 * Continue a log: call before its events are replayed. `part` is its last one, borrowed. If its
 * rules are no longer available the table is quarantined.
 */
void
sabot_table_service_open_part(struct sabot_table_service *table, const struct sabot_log_part *part,
			      const char *profiles_dir);

/* Apply an event of the log again. An unreadable line quarantines the table. */
void
sabot_table_service_replay(struct sabot_table_service *table, int64_t seq, int64_t n,
			   const char *line);

/* Publish the state after the replay. */
void
sabot_table_service_publish_state(struct sabot_table_service *table);

/*
 * Apply a new event. `object` is the event as it will be logged (with `at`), borrowed; `event` is
 * the same event, parsed. Transferred: free with sabot_step_free().
 */
struct sabot_logged_event *
sabot_table_service_step(struct sabot_table_service *table, int64_t seq, json_t *object,
			 const struct sabot_event *event);

/* The step is recorded (`is_saved`: in the database): clients may see it from now on. */
void
sabot_table_service_publish(struct sabot_table_service *table,
			    const struct sabot_logged_event *step);

/* NULL is allowed. */
void
sabot_step_free(gpointer step);

/* A new view of the present state, complete with `n`. Transferred. */
struct sabot_wire_view *
sabot_table_service_build_view(const struct sabot_table_service *table);
