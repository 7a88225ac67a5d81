/*
 * The forwarder's configuration: a key file with one group, [forward] (docs/operations.md).
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct sabot_forward_config {
	char *core;        /* postgresql://… */
	char *database;    /* the path of sabot.db */
	char *archive_dir; /* NULL: beside it */
	char *site;
	char *status;    /* the path of the file that says how far it is */
	char *socket;    /* the daemon's, for what is refused; "": none */
	char *wait_s;    /* as it was given */
	gint64 wait_us;  /* how long an event waits for others at most */
	char *rows_days; /* as it was given */
	gint64 rows_us;  /* an event that is older when it is sent has no row; 0: none has */
};

/* NULL with an error that names the key, also for one that is not known. Transferred. */
struct sabot_forward_config *
sabot_forward_config_read(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_forward_config_free(struct sabot_forward_config *config);
