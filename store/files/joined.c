/*
 * Archives are attached, and views of the temporary schema replace the tables (schema/joined.sql).
 * SQLite attaches at most ten files: if there are more archives, the oldest are copied into a
 * nameless file that lasts as long as the connection.
 */
#include "joined.h"

#include "joined-copy.h"
#include "joined-files.h"
#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/log/log-record.h"

#include <string.h>

enum {
	JOINED_ATTACHED_MAX = 9, /* beside one that is being copied: SQLITE_MAX_ATTACHED is 10 */
	JOINED_NAME_SIZE = 16,
};

static const char gathered[] = "gathered", passing[] = "passing", nameless[] = "";

struct joining {
	struct sabot_db *db; /* the last file's */
	GPtrArray *files;    /* struct sabot_db *: the archives */
	guint n_gathered;    /* of them, the oldest */
};

/* What an archive that is not gathered is attached as. */
static void
name_file(guint file, char ret_name[JOINED_NAME_SIZE])
{
	g_snprintf(ret_name, JOINED_NAME_SIZE, "part%u", file);
}

/* A piece of schema/joined.sql about one file. Transferred. */
static char *
fill_in(const char *text, const char *schema, guint file)
{
	g_autofree char *number = g_strdup_printf("%u", file);
	GString *filled = g_string_new(text);

	g_string_replace(filled, "@", schema, 0);
	g_string_replace(filled, "#", number, 0);
	return g_string_free(filled, FALSE);
}

