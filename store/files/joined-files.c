/* Each file names the archive before it, so the files are found from the last one backwards. */
#include "joined-files.h"

#include "store/db/db-open.h"
#include "store/db/statements.h"
#include "store/log/archive.h"
#include "store/log/chain.h"

#include <string.h>

struct finding {
	GPtrArray *given;  /* struct sabot_db *, NULL where it was used */
	GPtrArray *found;  /* likewise, the log's last file first */
	GPtrArray *copies; /* likewise: databases beside the last one */
	struct sabot_chain_origin origin;
	const char *archive_dir;
};

static void
close_db(gpointer db)
{
	sabot_db_close(db);
}

static bool
open_given(struct finding *finding, const char *const *paths, GError **error)
{
	for (; *paths; paths++) {
		struct sabot_db *db = sabot_db_open(*paths, SABOT_DB_FILE, error);

		if (!db)
			return false;
		g_ptr_array_add(finding->given, db);
	}
	return true;
}

/* Which events a file has. */
struct extent {
	int64_t number, last_seq; /* number: which archive it is; 0: a database */
	int64_t archived;         /* the last archive that its events were moved into; 0: none */
};

static bool
read_extent(struct sabot_db *db, struct extent *ret_extent, GError **error)
{
	struct sabot_archive *archive = NULL;
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_LAST_SEQ, error, "");

	if (!row)
		return false;
	ret_extent->last_seq = sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	if (!sabot_archive_read_number(db, &ret_extent->number, error) ||
	    !sabot_archive_read_last(db, &archive, error))
		return false;
	ret_extent->archived = archive ? archive->number : 0;
	sabot_archive_free(archive);
	return true;
}

/* A database has what comes after every archive; of two databases, the one with more is read. */
static bool
is_preferred(const struct extent *one, const struct extent *other)
{
	if (one->number > 0 || other->number > 0)
		return other->number > 0 && (one->number == 0 || one->number > other->number);
	return one->last_seq > other->last_seq ||
	       (one->last_seq == other->last_seq && one->archived < other->archived);
}

static bool
check_origin(const struct finding *finding, struct sabot_db *db, GError **error)
{
	struct sabot_chain_origin origin;

	if (!sabot_chain_read_origin(db, &origin, error))
		return false;
	return memcmp(origin.database, finding->origin.database, sizeof(origin.database)) == 0 ||
	       sabot_store_refuse(db->path, "is of another log", error);
}

/* The database, or else the last archive, becomes the first that is found. */
static bool
take_last(struct finding *finding, GError **error)
{
	struct extent extent, last = {0};
	guint index = 0;

	for (guint i = 0; i < finding->given->len; i++) {
		if (!read_extent(g_ptr_array_index(finding->given, i), &extent, error))
			return false;
		if (i > 0 && !is_preferred(&extent, &last))
			continue;
		last = extent;
		index = i;
	}
	g_ptr_array_add(finding->found, g_ptr_array_index(finding->given, index));
	finding->given->pdata[index] = NULL;
	return sabot_chain_read_origin(g_ptr_array_index(finding->found, 0), &finding->origin,
				       error);
}

/* The other databases: backups of it, or what a backup was made of. */
static bool
take_copies(struct finding *finding, GError **error)
{
	for (guint i = 0; i < finding->given->len; i++) {
		struct sabot_db *db = g_ptr_array_index(finding->given, i);
		int64_t number;

		if (!db)
			continue;
		if (!sabot_archive_read_number(db, &number, error))
			return false;
		if (number > 0)
			continue;
		if (!check_origin(finding, db, error))
			return false;
		g_ptr_array_add(finding->copies, db);
		finding->given->pdata[i] = NULL;
	}
	return true;
}

/* True if the file is archive `number` of the log. */
static bool
check_part(const struct finding *finding, struct sabot_db *db, int64_t number, bool *ret_is_it,
	   GError **error)
{
	int64_t own;

	*ret_is_it = false;
	if (!sabot_archive_read_number(db, &own, error) || !check_origin(finding, db, error))
		return false;
	*ret_is_it = own == number;
	return true;
}

