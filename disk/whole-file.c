/*
 * One way for everything that is written once: keys, certificates, backups, archives, case files.
 */
#include "whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <unistd.h>

bool
sabot_disk_write(int fd, const void *bytes, size_t n_bytes)
{
	const char *next = bytes;

	while (n_bytes > 0) {
		ssize_t n = write(fd, next, n_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		next += n;
		n_bytes -= (size_t)n;
	}
	return fsync(fd) == 0;
}

/* errno is that of the sync, not of the close. */
static bool
sync_path(const char *path, bool is_folder)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool is_synced;
	int why;

	if (fd < 0)
		return false;
	is_synced = fsync(fd) == 0 || (is_folder && errno == EINVAL);
	why = errno;
	close(fd);
	errno = why;
	return is_synced;
}

bool
sabot_disk_sync_folder(const char *path)
{
	g_autofree char *folder = g_path_get_dirname(path);

	return sync_path(folder, true);
}

bool
sabot_disk_sync(const char *path)
{
	return sync_path(path, false) && sabot_disk_sync_folder(path);
}

/* link() fails where a file is. Not every medium has links. */
static bool
put_in_place(const char *part, const char *path)
{
	if (link(part, path) == 0)
		return unlink(part) == 0;
	return (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS) &&
	       renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE) == 0;
}

bool
sabot_disk_publish(const char *part, const char *path)
{
	return put_in_place(part, path) && sabot_disk_sync_folder(path);
}
