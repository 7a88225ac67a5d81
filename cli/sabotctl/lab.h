/*
 * Shared by the checks of `sabotctl lab`: the temporary house with its own daemon, the programs
 * that are started, and the result of a check. One thread.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

/* The temporary house's tables: one that a simulated shoe deals at, and two pairs of twins. */
#define LAB_TABLE "LAB-1"

enum lab_result {
	LAB_PASSED,
	LAB_FAILED,
	LAB_LEFT_OUT, /* it cannot be run here, or was not selected */
};

struct lab {
	char *folder, *config, *socket, *state, *database, *pushed;
	char *public;          /* the temporary house's key, one line */
	GSubprocess *daemon;   /* NULL: stopped */
	GSubprocess *watcher;  /* writes pushed messages to the file `pushed` */
	guint64 rounds, tried; /* `tried`: the number of cases the running check has tried */
	GString *detail;       /* the running check's description of its result, in one line */
};

/* A check; it fills in `detail` and `tried`. */
typedef enum lab_result
lab_check_fn(struct lab *lab);

/* Set the detail as by printf(). Always LAB_FAILED. */
enum lab_result
lab_fail(struct lab *lab, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Make the directory, and the configuration in it. NULL with an error. Transferred. */
struct lab *
lab_new(guint64 rounds, GError **error);

/* End all processes and remove the directory. NULL is allowed. */
void
lab_free(struct lab *lab);

/* Start the daemon, also after a stop, and wait until it answers. */
bool
lab_start_daemon(struct lab *lab);

/*
 * End the daemon by the signal and wait. False if it does not end, or if SIGTERM does not end it
 * properly.
 */
bool
lab_stop_daemon(struct lab *lab, int with_signal);

/*
 * Run one of the installed programs in the house and wait: the words end with NULL. Returns the
 * exit status, or -1; the output goes to `ret_said` (may be NULL), transferred.
 */
int
lab_run(const struct lab *lab, char **ret_said, const char *program, ...) G_GNUC_NULL_TERMINATED;

/*
 * As lab_run(), without waiting; NULL if the program does not start. Its output goes to the file,
 * or nowhere if that is NULL.
 */
GSubprocess *
lab_begin(const struct lab *lab, const char *output, const char *const *words);

/* The messages pushed to a client so far, as text: whole lines. Transferred. */
char *
lab_read_pushed(const struct lab *lab);

/*
 * Write a file's bytes with one bit at `at` flipped to another file. False if it cannot be written.
 */
bool
lab_write_flipped(GBytes *bytes, gsize at, const char *path);
