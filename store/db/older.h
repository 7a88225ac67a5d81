/*
 * Files of an earlier program. An archive is signed and a backup is kept: neither is ever brought
 * up to date in its place. What is read is a copy of it that is, and that goes with the connection.
 */
#pragma once

#include "db.h"

/*
 * Where the schema is an earlier one than the program's, put a copy in the connection's place that
 * has all steps since; SQLite keeps it in memory, and on the disk (SQLITE_TMPDIR) what is too much
 * for that. The file stays as it is. Nothing of the connection may be in use.
 */
bool
sabot_older_replace(struct sabot_db *db, GError **error);
