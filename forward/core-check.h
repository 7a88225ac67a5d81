/*
 * Verifies a core's copy of one database like a file of the house, and exports it to a file that
 * all other commands can read.
 */
#pragma once

#include "core-reader.h"

struct sabot_verify;

/*
 * Feed the whole copy to `verify`, which must be new. False with an error as sabot_core_walk();
 * faults of events and checkpoints are in the verdict of `verify`.
 */
bool
sabot_core_verify(struct sabot_core *core, const struct sabot_core_origin *origin,
		  struct sabot_verify *verify, struct sabot_core_cover *ret_cover, GError **error);

/* The destination of an export. */
struct sabot_core_export {
	const char *path;
	const char *before; /* an earlier export, whose events come first; or NULL */
};

/*
 * Write the whole copy, up to its last checkpoint, into a new file with the format of an archive
 * that begins with the logs (docs/storage.md). The file gets its name once it is complete and on
 * the disk; an existing name is refused. If months were dropped, `before` must have them.
 */
bool
sabot_core_export(struct sabot_core *core, const struct sabot_core_origin *origin,
		  const struct sabot_core_export *where, struct sabot_core_cover *ret_cover,
		  GError **error);