static bool
run_text(const struct joining *joining, const char *sql, GError **error)
{
	if (sqlite3_exec(joining->db->handle, sql, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	sabot_statement_set_error(joining->db, "joining the log's files", error);
	return false;
}

static bool
run_piece(const struct joining *joining, const char *piece, const char *schema, guint file,
	  GError **error)
{
	g_autofree char *sql = fill_in(piece, schema, file);

	return run_text(joining, sql, error);
}

/* The pages of a file of an earlier program, which are in memory only. */
static bool
copy_in(const struct joining *joining, struct sabot_db *part, const char *schema, GError **error)
{
	sqlite3_backup *backup =
		sqlite3_backup_init(joining->db->handle, schema, part->handle, "main");
	int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;

	if (backup)
		sqlite3_backup_finish(backup);
	return code == SQLITE_DONE ||
	       sabot_store_fail(error, part->path, sqlite3_errmsg(joining->db->handle));
}

static bool
attach(const struct joining *joining, struct sabot_db *part, const char *schema, GError **error)
{
	const char *name = part ? sqlite3_db_filename(part->handle, "main") : NULL;
	bool is_file = name && *name;
	g_autofree char *uri =
		is_file ? sabot_db_build_uri(part->path, SABOT_DB_FILE) : g_strdup(nameless);

	return sabot_statement_put(joining->db, SABOT_STATEMENT_ATTACH, error, "ss", uri, schema) &&
	       (is_file || !part || copy_in(joining, part, schema, error));
}

/* The rows of a view that are in one archive, as the statement that yields them. Transferred. */
static char *
build_arm(const struct joining *joining, const struct sabot_joined_view *view, guint file)
{
	char name[JOINED_NAME_SIZE];

	if (file < joining->n_gathered)
		return g_strdup_printf("SELECT * FROM %s.%s", gathered, view->name);
	name_file(file, name);
	return fill_in(view->arm, name, file);
}

static bool
gather_rows(const struct joining *joining, guint file, GError **error)
{
	for (const struct sabot_joined_view *view = sabot_joined_views; view->name; view++) {
		g_autofree char *rows = fill_in(view->arm, passing, file);
		g_autofree char *sql =
			g_strdup_printf("INSERT INTO %s.%s %s", gathered, view->name, rows);

		if ((view->own || file == 0) && !run_text(joining, sql, error))
			return false;
	}
	return true;
}

static bool
gather(const struct joining *joining, GError **error)
{
	if (joining->n_gathered == 0)
		return true;
	if (!attach(joining, NULL, gathered, error) ||
	    !run_piece(joining, sabot_joined_gather, gathered, 0, error))
		return false;
	for (guint i = 0; i < joining->n_gathered; i++) {
		if (!attach(joining, g_ptr_array_index(joining->files, i), passing, error) ||
		    !run_piece(joining, sabot_joined_bind, passing, i, error) ||
		    !gather_rows(joining, i, error) ||
		    !sabot_statement_put(joining->db, SABOT_STATEMENT_DETACH, error, "s", passing))
			return false;
	}
	return true;
}

static bool
attach_rest(const struct joining *joining, GError **error)
{
	for (guint i = joining->n_gathered; i < joining->files->len; i++) {
		char name[JOINED_NAME_SIZE];

		name_file(i, name);
		if (!attach(joining, g_ptr_array_index(joining->files, i), name, error) ||
		    !run_piece(joining, sabot_joined_bind, name, i, error))
			return false;
	}
	return true;
}

static bool
make_view(const struct joining *joining, const struct sabot_joined_view *view, GError **error)
{
	guint n_arms = view->own ? joining->files->len : 1;
	guint first = view->own && joining->n_gathered > 0 ? joining->n_gathered - 1 : 0;
	g_autoptr(GString) sql = g_string_new(NULL);

	g_string_printf(sql, "CREATE TEMP VIEW %s AS ", view->name);
	/* What was gathered is one arm. */
	for (guint i = first; i < n_arms; i++) {
		g_autofree char *arm = build_arm(joining, view, i);

		g_string_append_printf(sql, "%s%s", i > first ? " UNION ALL " : "", arm);
	}
	if (view->own)
		g_string_append_printf(sql, " UNION ALL %s", view->own);
	return run_text(joining, sql->str, error);
}

/* A log must go on in the last file behind the very event that the archives have. */
static bool
check_bounds(const struct joining *joining, GError **error)
{
	sqlite3_stmt *strange;
	int code =
		sqlite3_prepare_v2(joining->db->handle, sabot_joined_strange, -1, &strange, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_step(strange);
	if (code == SQLITE_ROW)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED,
			    "%s: does not go on where the archives end: they are of another past",
			    joining->db->path);
	else if (code != SQLITE_DONE)
		sabot_statement_set_error(joining->db, "joining the log's files", error);
	sqlite3_finalize(strange);
	return code == SQLITE_DONE;
}

/* Statements that are prepared already would go on reading the tables. */
static void
forget_statements(struct sabot_db *db)
{
	for (int i = 0; i < SABOT_STATEMENTS; i++)
		g_clear_pointer(&db->statements[i], sqlite3_finalize);
}

static bool
join(const struct joining *joining, GError **error)
{
	if (!sabot_statement_run(joining->db, SABOT_STATEMENT_PRAGMA_QUERY_ONLY_OFF, error) ||
	    !run_text(joining, sabot_joined_begin, error) || !gather(joining, error) ||
	    !attach_rest(joining, error))
		return false;
	for (const struct sabot_joined_view *view = sabot_joined_views; view->name; view++) {
		if (!make_view(joining, view, error))
			return false;
	}
	if (!sabot_statement_run(joining->db, SABOT_STATEMENT_PRAGMA_QUERY_ONLY, error))
		return false;
	forget_statements(joining->db);
	return true;
}

/* What is read of them is one log. */
static bool
check_all(const struct joining *joining, const GPtrArray *copies, GError **error)
{
	if (joining->files->len > 0 && !check_bounds(joining, error))
		return false;
	for (guint i = 0; i < copies->len; i++) {
		if (!sabot_joined_check_copy(joining->db, g_ptr_array_index(copies, i), error))
			return false;
	}
	return true;
}

/*
 * The archives are attached to the last file's connection, which is taken out of the parts.
 * `*ret_db` stays NULL if an archive was made meanwhile. SQLite detaches no file while it reads:
 * the database is held only when each archive has its place.
 */
static bool
join_held(const struct sabot_joined_files *files, const char *archive_dir, struct sabot_db **ret_db,
	  GError **error)
{
	GPtrArray *parts = files->parts;
	g_autoptr(GPtrArray) archives = g_ptr_array_new();
	struct joining joining = {.files = archives};
	bool is_current;

	for (guint i = 0; i + 1 < parts->len; i++)
		g_ptr_array_add(archives, g_ptr_array_index(parts, i));
	joining.db = g_ptr_array_index(parts, parts->len - 1);
	if (archives->len > JOINED_ATTACHED_MAX)
		joining.n_gathered = archives->len - (JOINED_ATTACHED_MAX - 1);
	if ((archives->len > 0 && !join(&joining, error)) ||
	    !sabot_joined_files_hold(files, archive_dir, &is_current, error))
		return false;
	if (!is_current)
		return true;
	if (!check_all(&joining, files->copies, error))
		return false;
	*ret_db = g_ptr_array_steal_index(parts, parts->len - 1);
	return true;
}

struct sabot_db *
sabot_joined_open(const char *const *paths, const char *archive_dir, GError **error)
{
	struct sabot_joined_files files = {0};
	struct sabot_db *db = NULL;
	bool is_good = true;

	while (is_good && !db) {
		is_good = sabot_joined_files_find(paths, archive_dir, &files, error) &&
			  join_held(&files, archive_dir, &db, error);
		sabot_joined_files_clear(&files);
	}
	return db;
}

bool
sabot_joined_follow(struct sabot_db *db, GError **error)
{
	return sabot_statement_run(db, SABOT_STATEMENT_END_READ, error);
}

bool
sabot_joined_get_begin(struct sabot_db *db, int64_t *ret_archive, int64_t *ret_at_us,
		       GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_ARCHIVE_SEQ, &failure, "");

	*ret_archive = row ? sqlite3_column_int64(row, 1) : 0;
	*ret_at_us = row ? sqlite3_column_int64(row, 2) : 0;
	if (row)
		sqlite3_reset(row);
	if (!failure)
		return true;
	g_propagate_error(error, failure);
	return false;
}
