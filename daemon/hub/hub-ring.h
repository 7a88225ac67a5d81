/*
 * The numbers that a hub gives the steps that it passes on, and the last of these steps, so that a
 * client whose connection broke goes on where it was. The numbers rise over all daemons and over
 * the hub's own restarts: they are the microseconds of the clock, or one more than the last. Main
 * thread.
 */
#pragma once

#include "daemon/net/machine.h"

struct sabot_hub_ring;

/* An empty one. Transferred. */
struct sabot_hub_ring *
sabot_hub_ring_new(void);
/* NULL is allowed. */
void
sabot_hub_ring_free(struct sabot_hub_ring *ring);

/* The last number that was given; before the first, one that none has. */
int64_t
sabot_hub_ring_get_seq(const struct sabot_hub_ring *ring);

/* Another number. */
int64_t
sabot_hub_ring_give_seq(struct sabot_hub_ring *ring);

/* Remember the step of the last number; `place` as of sabot_floor_push_fn, `line` borrowed. */
void
sabot_hub_ring_add(struct sabot_hub_ring *ring, const char *place, GBytes *line);

/*
 * The lines (GBytes) of the steps after number `since` that the machine sees, oldest first. NULL:
 * not all of them are remembered. Transferred.
 */
GPtrArray *
sabot_hub_ring_missed(struct sabot_hub_ring *ring, int64_t since,
		      const struct sabot_machine *machine);
