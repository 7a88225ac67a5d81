/* See handle.h. */
#include "handle.h"

#include <stddef.h>

static bool
set(sqlite3 *handle, int which, int wanted)
{
	int is_on = -1;

	return sqlite3_db_config(handle, which, wanted, &is_on) == SQLITE_OK && is_on == wanted;
}

bool
sabot_handle_harden(sqlite3 *handle, bool runs_triggers)
{
	return set(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) &&
	       set(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0) &&
	       set(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0) &&
	       set(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, runs_triggers);
}
