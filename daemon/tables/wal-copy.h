/*
 * A copy of a write-ahead log of which SQLite will drop a part (store/db/wal.h): opening the
 * database may overwrite the log. `database` is the database's path. Main thread.
 */
#pragma once

#include <stdbool.h>

/* Copy the log beside a database that is not open yet, if a part of it will be dropped. */
void
sabot_wal_copy_make(const char *database);

/* True if there is such a copy, and it shows that what was on the disk is dropped. */
bool
sabot_wal_copy_has_lost(const char *database);

/* Keep the copy, under a name with the time, if it has what is missing; else remove it. */
void
sabot_wal_copy_end(const char *database, bool is_wanted);
