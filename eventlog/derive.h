/*
 * Applies events to a table: the engine, plus the index that finds a load dealt in the order of an
 * earlier one. One handle per table; not thread-safe.
 */
#pragma once

#include "event-json.h"

#include <glib.h>

/* The edition of the contract by which logs are judged. */
enum { SABOT_LOG_EDITION = 2 };

struct sabot_derive;

/* The numbers continue from an export's; 0 for a new log. Never NULL. Transferred. */
struct sabot_derive *
sabot_derive_new(const struct sabot_rules *rules, unsigned from_load, unsigned from_round,
		 unsigned from_incident);
void
sabot_derive_free(struct sabot_derive *derive);

/*
 * Apply one event. Returns the update: what the event changed and what was found, borrowed until
 * the next step.
 */
const struct sabot_update *
sabot_derive_step(struct sabot_derive *derive, const struct sabot_event *event);

/*
 * The last update as the lines of the log format (`round`, `settle`, `incident`, `load`), for a
 * file, a socket or a column. `line` is the event's, and is printed in them. Returns a new array,
 * transferred; empty when there are none.
 */
json_t *
sabot_derive_write_lines(const struct sabot_derive *derive, unsigned line);

/* The same lines as text, each with its LF, to the end of `text`. */
void
sabot_derive_append_lines(const struct sabot_derive *derive, GString *text, unsigned line);

/* Continue from a table's state at some moment; a plain value, copied. */
void
sabot_derive_set_table(struct sabot_derive *derive, const struct sabot_table *table);

/*
 * For replaying a load without those before it: the caller sets `repeats_load` in its events from
 * now on.
 */
void
sabot_derive_use_given_repeats(struct sabot_derive *derive);

/*
 * The order of the loads so far, for this machine only; with the table's state, it is enough to
 * continue later. Transferred.
 */
GBytes *
sabot_derive_save_order(const struct sabot_derive *derive);
/* False, changing nothing, for anything that sabot_derive_save_order() did not make. */
bool
sabot_derive_restore_order(struct sabot_derive *derive, GBytes *saved);

/* Apply the end of the log. Returns the last update, borrowed until the table is freed. */
const struct sabot_update *
sabot_derive_finish(struct sabot_derive *derive);

/* The `summary` line. Transferred. */
json_t *
sabot_derive_summary(const struct sabot_derive *derive);

/* The table after the last step. Borrowed until the next step. */
const struct sabot_table *
sabot_derive_table(const struct sabot_derive *derive);

/* The update of the last step. Borrowed until the thread's next step, also of another table. */
const struct sabot_update *
sabot_derive_last_update(const struct sabot_derive *derive);
