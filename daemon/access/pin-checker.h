/*
 * Checks and hashes PINs on threads of its own, since each takes a tenth of a second and 64 MiB.
 * One thread serves ordinary machines, one PIN after the other; a second one serves machines that
 * guess, in the same way: a hash cannot be interrupted, so with one thread everybody would wait for
 * the guesser's. The second thread gets processor time only when nobody else wants it. The number
 * of waiting tasks is limited for each connection and machine; machines take turns, and so do the
 * connections of one machine. Called on the main thread; results arrive there.
 */
#pragma once

#include "store/log/secret.h"

struct sabot_pin_checker;

struct sabot_pin_task {
	/* against which `pin` is checked; NULL: do the same work for nothing */
	char *hash;
	char *pin;                /* or NULL: nothing is checked */
	char *new_pin;            /* to be hashed; or NULL */
	char *origin;             /* the machine from which the task comes */
	gconstpointer connection; /* from which it comes; only a key */
	unsigned n_failures;      /* wrong PINs on it before: tasks with the fewest come first */
	bool is_suspect;          /* its machine guesses: handled on the second thread */
};

struct sabot_pin_result {
	bool is_right;  /* `pin` matches the hash */
	char *new_hash; /* of `new_pin`; NULL if there is none, or memory was short */
};

/* `result` is borrowed; NULL: the program ends, and nothing was checked. Called once. */
typedef void
sabot_pin_checker_fn(const struct sabot_pin_result *result, void *data);

/* `cost` is the cost of the hash. Transferred. */
struct sabot_pin_checker *
sabot_pin_checker_new(enum sabot_pin_cost cost);

/* Waiting tasks are answered with NULL. NULL is allowed. */
void
sabot_pin_checker_free(struct sabot_pin_checker *checker);

/*
 * Queue the task; its strings are transferred. False if too many are waiting, in total, of this
 * machine or of this connection: `fn` is then not called.
 */
bool
sabot_pin_checker_check(struct sabot_pin_checker *checker, struct sabot_pin_task *task,
			sabot_pin_checker_fn *fn, void *data);
