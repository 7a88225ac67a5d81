/*
 * Brings a database's schema up to the program's, one numbered step after another. A new database
 * walks through the same steps as an old one.
 */
#pragma once

#include "db.h"

/* The schema's version this program knows. */
int
sabot_migrate_newest(void);

/*
 * Take all missing steps, each in a transaction with its version number: a step that fails leaves
 * version and content as they were. A newer or a foreign database is refused with an error.
 */
bool
sabot_migrate(struct sabot_db *db, GError **error);

/* Only look: the database is neither a newer program's nor another one's. */
bool
sabot_migrate_is_ours(struct sabot_db *db, GError **error);

/* Only look: the database has exactly the program's version. */
bool
sabot_migrate_check(struct sabot_db *db, GError **error);
