/* See progress-file.h. */
#include "progress-file.h"
#include "store/proof/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char file_name[] = "sabotd-progress.note";

char *
sabot_progress_file_path(const char *spool_dir)
{
	return g_build_filename(spool_dir, file_name, NULL);
}

/* What is there now, up to one byte more than a note may have. */
static char *
read_text(int fd, size_t *ret_n_bytes)
{
	g_autofree char *text = g_malloc(SABOT_PROGRESS_BYTES_MAX + 2);
	size_t n_bytes = 0;
	ssize_t n;

	do {
		n = read(fd, text + n_bytes, SABOT_PROGRESS_BYTES_MAX + 1 - n_bytes);
		if (n > 0)
			n_bytes += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0)
		return NULL;
	text[n_bytes] = '\0';
	*ret_n_bytes = n_bytes;
	return g_steal_pointer(&text);
}

char *
sabot_progress_file_load(const char *spool_dir, GError **error)
{
	g_autofree char *path = sabot_progress_file_path(spool_dir), *text = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	size_t n_bytes = 0;

	if (fd < 0 && errno == ENOENT)
		return NULL;
	if (fd >= 0) {
		text = read_text(fd, &n_bytes);
		close(fd);
	}
	if (!text)
		sabot_store_fail_errno(error, path);
	else if (n_bytes > SABOT_PROGRESS_BYTES_MAX || strlen(text) != n_bytes)
		sabot_store_fail(error, path, "not a progress note");
	else
		return g_steal_pointer(&text);
	return NULL;
}

bool
sabot_progress_file_save(const char *spool_dir, const char *note, GError **error)
{
	g_autofree char *path = sabot_progress_file_path(spool_dir);

	/* GLib syncs the file, renames it and syncs the directory. */
	return g_file_set_contents_full(
		path, note, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600,
		error);
}
