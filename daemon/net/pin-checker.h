/*
 * Checks and hashes PINs on threads of its own, for each takes a tenth of a second and 64 MiB: one
 * after the other, and beside them, one after the other, those of machines that guess: a hash that
 * was begun is not interrupted, so that with one thread everybody would wait for the guesser's.
 * That thread gets a processor when nobody else wants it. Only so many of a connection and of a
 * machine may wait, and machines take turns, as their connections do. Called on the main thread;
 * answers come there.
 */
#pragma once

#include "store/log/secret.h"

struct sabot_pin_checker;

struct sabot_pin_task {
	char *hash;               /* to check `pin` against; NULL: as much work, for nothing */
	char *pin;                /* or NULL: nothing is checked */
	char *new_pin;            /* to be hashed; or NULL */
	char *origin;             /* the machine that it comes from */
	gconstpointer connection; /* that it comes from; only a key */
	unsigned n_failures;      /* wrong PINs on it before: the fewest come first */
	bool is_suspect;          /* its machine guesses: beside those that are not */
};

struct sabot_pin_result {
	bool is_right;  /* `pin` is the hash's */
	char *new_hash; /* of `new_pin`; NULL without one, or when memory did not do */
};

/* `result` is borrowed; NULL: the program ends, nothing was checked. Called once. */
typedef void
sabot_pin_checker_fn(const struct sabot_pin_result *result, void *data);

/* `cost` is that of the hash. Transferred. */
struct sabot_pin_checker *
sabot_pin_checker_new(enum sabot_pin_cost cost);

/* Answers all that wait with NULL. NULL is allowed. */
void
sabot_pin_checker_free(struct sabot_pin_checker *checker);

/*
 * Transfers the task's strings. False when too many wait, of all, of this machine or of this
 * connection: `fn` is not called then.
 */
bool
sabot_pin_checker_check(struct sabot_pin_checker *checker, struct sabot_pin_task *task,
			sabot_pin_checker_fn *fn, void *data);