/* `*ret_db` stays NULL where it was not given. */
static bool
take_given(struct finding *finding, int64_t number, struct sabot_db **ret_db, GError **error)
{
	for (guint i = 0; i < finding->given->len; i++) {
		struct sabot_db *db = g_ptr_array_index(finding->given, i);
		bool is_it;

		if (!db)
			continue;
		if (!check_part(finding, db, number, &is_it, error))
			return false;
		if (!is_it)
			continue;
		*ret_db = db;
		finding->given->pdata[i] = NULL;
		return true;
	}
	return true;
}

/* NULL where there is no such file. */
static char *
find_path(const struct sabot_db *last, const char *archive_dir, const char *name)
{
	g_autofree char *beside = g_path_get_dirname(last->path);
	const char *const folders[][2] = {{archive_dir, ""}, {beside, "archive"}, {beside, ""}};

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path = NULL;

		if (!folders[i][0] || strchr(name, G_DIR_SEPARATOR))
			continue;
		path = g_build_filename(folders[i][0], folders[i][1], name, NULL);
		if (g_file_test(path, G_FILE_TEST_EXISTS))
			return g_steal_pointer(&path);
	}
	return NULL;
}

/* One that the log names. `*ret_db` stays NULL where it is in none of the folders. */
static bool
look_up(const struct finding *finding, const struct sabot_archive *archive,
	struct sabot_db **ret_db, GError **error)
{
	g_autofree char *path = find_path(g_ptr_array_index(finding->found, 0),
					  finding->archive_dir, archive->file);
	struct sabot_db *db;
	bool is_it;

	if (!path)
		return true;
	db = sabot_db_open(path, SABOT_DB_FILE, error);
	if (!db || !check_part(finding, db, archive->number, &is_it, error)) {
		sabot_db_close(db);
		return false;
	}
	if (is_it) {
		*ret_db = db;
		return true;
	}
	sabot_store_refuse(path, "is another archive of the log than its name says", error);
	sabot_db_close(db);
	return false;
}

/* The log begins in `first`: the archive before it was not found. */
static bool
begin_behind(const struct finding *finding, const struct sabot_db *first,
	     const struct sabot_archive *archive, GError **error)
{
	g_autofree char *which = g_strdup_printf("archive %" G_GINT64_FORMAT " (%s)",
						 archive->number, archive->file);
	g_autofree char *why =
		g_strdup_printf("%s was not found, and the backup given does not stand for it: "
				"give it, too, or one of the two alone",
				which);

	if (finding->copies->len > 0)
		return sabot_store_refuse(first->path, why, error);
	g_warning("%s: the log begins behind %s, which was not found", first->path, which);
	return true;
}

/* The archive before the first file that was found so far; `*ret_more` is false without one. */
static bool
find_before(struct finding *finding, bool *ret_more, GError **error)
{
	struct sabot_db *first = g_ptr_array_index(finding->found, finding->found->len - 1);
	struct sabot_archive *archive = NULL;
	struct sabot_db *db = NULL;
	bool is_good = sabot_archive_read_last(first, &archive, error) &&
		       (!archive || (take_given(finding, archive->number, &db, error) &&
				     (db || look_up(finding, archive, &db, error))));

	*ret_more = db != NULL;
	if (db)
		g_ptr_array_add(finding->found, db);
	else if (is_good && archive)
		is_good = begin_behind(finding, first, archive, error);
	sabot_archive_free(archive);
	return is_good;
}

static bool
check_all_used(const struct finding *finding, GError **error)
{
	for (guint i = 0; i < finding->given->len; i++) {
		const struct sabot_db *db = g_ptr_array_index(finding->given, i);

		if (db)
			return sabot_store_refuse(
				db->path,
				"does not belong there: an archive between is missing, or it "
				"was given twice",
				error);
	}
	return true;
}

