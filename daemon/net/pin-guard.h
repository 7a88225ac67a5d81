/*
 * Who guesses PINs: wrong ones are counted by the machine that they come from, so that a stranger
 * locks a name for his own machine and for no other. Pure; times are of the wall clock, in us.
 *
 * An origin is a machine's name, or "uid:N" on the socket.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct sabot_pin_guard;

/* A claim: whose name, from where. Borrowed. */
struct sabot_pin_try {
	const char *origin;
	const char
		*who; /* a person's id, or for a name that nobody has "?" and a few of its bits */
	bool is_reserved; /* counted, but never locked */
};

/* What one more wrong PIN came to. */
struct sabot_pin_failure {
	int64_t n;         /* wrong ones of this name from there since the last right one */
	int64_t until_us;  /* locked from now on; 0: not */
	bool is_guessing;  /* so many that it is to be reported, once an hour */
	bool is_of_origin; /* reported of many names, not of this one */
};

struct sabot_pin_guard *
sabot_pin_guard_new(void);
/* NULL is allowed. */
void
sabot_pin_guard_free(struct sabot_pin_guard *guard);

/* Until when no PIN of this name is looked at from there; 0: it is now. */
int64_t
sabot_pin_guard_locked_until(const struct sabot_pin_guard *guard, const struct sabot_pin_try *try,
			     int64_t now_us);

/* Likewise of all names from there: it has had too many wrong PINs. */
int64_t
sabot_pin_guard_paused_until(struct sabot_pin_guard *guard, const char *origin, int64_t now_us);

/* Wrong PINs came from there in the last minute: others are looked at first. */
bool
sabot_pin_guard_is_suspect(const struct sabot_pin_guard *guard, const char *origin, int64_t now_us);

struct sabot_pin_failure
sabot_pin_guard_fail(struct sabot_pin_guard *guard, const struct sabot_pin_try *try,
		     int64_t now_us);

/* Whether guessing from there is to be reported: true once an hour. */
bool
sabot_pin_guard_is_due(struct sabot_pin_guard *guard, const char *origin, int64_t now_us);

/* The PIN was right: what was wrong of this name there is as if it had not been. */
void
sabot_pin_guard_forgive(struct sabot_pin_guard *guard, const struct sabot_pin_try *try);

/* An administrator unlocks a person everywhere. */
void
sabot_pin_guard_unlock(struct sabot_pin_guard *guard, const char *who);

/* A lock that the log has. */
void
sabot_pin_guard_restore(struct sabot_pin_guard *guard, const struct sabot_pin_try *try, int64_t n,
			int64_t until_us);

/* Forget names that were not tried for a day. */
void
sabot_pin_guard_expire(struct sabot_pin_guard *guard, int64_t now_us);
