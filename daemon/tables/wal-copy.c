/* See wal-copy.h. */
#include "wal-copy.h"
#include "store/db/db-open.h"
#include "store/db/wal.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

static char *
wal_copy_path(const char *database)
{
	return g_strconcat(database, "-wal.before", NULL);
}

/* An existing copy is from a start that failed: the log was overwritten since. */
static void
copy_wal(const char *path, const char *copy)
{
	g_autofree char *part = g_strconcat(copy, ".part", NULL);
	g_autoptr(GFile) from = g_file_new_for_path(path), to = g_file_new_for_path(part);
	g_autoptr(GError) error = NULL;

	if (g_file_test(copy, G_FILE_TEST_EXISTS))
		return;
	if (!g_file_copy(from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error) ||
	    g_rename(part, copy) != 0)
		g_warning("%s cannot be kept as it is: %s", path,
			  error ? error->message : g_strerror(errno));
}

void
sabot_wal_copy_make(const char *database)
{
	g_autofree char *path = sabot_db_build_beside(database, "-wal");
	g_autofree char *copy = wal_copy_path(database);
	FILE *file;

	if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return;
	file = fopen(path, "re");
	if (file && sabot_wal_is_cut(file))
		copy_wal(path, copy);
	if (file)
		fclose(file);
}

bool
sabot_wal_copy_has_lost(const char *database)
{
	g_autofree char *copy = wal_copy_path(database);
	FILE *file = fopen(copy, "re");
	bool has_lost = file && sabot_wal_has_lost(file);

	if (file)
		fclose(file);
	return has_lost;
}

void
sabot_wal_copy_end(const char *database, bool is_wanted)
{
	g_autofree char *copy = wal_copy_path(database);
	g_autofree char *kept =
		g_strdup_printf("%s-wal.%" G_GINT64_FORMAT, database, g_get_real_time());

	if (!is_wanted)
		g_unlink(copy);
	else if (g_rename(copy, kept) == 0)
		g_message("%s-wal is kept as it was: %s", database, kept);
}
