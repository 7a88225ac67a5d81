/*
 * The floor: the way of an event through the daemon. It is stepped, recorded, and only then
 * published. Main thread.
 *
 *     floor-submit: step → writer ⇒ committed → floor: ring, push, reply; floor-view: its view
 */
#pragma once

#include "floor-submit.h"
#include "latency.h"

enum { SABOT_FLOOR_RING_STEPS = 4096 }; /* that a client can resume over */

/*
 * Open the store, import what was spooled, and bring every table to where it stood. A store that
 * cannot be used is said and gone without. Transferred.
 */
struct sabot_floor *
sabot_floor_new(const struct sabot_config *config);

/*
 * Commit all that was submitted, close the store, and publish what was not published yet. Returns
 * false when events are lost because neither database nor spool took them. Nothing is submitted
 * after it. NULL is allowed.
 */
bool
sabot_floor_stop(struct sabot_floor *floor);

/*
 * The database was removed or replaced while the daemon worked, and was not back when it stopped.
 */
bool
sabot_floor_was_replaced(const struct sabot_floor *floor);

/* Stops it first. NULL is allowed. */
void
sabot_floor_free(struct sabot_floor *floor);

/* How long events took from their step until they were recorded. Borrowed. */
const struct sabot_latency *
sabot_floor_get_commits(const struct sabot_floor *floor);

/*
 * The lines of the published steps after `since` that are seen at `machine`, oldest first (of
 * GBytes). NULL when they are no longer held. Transferred.
 */
GPtrArray *
sabot_floor_missed(struct sabot_floor *floor, int64_t since, const struct sabot_machine *machine);
