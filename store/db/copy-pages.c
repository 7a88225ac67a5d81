/* SQLite's own online backup copies a consistent state. */
#include "copy-pages.h"

#include "statements.h"

bool
sabot_db_copy_pages(struct sabot_db *db, sqlite3 *copy, const char *path, GError **error)
{
	sqlite3_backup *backup = sqlite3_backup_init(copy, "main", db->handle, "main");
	int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;

	if (backup)
		sqlite3_backup_finish(backup);
	if (code == SQLITE_DONE &&
	    sqlite3_exec(copy, sabot_statement_texts[SABOT_STATEMENT_PRAGMA_JOURNAL_DELETE], NULL,
			 NULL, NULL) == SQLITE_OK)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: cannot copy: %s", path,
		    sqlite3_errmsg(copy));
	return false;
}
