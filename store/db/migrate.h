/*
 * Brings a database's schema up to the program's, one numbered step after another. A new database
 * goes through the same steps as an old one.
 */
#pragma once

#include "db.h"

/* The newest schema version that this program knows. */
int
sabot_migrate_newest(void);

/*
 * Apply all missing steps, each in a transaction together with its version number: a step that
 * fails leaves version and content unchanged. A newer or foreign database is refused with an error.
 */
bool
sabot_migrate(struct sabot_db *db, GError **error);

/* True if the database is neither a newer program's nor a foreign one. Read-only. */
bool
sabot_migrate_is_ours(struct sabot_db *db, GError **error);

/* True if the database has exactly the program's version. Read-only. */
bool
sabot_migrate_check(struct sabot_db *db, GError **error);
