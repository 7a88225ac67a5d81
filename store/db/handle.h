/*
 * What every connection of every program has set before it reads a byte of a file, which may be
 * anybody's.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

/*
 * Plain SQL then can neither write to the schema nor to the file's own structures, the schema calls
 * no function that could do anything outside the database, and no view is read: the programs have
 * none. `runs_triggers`: only for the connection that writes, whose schema was compared
 * (schema.h). False when this SQLite cannot do so.
 */
bool
sabot_handle_harden(sqlite3 *handle, bool runs_triggers);
