/*
 * What is judged is the file that was opened, whatever has its name by then.
 */
#include "own-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Says why a file may not be read; NULL: it may. */
typedef const char *
judge_fn(const struct stat *seen, size_t max);

static const char *
judge_any(const struct stat *seen, size_t max)
{
	if (!S_ISREG(seen->st_mode))
		return "it is no file";
	return (size_t)seen->st_size > max ? "it is too large" : NULL;
}

static const char *
judge_own(const struct stat *seen, size_t max)
{
	if (!S_ISREG(seen->st_mode))
		return judge_any(seen, max);
	if (seen->st_uid != geteuid())
		return "it belongs to another user";
	if ((seen->st_mode & (S_IWGRP | S_IWOTH)) != 0)
		return "others can write to it";
	return judge_any(seen, max);
}

/* Whole, up to `n_bytes`. Transferred; NULL with errno. */
static char *
read_all(int fd, size_t n_bytes, size_t *ret_n_bytes)
{
	g_autofree char *text = g_malloc(n_bytes + 1);
	size_t n_read = 0;

	while (n_read < n_bytes) {
		ssize_t n = pread(fd, text + n_read, n_bytes - n_read, (off_t)n_read);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return NULL;
		if (n == 0)
			break;
		n_read += (size_t)n;
	}
	text[n_read] = '\0';
	*ret_n_bytes = n_read;
	return g_steal_pointer(&text);
}

static char *
read_open(int fd, judge_fn *judge, size_t max, size_t *ret_n_bytes, const char **ret_why)
{
	char *text = NULL;
	struct stat seen;

	*ret_why = fstat(fd, &seen) == 0 ? judge(&seen, max) : g_strerror(errno);
	if (!*ret_why) {
		text = read_all(fd, (size_t)seen.st_size, ret_n_bytes);
		*ret_why = text ? NULL : g_strerror(errno);
	}
	return text;
}

static char *
read_path(const char *path, judge_fn *judge, size_t max, size_t *ret_n_bytes, const char **ret_why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	char *text;

	if (fd < 0) {
		*ret_why = errno == ENOENT ? NULL : g_strerror(errno);
		return NULL;
	}
	text = read_open(fd, judge, max, ret_n_bytes, ret_why);
	close(fd);
	return text;
}

char *
sabot_disk_read_own_open(int fd, size_t max, size_t *ret_n_bytes, const char **ret_why)
{
	return read_open(fd, judge_own, max, ret_n_bytes, ret_why);
}

char *
sabot_disk_read_any_open(int fd, size_t max, size_t *ret_n_bytes, const char **ret_why)
{
	return read_open(fd, judge_any, max, ret_n_bytes, ret_why);
}

char *
sabot_disk_read_own(const char *path, size_t max, size_t *ret_n_bytes, const char **ret_why)
{
	return read_path(path, judge_own, max, ret_n_bytes, ret_why);
}

char *
sabot_disk_read_any(const char *path, size_t max, size_t *ret_n_bytes, const char **ret_why)
{
	return read_path(path, judge_any, max, ret_n_bytes, ret_why);
}
