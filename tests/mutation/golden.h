/*
 * Golden logs in memory: what a log says, and what its .expected file says must be derived from it.
 * Read once, then derived under any rules. One thread.
 */
#pragma once

#include "engine/rules/rules.h"

#include <glib.h>
#include <stdbool.h>

struct golden;

/*
 * Append every NAME.ndjson of a directory that has a NAME.expected and is no refused log. `goldens`
 * frees with golden_free(). False when the directory or a log in it cannot be read: printed.
 */
bool
golden_read_directory(const char *path, GPtrArray *goldens);
/* A GDestroyNotify. */
void
golden_free(void *golden);

const char *
golden_name(const struct golden *golden);
/* The name of its profile. */
const char *
golden_profile(const struct golden *golden);
/* The log sets this key itself. */
bool
golden_sets(const struct golden *golden, const char *key);

/*
 * Derive the log at a table of the profile `rules`, the log's own `set` applied. True when it is
 * not word for word what is expected.
 */
bool
golden_differs(const struct golden *golden, const struct sabot_rules *rules);
