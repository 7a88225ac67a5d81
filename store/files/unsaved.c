/* See unsaved.h. */
#include "unsaved.h"
#include "guarded.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { UNSAVED_BYTES = 1024 }; /* of each file, whatever it says */

static const char file_name[] = "sabotd-unsaved.note", kind[] = "unsaved", text_start[] = "seq ";

struct sabot_unsaved {
	GPtrArray *paths;
};

/* Over what is there. False where it cannot be. */
static bool
write_file(const char *path, int flags, const char *content)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600);
	char bytes[UNSAVED_BYTES];
	bool is_written;

	if (fd < 0)
		return false;
	memset(bytes, '\n', sizeof(bytes));
	memcpy(bytes, content, MIN(strlen(content), sizeof(bytes)));
	is_written =
		pwrite(fd, bytes, sizeof(bytes), 0) == (ssize_t)sizeof(bytes) && fdatasync(fd) == 0;
	close(fd);
	return is_written;
}

static char *
format(int64_t seq, const struct sabot_key *key)
{
	g_autofree char *text = g_strdup_printf("%s%" G_GINT64_FORMAT, text_start, seq);

	return sabot_guarded_format(kind, text, key);
}

struct sabot_unsaved *
sabot_unsaved_new(const char *const *folders)
{
	struct sabot_unsaved *unsaved = g_new0(struct sabot_unsaved, 1);
	g_autofree char *none = format(0, NULL);

	unsaved->paths = g_ptr_array_new_with_free_func(g_free);
	for (; *folders; folders++) {
		char *path = g_build_filename(*folders, file_name, NULL);

		write_file(path, O_CREAT | O_EXCL, none);
		g_ptr_array_add(unsaved->paths, path);
	}
	return unsaved;
}

void
sabot_unsaved_free(struct sabot_unsaved *unsaved)
{
	if (!unsaved)
		return;
	g_ptr_array_unref(unsaved->paths);
	g_free(unsaved);
}

static int64_t
read_file(const char *path, const struct sabot_key *key)
{
	g_autofree char *text = sabot_guarded_read(path, kind, key, NULL);
	int64_t seq = 0;

	if (text && g_str_has_prefix(text, text_start))
		g_ascii_string_to_signed(text + strlen(text_start), 10, 0, INT64_MAX, &seq, NULL);
	return seq;
}

int64_t
sabot_unsaved_read(const struct sabot_unsaved *unsaved, const struct sabot_key *key)
{
	int64_t first = 0;

	for (guint i = 0; i < unsaved->paths->len; i++) {
		int64_t seq = read_file(g_ptr_array_index(unsaved->paths, i), key);

		if (seq > 0 && (first == 0 || seq < first))
			first = seq;
	}
	return first;
}

void
sabot_unsaved_write(const struct sabot_unsaved *unsaved, int64_t seq, const struct sabot_key *key)
{
	g_autofree char *content = format(seq, key);

	for (guint i = 0; i < unsaved->paths->len; i++)
		write_file(g_ptr_array_index(unsaved->paths, i), 0, content);
}
