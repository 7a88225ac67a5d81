/*
 * Writes a core's copy of one database into a file that all other commands can read, and brings
 * such a file up to date.
 */
#pragma once

#include "core-reader.h"

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

/* A local file of a core's copy, which is brought up to date. */
struct sabot_core_copy {
	const char *path; /* made if it does not exist */
	GPtrArray *keys;  /* as for sabot_verify_new(); referenced */
};

/*
 * Append to the file what the core has behind it, up to its last checkpoint, once all of that is
 * proven; others may read the file meanwhile. False with an error as sabot_core_walk(), and with
 * SABOT_SEGMENT_ERROR_HASH if it is not what the house recorded; the file is then as before.
 */
bool
sabot_core_update(struct sabot_core *core, const struct sabot_core_origin *origin,
		  const struct sabot_core_copy *copy, struct sabot_core_cover *ret_cover,
		  GError **error);
