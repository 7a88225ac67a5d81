/*
 * Keeps a local file up to date with what a core has of one house's logs (docs/records.md), by
 * `sabotctl floor export --update` in a process of its own. Main thread.
 */
#pragma once

#include "daemon/config/config.h"

struct sabot_gatherer;

/* The file has all that the core had (`why` NULL), or it is as before, and why. */
typedef void
sabot_gatherer_done_fn(const char *why, void *data);

/* Begins at once. `config`, which has records, is borrowed; `path` is copied. Transferred. */
struct sabot_gatherer *
sabot_gatherer_new(const struct sabot_config *config, const char *path,
		   sabot_gatherer_done_fn *done, void *data);
/* Ends a process that runs: the file is then as before. NULL is allowed. */
void
sabot_gatherer_free(struct sabot_gatherer *gatherer);
