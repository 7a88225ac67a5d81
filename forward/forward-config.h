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
	char *status;    /* the path of the status file */
	char *socket;    /* the daemon's, to which refusals are reported; "": none */
	char *wait_s;    /* as given */
	gint64 wait_us;  /* how long an event may wait for others */
	char *rows_days; /* as given */
	gint64 rows_us;  /* events older than this when sent get no row; 0: none does */
};

/* NULL with an error that names the key, also for an unknown key. Transferred. */
struct sabot_forward_config *
sabot_forward_config_read(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_forward_config_free(struct sabot_forward_config *config);
