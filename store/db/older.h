/*
 * Files of an earlier program. An archive is signed and a backup is kept, so neither is ever
 * migrated in place. A migrated copy is read instead, which lasts as long as the connection.
 */
#pragma once

#include "db.h"

/*
 * If the schema is older than the program's, replace the connection by one to a copy with all later
 * steps applied. SQLite keeps the copy in memory, and on disk (SQLITE_TMPDIR) what does not fit
 * there. The file stays unchanged. Nothing of the connection may be in use.
 */
bool
sabot_older_replace(struct sabot_db *db, GError **error);
