/*
 * The floor: the way of an event through the daemon. It is stepped, recorded, and only then
 * published. Main thread.
 *
 *     floor-submit: step → writer ⇒ committed → floor: ring, push, reply; floor-view: its view
 */
#pragma once

#include "floor-submit.h"
#include "latency.h"

enum { SABOT_FLOOR_RING_STEPS = 4096 }; /* over which a client can resume */

/*
 * Open the store, import spooled events, and replay every table to its last state. If the store
 * cannot be used, this is logged and the floor works without. Transferred.
 */
struct sabot_floor *
sabot_floor_new(const struct sabot_config *config);

/*
 * A floor without tables and store, which only shows what is replayed into it (floor-copy.h).
 * Transferred.
 */
struct sabot_floor *
sabot_floor_new_shown(const struct sabot_config *config);

/*
 * Logs are replayed between these two, up to event `seq`. At the end everything is published, and
 * pushed to watching clients as steps that they missed.
 */
void
sabot_floor_begin_replay(struct sabot_floor *floor, int64_t seq);
void
sabot_floor_end_replay(struct sabot_floor *floor);

/* Between them, add a table; as sabot_floor_add_table(). */
struct sabot_table_service *
sabot_floor_add_replayed(struct sabot_floor *floor, const struct sabot_table_config *config);

/*
 * Commit all submitted events, close the store, and publish what is not published yet. False if
 * events are lost because neither the database nor the spool could store them. Nothing may be
 * submitted afterwards. NULL is allowed.
 */
bool
sabot_floor_stop(struct sabot_floor *floor);

/*
 * True if the database was removed, replaced or spoiled while the daemon ran, and was not back when
 * it stopped.
 */
bool
sabot_floor_was_replaced(const struct sabot_floor *floor);

/* Stops the floor first. NULL is allowed. */
void
sabot_floor_free(struct sabot_floor *floor);

/* The time from an event's step to its recording. Borrowed. */
const struct sabot_latency *
sabot_floor_get_commits(const struct sabot_floor *floor);

/*
 * The lines of the published steps after `since` that `machine` may see, oldest first (of GBytes).
 * NULL if they are no longer held. Transferred.
 */
GPtrArray *
sabot_floor_missed(struct sabot_floor *floor, int64_t since, const struct sabot_machine *machine);
