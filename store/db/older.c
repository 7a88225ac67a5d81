/* See older.h. */
#include "older.h"
#include "copy-pages.h"
#include "handle.h"
#include "migrate.h"
#include "schema.h"
#include "statements.h"

/* Without a name: it is gone when it is closed. */
static const char nameless[] = "";

/* The statements were prepared on the other handle. */
static void
put_in_place(struct sabot_db *db, sqlite3 *copy)
{
	for (int i = 0; i < SABOT_STATEMENTS; i++)
		g_clear_pointer(&db->statements[i], sqlite3_finalize);
	sqlite3_close(db->handle);
	db->handle = copy;
}

bool
sabot_older_replace(struct sabot_db *db, GError **error)
{
	sqlite3 *copy = NULL;
	int64_t version;

	if (!sabot_statement_number(db, SABOT_STATEMENT_GET_VERSION, &version, error))
		return false;
	if (version <= 0 || version >= sabot_migrate_newest())
		return true;
	/* A step must not meet what is not this program's. */
	if (!sabot_schema_check(db, error))
		return false;
	if (sqlite3_open_v2(nameless, &copy,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI,
			    NULL) == SQLITE_OK &&
	    sabot_handle_harden(copy, false) && sabot_db_copy_pages(db, copy, db->path, error)) {
		put_in_place(db, copy);
		return sabot_migrate(db, error);
	}
	sqlite3_close(copy);
	return false;
}
