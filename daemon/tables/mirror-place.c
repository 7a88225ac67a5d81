/* Device numbers are compared within one run only: they may change when the machine starts. */
#include "mirror-place.h"
#include "disk/whole-file.h"
#include "store/db/lock.h"
#include "store/db/store-error.h"
#include "store/files/mirror-note.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The device of `path`, or of the nearest directory above it that is there. */
static dev_t
find_device(const char *path)
{
	g_autofree char *nearest = g_strdup(path);
	struct stat seen = {0};

	while (stat(nearest, &seen) != 0 && errno == ENOENT && strcmp(nearest, "/") != 0) {
		char *above = g_path_get_dirname(nearest);

		g_free(nearest);
		nearest = above;
	}
	return seen.st_dev;
}

/*
 * True if the mirror was in another file system than what is at its path now, or was there before
 * this run. Where its file was removed while this run wrote it, it is made again. A copy that was
 * interrupted leaves the file before it in its place.
 */
static bool
is_gone(const struct sabot_mirror_place *place, dev_t device, const char *path)
{
	return !g_file_test(path, G_FILE_TEST_EXISTS) &&
	       (!place->is_settled || device != place->device);
}

static bool
check(const struct sabot_mirror_place *place, const char *directory, const char *path,
      struct sabot_db *db, GError **error)
{
	enum sabot_mirror_noted noted = sabot_mirror_note_read(db, directory);
	dev_t device = find_device(directory);

	if (noted == SABOT_MIRROR_NOTED_OTHER_DISK && device == find_device(db->path))
		return sabot_store_fail_for(
			error, SABOT_STORE_REASON_OWN_DISK, directory,
			"it is now on the database's disk: is its own disk mounted? To keep a "
			"mirror here on purpose: sabotctl restore --new-mirror");
	if (noted != SABOT_MIRROR_NOTED_NONE && is_gone(place, device, path))
		return sabot_store_fail_for(
			error, SABOT_STORE_REASON_GONE, path,
			"there was a mirror, and it is gone: is its disk mounted? To make a new "
			"one on purpose: sabotctl restore --new-mirror");
	return true;
}

/*
 * Where the file system has no locks, the mirror is written without one; what else hinders it, the
 * mirror's file will show.
 */
static bool
lock(struct sabot_mirror_place *place, const char *directory, GError **error)
{
	g_autoptr(GError) failure = NULL;

	if (place->lock_fd < 0)
		place->lock_fd = sabot_lock_acquire_mirror(directory, &failure);
	if (!g_error_matches(failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED))
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_mirror_place_enter(struct sabot_mirror_place *place, const char *path, struct sabot_db *db,
			 GError **error)
{
	g_autofree char *directory = g_path_get_dirname(path);

	if (!check(place, directory, path, db, error))
		return false;
	if (!sabot_disk_make_folder(directory, 0700))
		return sabot_store_fail_errno(error, directory);
	return lock(place, directory, error);
}

static void
note_behind(const char *directory, struct sabot_db *db, const GError *why)
{
	enum sabot_store_reason reason = sabot_store_error_get_reason(why);
	g_autoptr(GError) error = NULL;

	if (sabot_mirror_note_read_behind(db, directory) != reason &&
	    !sabot_mirror_note_write_behind(db, directory, reason, &error))
		g_warning("the next start will report the mirror again: %s", error->message);
}

void
sabot_mirror_place_settle(struct sabot_mirror_place *place, const char *path, struct sabot_db *db,
			  const GError *why)
{
	g_autofree char *directory = g_path_get_dirname(path);
	enum sabot_mirror_noted noted;
	g_autoptr(GError) error = NULL;

	if (why) {
		note_behind(directory, db, why);
		return;
	}
	sabot_mirror_note_end_behind(db);
	place->device = find_device(directory);
	place->is_settled = true;
	noted = place->device == find_device(db->path) ? SABOT_MIRROR_NOTED_SAME_DISK
						       : SABOT_MIRROR_NOTED_OTHER_DISK;
	if (sabot_mirror_note_read(db, directory) != noted &&
	    !sabot_mirror_note_write(db, directory, noted, &error))
		g_warning("it cannot be noted where the mirror is: %s", error->message);
}

void
sabot_mirror_place_leave(struct sabot_mirror_place *place)
{
	if (place->lock_fd >= 0)
		close(place->lock_fd);
	place->lock_fd = -1;
}