static bool
find_all(struct finding *finding, const char *const *paths, GError **error)
{
	bool is_more = true;

	if (!open_given(finding, paths, error) || !take_last(finding, error) ||
	    !take_copies(finding, error))
		return false;
	while (is_more) {
		if (!find_before(finding, &is_more, error))
			return false;
	}
	return check_all_used(finding, error);
}

bool
sabot_joined_files_find(const char *const *paths, const char *archive_dir,
			struct sabot_joined_files *ret_files, GError **error)
{
	g_autoptr(GPtrArray) given = g_ptr_array_new_with_free_func(close_db);
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(close_db);
	g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func(close_db);
	GPtrArray *parts;
	struct finding finding = {
		.given = given, .found = found, .copies = copies, .archive_dir = archive_dir};

	if (!find_all(&finding, paths, error))
		return false;
	parts = g_ptr_array_new_with_free_func(close_db);
	while (found->len > 0)
		g_ptr_array_add(parts, g_ptr_array_steal_index(found, found->len - 1));
	*ret_files = (struct sabot_joined_files){parts, g_steal_pointer(&copies)};
	return true;
}

void
sabot_joined_files_clear(struct sabot_joined_files *files)
{
	g_clear_pointer(&files->parts, g_ptr_array_unref);
	g_clear_pointer(&files->copies, g_ptr_array_unref);
}

bool
sabot_joined_files_check_order(const char *const *paths, GError **error)
{
	for (; paths[0] && paths[1]; paths++) {
		struct sabot_db *db = sabot_db_open(paths[0], SABOT_DB_FILE, NULL);
		int64_t number = -1;
		bool is_database =
			db && sabot_archive_read_number(db, &number, NULL) && number == 0;

		sabot_db_close(db);
		if (is_database)
			return sabot_store_refuse(paths[0],
						  "is no archive: a database comes last, and a "
						  "backup is verified by itself",
						  error);
	}
	return true;
}

/*
 * True if `recorded`, the number of the last archive that the database names, is what the files
 * were found with. One that was not found then cannot have been made since.
 */
static bool
is_current(const GPtrArray *parts, int64_t recorded, const char *archive_dir, bool *ret_is_current,
	   GError **error)
{
	struct sabot_db *last = g_ptr_array_index(parts, parts->len - 1);
	struct sabot_archive *archive = NULL;
	int64_t number = 0;

	if (parts->len > 1) {
		if (!sabot_archive_read_number(g_ptr_array_index(parts, parts->len - 2), &number,
					       error))
			return false;
		*ret_is_current = number == recorded;
		return true;
	}
	if (!sabot_archive_read_last(last, &archive, error))
		return false;
	*ret_is_current = true;
	if (archive) {
		g_autofree char *path = find_path(last, archive_dir, archive->file);

		*ret_is_current = path == NULL;
	}
	sabot_archive_free(archive);
	return true;
}

bool
sabot_joined_files_hold(const struct sabot_joined_files *files, const char *archive_dir,
			bool *ret_is_current, GError **error)
{
	struct sabot_db *last = g_ptr_array_index(files->parts, files->parts->len - 1);
	int64_t recorded;

	return sabot_statement_run(last, SABOT_STATEMENT_BEGIN_READ, error) &&
	       sabot_archive_read_recorded(last, &recorded, error) &&
	       is_current(files->parts, recorded, archive_dir, ret_is_current, error);
}

bool
sabot_joined_files_find_held(const char *const *paths, const char *archive_dir,
			     struct sabot_joined_files *ret_files, GError **error)
{
	bool is_current = false;

	while (sabot_joined_files_find(paths, archive_dir, ret_files, error)) {
		bool is_held = sabot_joined_files_hold(ret_files, archive_dir, &is_current, error);

		if (is_held && is_current)
			return true;
		sabot_joined_files_clear(ret_files);
		if (!is_held)
			return false;
	}
	return false;
}
