/*
 * A hub's last steps on disk, so that one that is started again continues where it was: its clients
 * get what they missed, and of each daemon it requests what followed the last step of it. Two files
 * in the state directory, the older of which goes when the newer one is full. A thread of its own
 * writes them; what was not written when the hub died is requested again, and gets new numbers.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

struct sabot_hub_keeper;

/* A step that was passed on. */
struct sabot_hub_kept {
	int64_t seq;          /* that it was given; 0: only the daemon's number is noted */
	const char *upstream; /* whose it is; NULL: the hub's own */
	int64_t own_seq;      /* its number there */
	const char *place;    /* as of sabot_floor_push_fn */
	GBytes *line;         /* as who missed it gets it; NULL where `seq` is 0 */
};

/* Each is borrowed for the call. */
typedef void
sabot_hub_kept_fn(const struct sabot_hub_kept *kept, void *data);

/*
 * Read what is there: each step in order, and `ret_from_seq`: who has seen that one has missed
 * these and nothing else. What cannot be read ends it, with a warning. Nothing is written yet.
 * Transferred.
 */
struct sabot_hub_keeper *
sabot_hub_keeper_new(const char *directory, sabot_hub_kept_fn *fn, void *data,
		     int64_t *ret_from_seq);
/* What was put in is written first. NULL is allowed. */
void
sabot_hub_keeper_free(struct sabot_hub_keeper *keeper);

/* Whose row of numbers it is: the same over restarts. Borrowed. */
const char *
sabot_hub_keeper_get_origin(const struct sabot_hub_keeper *keeper);

/* The number that the daemon's last step has there; -1: none is known. */
int64_t
sabot_hub_keeper_get_own_seq(const struct sabot_hub_keeper *keeper, const char *upstream);

/*
 * Begin a new file, in which nothing stands but how far each daemon is; who has seen `seq` misses
 * what follows. `drops_old`: the file before does not lead to it.
 */
void
sabot_hub_keeper_begin(struct sabot_hub_keeper *keeper, int64_t seq, gboolean drops_old);

/* Never waits for the disk. */
void
sabot_hub_keeper_put(struct sabot_hub_keeper *keeper, const struct sabot_hub_kept *kept);
