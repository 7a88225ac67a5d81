/*
 * A witness's configuration: a key file with the group [witness], and a group [log NAME] for each
 * house's database whose log it signs (docs/witness.md).
 */
#pragma once

#include "store/keys/key.h"

/* A log that the witness signs. */
struct sabot_cosigner_log {
	char *name;      /* for people */
	char *origin;    /* the first line of its heads */
	GPtrArray *keys; /* of struct sabot_key: any of them may sign the log's heads */
};

struct sabot_cosigner_config {
	char *listen; /* ADDRESS:PORT */
	char *state;  /* the path of its SQLite file */
	char *key;    /* the path of its own key */
	GPtrArray *logs;
};

/* NULL with an error that names the key, also for an unknown key. Transferred. */
struct sabot_cosigner_config *
sabot_cosigner_config_read(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_cosigner_config_free(struct sabot_cosigner_config *config);

/* Borrowed; NULL if the witness does not sign for this log. */
const struct sabot_cosigner_log *
sabot_cosigner_config_find(const struct sabot_cosigner_config *config, const char *origin);
