/*
 * The settings that every connection of every program has before it reads a byte of a file, which
 * may come from anybody.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

/*
 * Harden the connection: plain SQL can then write neither to the schema nor to the file's own
 * structures, the schema can call no function that acts outside the database, and no view is read,
 * because the programs have none. `runs_triggers`: set only for the connection that writes, whose
 * schema was compared (schema.h). False if this SQLite cannot do so.
 */
bool
sabot_handle_harden(sqlite3 *handle, bool runs_triggers);
