/*
 * The numbers that a hub gives the steps that it passes on, and the last of these steps, so that a
 * client whose connection broke continues where it was. The numbers rise over all daemons and over
 * the hub's own restarts: they are the microseconds of the clock, or one more than the last. Main
 * thread.
 */
#pragma once

#include "daemon/access/machine.h"

struct sabot_hub_ring;

/* An empty one, whose numbers begin now. Transferred. */
struct sabot_hub_ring *
sabot_hub_ring_new(void);
/* NULL is allowed. */
void
sabot_hub_ring_free(struct sabot_hub_ring *ring);

/* The last number that was given; before the first, one that none has. */
int64_t
sabot_hub_ring_get_seq(const struct sabot_hub_ring *ring);

/* Give the next number. */
int64_t
sabot_hub_ring_give_seq(struct sabot_hub_ring *ring);

/*
 * Remember the step of the last number; `place` as of sabot_floor_push_fn, `line` borrowed.
 * `is_past`: clients may have been shown it by an earlier run, which could not write it.
 */
void
sabot_hub_ring_add(struct sabot_hub_ring *ring, const char *place, GBytes *line, bool is_past);

/* True if the step of number `since` was made by an earlier run. */
bool
sabot_hub_ring_is_past(const struct sabot_hub_ring *ring, int64_t since);

/*
 * Restore the step `seq` of an earlier run: in ascending order, before any step of this one. The
 * first call sets from which number on steps are remembered: a client that has seen `from_seq`
 * lacks this step and all later ones. `line` is borrowed.
 */
void
sabot_hub_ring_restore(struct sabot_hub_ring *ring, int64_t from_seq, int64_t seq,
		       const char *place, GBytes *line);

/* Forget all steps where the next one does not follow them: no client resumes across the gap. */
void
sabot_hub_ring_forget(struct sabot_hub_ring *ring);

/*
 * The lines (GBytes) of the steps after number `since` that the machine sees, oldest first. NULL:
 * not all of them are remembered, or some may have been seen already. Transferred.
 */
GPtrArray *
sabot_hub_ring_missed(struct sabot_hub_ring *ring, int64_t since,
		      const struct sabot_machine *machine);
