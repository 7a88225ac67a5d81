/*
 * One way for everything that is written once: keys, certificates, backups, archives, case files.
 */
#include "whole-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
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

/* One that was there may be of a run that was killed before it was synced. */
static bool
keep_folder(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0)
		return false;
	if (!S_ISDIR(status.st_mode)) {
		errno = ENOTDIR;
		return false;
	}
	/* Who may not look at what it is in has not made it. */
	return sabot_disk_sync_folder(path) || errno == EACCES;
}

bool
sabot_disk_make_folder(const char *path, int mode)
{
	g_autofree char *plain = g_canonicalize_filename(path, NULL);
	g_autofree char *above = g_path_get_dirname(plain);
	int error;

	if (mkdir(plain, (mode_t)mode) == 0)
		return sabot_disk_sync_folder(plain);
	if (errno == ENOENT && strcmp(above, plain) != 0)
		return sabot_disk_make_folder(above, mode) && mkdir(plain, (mode_t)mode) == 0 &&
		       sabot_disk_sync_folder(plain);
	error = errno;
	if (error == EEXIST || g_file_test(plain, G_FILE_TEST_IS_DIR))
		return keep_folder(plain);
	errno = error; /* looking has said something else */
	return false;
}
