/*
 * Migrations: schema/NNNN-*.sql run in order. Each file sets user_version itself, inside the
 * transaction, so that a step is applied completely or not at all.
 */
#include "migrate.h"
#include "statements.h"

int
sabot_migrate_newest(void)
{
	int version = 0;

	while (sabot_migrations[version])
		version++;
	return version;
}

static bool
refuse_newer(struct sabot_db *db, int64_t version, GError **error)
{
	if (version <= sabot_migrate_newest())
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_NEWER,
		    "%s was written by a newer sabotd (schema %" G_GINT64_FORMAT ", this program"
		    " knows %d): install that version again, or give another state_dir",
		    db->path, version, sabot_migrate_newest());
	return false;
}

/* Version 0 is a new file, or somebody else's database: that one we do not touch. */
static bool
refuse_foreign(struct sabot_db *db, int64_t version, GError **error)
{
	int64_t n_tables;

	if (version != 0)
		return true;
	if (!sabot_statement_number(db, SABOT_STATEMENT_COUNT_TABLES, &n_tables, error))
		return false;
	if (n_tables == 0)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s is a database of another program", db->path);
	sabot_store_error_set_reason(error, SABOT_STORE_REASON_FOREIGN);
	return false;
}

static bool
run_step(struct sabot_db *db, int version, GError **error)
{
	g_autofree char *what = g_strdup_printf("migration to schema %d", version + 1);

	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN, error))
		return false;
	if (sqlite3_exec(db->handle, sabot_migrations[version], NULL, NULL, NULL) == SQLITE_OK &&
	    sqlite3_exec(db->handle, sabot_statement_texts[SABOT_STATEMENT_COMMIT], NULL, NULL,
			 NULL) == SQLITE_OK)
		return true;
	sabot_statement_set_error(db, what, error);
	if (!sqlite3_get_autocommit(db->handle))
		sabot_statement_run(db, SABOT_STATEMENT_ROLLBACK, NULL);
	return false;
}

bool
sabot_migrate_is_ours(struct sabot_db *db, GError **error)
{
	int64_t version;

	return sabot_statement_number(db, SABOT_STATEMENT_GET_VERSION, &version, error) &&
	       refuse_newer(db, version, error) && refuse_foreign(db, version, error);
}

bool
sabot_migrate(struct sabot_db *db, GError **error)
{
	int64_t version;

	if (!sabot_migrate_is_ours(db, error) ||
	    !sabot_statement_number(db, SABOT_STATEMENT_GET_VERSION, &version, error))
		return false;
	for (int step = (int)version; sabot_migrations[step]; step++) {
		if (!run_step(db, step, error))
			return false;
	}
	return true;
}

bool
sabot_migrate_check(struct sabot_db *db, GError **error)
{
	int64_t version;

	if (!sabot_statement_number(db, SABOT_STATEMENT_GET_VERSION, &version, error) ||
	    !refuse_newer(db, version, error))
		return false;
	if (version == sabot_migrate_newest())
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s has schema %" G_GINT64_FORMAT ", not yet %d: start sabotd once", db->path,
		    version, sabot_migrate_newest());
	return false;
}
