/* See mirror-file.h. */
#include "mirror-file.h"
#include "store/db/schema.h"
#include "store/files/backup.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Replace the mirror by the copy: either the old one, or the complete copy has the name. */
static bool
put_in_place(const char *path, const char *copy, GError **error)
{
	g_autofree char *log = g_strconcat(path, "-wal", NULL);
	g_autofree char *shared = g_strconcat(path, "-shm", NULL);

	g_unlink(log);
	g_unlink(shared);
	if (g_rename(copy, path) != 0)
		return sabot_store_fail_errno(error, path);
	return sabot_backup_sync(path, error);
}

bool
sabot_mirror_file_copy(const char *path, struct sabot_db *db, GError **error)
{
	g_autofree char *copy = g_strconcat(path, ".next", NULL);
	g_autofree char *part = g_strconcat(copy, ".part", NULL);

	/* A copy of what was planted would be refused, and copied again and again. */
	if (!sabot_schema_check(db, error))
		return false;
	sabot_backup_remove(part);
	sabot_backup_remove(copy);
	return sabot_backup_write(db, copy, error) && put_in_place(path, copy, error);
}

void
sabot_mirror_file_keep_damaged(const char *path)
{
	g_autofree char *kept = g_strconcat(path, ".damaged", NULL);

	g_unlink(kept);
	if (link(path, kept) == 0)
		g_warning("%s is damaged: kept as %s", path, kept);
	else
		g_warning("%s is damaged, and cannot be kept: %s", path, g_strerror(errno));
}

char *
sabot_mirror_file_set_aside(const char *path, GError **error)
{
	char *aside = g_strdup_printf("%s.%" G_GINT64_FORMAT, path, g_get_real_time());

	if (g_rename(path, aside) == 0) {
		g_warning("%s is not an earlier state of the database: kept as %s", path, aside);
		return aside;
	}
	sabot_store_fail_errno(error, path);
	g_free(aside);
	return NULL;
}

bool
sabot_mirror_file_put_seal(struct sabot_db *db, const struct sabot_seal *seal, GError **error)
{
	struct sabot_seal last;
	bool is_new;

	if (!sabot_seal_read_last(db, &last, error))
		return false;
	is_new = last.number < seal->number;
	sabot_seal_clear(&last);
	return !is_new || (sabot_seal_follow(db, seal, error) && sabot_seal_put(db, seal, error));
}

bool
sabot_mirror_file_is_kept(const struct sabot_db_files *files, struct sabot_db *db, GError **error)
{
	return sabot_db_files_are_kept(files, db->path, db) ||
	       sabot_store_fail_for(error, SABOT_STORE_REASON_REMOVED, db->path,
				    "it, or a file beside it, was removed or replaced");
}
