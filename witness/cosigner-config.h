/*
 * A witness's configuration: a key file with the group [witness], and one [log NAME] for each
 * house's database that it signs for (docs/witness.md).
 */
#pragma once

#include "store/proof/key.h"

/* A log that it signs for. */
struct sabot_cosigner_log {
	char *name;      /* for people */
	char *origin;    /* the first line of its heads */
	GPtrArray *keys; /* of struct sabot_key: each may sign its heads */
};

struct sabot_cosigner_config {
	char *listen; /* ADDRESS:PORT */
	char *state;  /* the path of its SQLite file */
	char *key;    /* the path of its own key */
	GPtrArray *logs;
};

/* NULL with an error that names the key, also for one that is not known. Transferred. */
struct sabot_cosigner_config *
sabot_cosigner_config_read(const char *path, GError **error);
/* NULL is allowed. */
void
sabot_cosigner_config_free(struct sabot_cosigner_config *config);

/* Borrowed; NULL where it signs for no such log. */
const struct sabot_cosigner_log *
sabot_cosigner_config_find(const struct sabot_cosigner_config *config, const char *origin);
