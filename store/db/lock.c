/*
 * An advisory lock on a file that is never removed: the kernel releases the lock when the process
 * ends.
 */
#include "lock.h"
#include "db.h"
#include "disk/whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

static const char mirror_lock[] = "sabotd-mirror.lock";

static int
acquire(const char *directory, const char *name, GError **error)
{
	g_autofree char *path = g_build_filename(directory, name, NULL);
	int fd;

	sabot_disk_make_folder(directory, 0700);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	if (errno == EWOULDBLOCK)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED,
			    "%s: another sabotd uses this directory", path);
	else
		sabot_store_fail_errno(error, path);
	if (fd >= 0)
		close(fd);
	return -1;
}

int
sabot_lock_acquire(const char *directory, GError **error)
{
	return acquire(directory, "sabotd.lock", error);
}

int
sabot_lock_acquire_mirror(const char *directory, GError **error)
{
	return acquire(directory, mirror_lock, error);
}

/* flock() and SQLite's locks do not see each other. */
bool
sabot_lock_database(const char *path, int *ret_fd, GError **error)
{
	*ret_fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*ret_fd < 0 && errno == ENOENT)
		return true;
	if (*ret_fd >= 0 && flock(*ret_fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	if (errno == EWOULDBLOCK)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_LOCKED,
			    "%s: another sabotd works on this file, by this name or another", path);
	else
		sabot_store_fail_errno(error, path);
	return false;
}
