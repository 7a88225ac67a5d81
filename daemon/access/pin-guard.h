/*
 * Detects PIN guessing: wrong PINs are counted by machine, so that a stranger locks a name only for
 * his own machine. Pure; times are of the wall clock, in us.
 *
 * An origin is a machine's name, or "uid:N" on the socket.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct sabot_pin_guard;

/* An attempt: whose name, from which machine. Borrowed. */
struct sabot_pin_try {
	const char *origin;
	const char *who;  /* a person's id; for an unknown name "?" and a few of its bits */
	bool is_reserved; /* counted, but never locked */
};

/* The consequence of one more wrong PIN. */
struct sabot_pin_failure {
	int64_t n;         /* wrong PINs for this name from this origin since the last right one */
	int64_t until_us;  /* locked from now on; 0: not */
	bool is_guessing;  /* so many that guessing is to be reported, once an hour */
	bool is_of_origin; /* the report is about many names, not this one */
};

/* One that has seen no failure. Transferred. */
struct sabot_pin_guard *
sabot_pin_guard_new(void);
/* NULL is allowed. */
void
sabot_pin_guard_free(struct sabot_pin_guard *guard);

/* Until when no PIN for this name is checked from this origin; 0: not locked. */
int64_t
sabot_pin_guard_locked_until(const struct sabot_pin_guard *guard, const struct sabot_pin_try *try,
			     int64_t now_us);

/*
 * Until when no PIN at all is checked from this origin, after too many wrong ones; 0: not paused.
 */
int64_t
sabot_pin_guard_paused_until(struct sabot_pin_guard *guard, const char *origin, int64_t now_us);

/* True if wrong PINs came from this origin in the last minute: others are served first. */
bool
sabot_pin_guard_is_suspect(const struct sabot_pin_guard *guard, const char *origin, int64_t now_us);

/*
 * Record a wrong PIN. Once too many are in a row, the name is locked for this origin, each time
 * for longer; a reserved name is not.
 */
struct sabot_pin_failure
sabot_pin_guard_fail(struct sabot_pin_guard *guard, const struct sabot_pin_try *try,
		     int64_t now_us);

/* True if guessing from this origin is to be reported: once an hour. */
bool
sabot_pin_guard_is_due(struct sabot_pin_guard *guard, const char *origin, int64_t now_us);

/* The PIN was right: forget the wrong ones for this name and origin. */
void
sabot_pin_guard_forgive(struct sabot_pin_guard *guard, const struct sabot_pin_try *try);

/* An administrator unlocks a person everywhere. */
void
sabot_pin_guard_unlock(struct sabot_pin_guard *guard, const char *who);

/* Restore a lock that the log records. */
void
sabot_pin_guard_restore(struct sabot_pin_guard *guard, const struct sabot_pin_try *try, int64_t n,
			int64_t until_us);

/* Forget names without an attempt for a day. */
void
sabot_pin_guard_expire(struct sabot_pin_guard *guard, int64_t now_us);
