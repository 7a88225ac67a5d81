/*
 * What the checks of `sabotctl lab` share: the temporary house with a daemon of its own, the
 * programs that are started, and what a check says. One thread.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

/* The temporary house's tables: one that a simulated shoe deals at, and two pairs of twins. */
#define LAB_TABLE "LAB-1"

enum lab_result {
	LAB_PASSED,
	LAB_FAILED,
	LAB_LEFT_OUT, /* it cannot be run here, or was not to be */
};

struct lab {
	char *folder, *config, *socket, *state, *database, *pushed;
	char *public;          /* the temporary house's key, one line */
	GSubprocess *daemon;   /* NULL: stopped */
	GSubprocess *watcher;  /* writes what is pushed to the file `pushed` */
	guint64 rounds, tried; /* `tried`: how much the running check has tried */
	GString *detail;       /* what the running check says of itself, in one line */
};

/* A check; what it says is in `detail`, what it has tried in `tried`. */
typedef enum lab_result
lab_check_fn(struct lab *lab);

/* Always LAB_FAILED; printf's words are the detail. */
enum lab_result
lab_fail(struct lab *lab, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Make the folder, and the configuration in it. NULL with an error. Transferred. */
struct lab *
lab_new(guint64 rounds, GError **error);

/* End every process and remove the folder. NULL is allowed. */
void
lab_free(struct lab *lab);

/* Start the daemon, or again, and wait until it answers. */
bool
lab_start_daemon(struct lab *lab);

/* End it by the signal and wait. False where it does not end, or SIGTERM ends it in disorder. */
bool
lab_stop_daemon(struct lab *lab, int with_signal);

/*
 * Run one of the installed programs in the house and wait: the words end with NULL. Returns the
 * exit status, or -1; what it printed goes to `ret_said` (may be NULL), transferred.
 */
int
lab_run(const struct lab *lab, char **ret_said, const char *program, ...) G_GNUC_NULL_TERMINATED;

/*
 * Likewise, not waited for; NULL where it does not start. Its output goes to the file, or nowhere
 * where that is NULL.
 */
GSubprocess *
lab_begin(const struct lab *lab, const char *output, const char *const *words);

/* What was pushed to a client so far, as text: whole lines. Transferred. */
char *
lab_read_pushed(const struct lab *lab);

/* A file's bytes with one bit turned at `at`, as another file. False where it cannot be written. */
bool
lab_write_flipped(GBytes *bytes, gsize at, const char *path);
