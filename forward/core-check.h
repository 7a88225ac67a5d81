/*
 * What a core has of one database, proven as a file of the house is, and copied into one that all
 * other commands read.
 */
#pragma once

#include "core-reader.h"

struct sabot_verify;

/*
 * Feed all of it to `verify`, which is new. False with an error as sabot_core_walk(); what is wrong
 * with events and checkpoints is the verdict of `verify`.
 */
bool
sabot_core_verify(struct sabot_core *core, const struct sabot_core_origin *origin,
		  struct sabot_verify *verify, struct sabot_core_cover *ret_cover, GError **error);

/* Where an export goes. */
struct sabot_core_export {
	const char *path;
	const char *before; /* an earlier export, whose events come first; or NULL */
};

/*
 * Write all of it up to its last checkpoint into a new file, of the form of an archive that begins
 * with the logs (docs/storage.md). It has its name once it is whole and on the disk; one that is
 * taken is refused. Where months were dropped, `before` must have them.
 */
bool
sabot_core_export(struct sabot_core *core, const struct sabot_core_origin *origin,
		  const struct sabot_core_export *where, struct sabot_core_cover *ret_cover,
		  GError **error);
