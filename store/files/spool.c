/*
 * The spool's file: records as JSON lines, whole and synced or not at all.
 */
#include "spool.h"
#include "disk/whole-file.h"
#include "store/proof/chain.h"
#include "store/log/record-json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char spool_name[] = "sabotd-spool.ndjson";
static const char outage_name[] = "sabotd-outage.ndjson";

void
sabot_spool_init(struct sabot_spool *spool, const char *directory)
{
	spool->path = g_build_filename(directory, spool_name, NULL);
	spool->fd = -1;
}

void
sabot_spool_init_outage(struct sabot_spool *spool, const char *directory)
{
	spool->path = g_build_filename(directory, outage_name, NULL);
	spool->fd = -1;
}

void
sabot_spool_clear(struct sabot_spool *spool)
{
	if (spool->fd >= 0)
		close(spool->fd);
	spool->fd = -1;
	g_clear_pointer(&spool->path, g_free);
}

static bool
fail(const struct sabot_spool *spool, const char *what, GError **error)
{
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL, "%s: %s: %s", spool->path,
		    what, g_strerror(errno));
	return false;
}

static void
append_record(GString *text, const struct sabot_log_record *record)
{
	json_t *json = sabot_log_record_to_json(record);
	char *line = json_dumps(json, JSON_COMPACT);

	g_string_append(text, line);
	g_string_append_c(text, '\n');
	free(line);
	json_decref(json);
}

static bool
open_spool(struct sabot_spool *spool, GError **error)
{
	if (spool->fd >= 0)
		return true;
	spool->fd = open(spool->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (spool->fd < 0)
		return fail(spool, "cannot open", error);
	if (sabot_disk_sync_folder(spool->path))
		return true;
	fail(spool, "cannot sync its directory", error);
	close(spool->fd);
	spool->fd = -1;
	return false;
}

static bool
write_all(int fd, const char *bytes, size_t n_bytes)
{
	while (n_bytes > 0) {
		ssize_t n = write(fd, bytes, n_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes += n;
		n_bytes -= (size_t)n;
	}
	return fdatasync(fd) == 0;
}

/* The size without the last line's beginning; -1 when that cannot be read. */
static off_t
end_of_lines(int fd, off_t size)
{
	char bytes[4096];

	while (size > 0) {
		size_t n = MIN((size_t)size, sizeof(bytes));
		off_t start = size - (off_t)n;
		const char *last;

		if (pread(fd, bytes, n, start) != (ssize_t)n)
			return -1;
		last = memrchr(bytes, '\n', n);
		if (last)
			return start + (last - bytes) + 1;
		size = start;
	}
	return 0;
}

/* What a crash or a full disk left of a last line would spoil the next record. */
static bool
cut_torn_line(struct sabot_spool *spool, off_t *ret_size, GError **error)
{
	off_t size = lseek(spool->fd, 0, SEEK_END);
	off_t end = end_of_lines(spool->fd, size);

	if (end < 0 || (end != size && ftruncate(spool->fd, end) != 0))
		return fail(spool, "cannot cut off a torn line", error);
	*ret_size = end;
	return true;
}

bool
sabot_spool_append(struct sabot_spool *spool, GPtrArray *records, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);
	off_t size = 0;

	if (!open_spool(spool, error) || !cut_torn_line(spool, &size, error))
		return false;
	for (guint i = 0; i < records->len; i++)
		append_record(text, g_ptr_array_index(records, i));
	if (write_all(spool->fd, text->str, text->len))
		return true;
	/* Should the cut fail, too, the next append cuts, and what is there twice is taken once. */
	fail(spool, "cannot write", error);
	if (ftruncate(spool->fd, size) != 0)
		g_prefix_error(error, "(and cannot cut back) ");
	return false;
}

static bool
read_record(const struct sabot_spool *spool, const char *line, GPtrArray *records, GError **error)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_log_record *record = json ? sabot_log_record_from_json(json) : NULL;

	json_decref(json);
	if (record) {
		g_ptr_array_add(records, record);
		return true;
	}
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL,
		    "%s: record %u cannot be read", spool->path, records->len + 1);
	return false;
}

GPtrArray *
sabot_spool_read(const struct sabot_spool *spool, GError **error)
{
	g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GError) failure = NULL;
	g_autofree char *text = NULL;
	char *line, *end;

	if (!g_file_get_contents(spool->path, &text, NULL, &failure)) {
		if (g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
			return g_steal_pointer(&records);
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL, "%s",
			    failure->message);
		return NULL;
	}
	for (line = text; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (!read_record(spool, line, records, error))
			return NULL;
	}
	return g_steal_pointer(&records);
}

GBytes *
sabot_spool_digest(const struct sabot_spool *spool)
{
	g_autofree char *text = NULL;
	struct sabot_chain_hash digest;
	gsize n_bytes;

	if (!g_file_get_contents(spool->path, &text, &n_bytes, NULL))
		return NULL;
	digest = sabot_chain_digest(text, n_bytes);
	return g_bytes_new(digest.bytes, sizeof(digest.bytes));
}

bool
sabot_spool_set_aside(struct sabot_spool *spool, GError **error)
{
	g_autofree char *aside =
		g_strdup_printf("%s.%" G_GINT64_FORMAT, spool->path, g_get_real_time());

	if (rename(spool->path, aside) != 0)
		return fail(spool, "cannot set aside", error);
	sabot_disk_sync_folder(
		spool->path); /* should it be back after a power cut, it is set aside again */
	return true;
}

bool
sabot_spool_remove(struct sabot_spool *spool, GError **error)
{
	if (spool->fd >= 0)
		close(spool->fd);
	spool->fd = -1;
	if (unlink(spool->path) != 0 && errno != ENOENT)
		return fail(spool, "cannot remove", error);
	sabot_disk_sync_folder(
		spool->path); /* should it be back after a power cut, nothing is taken in twice */
	return true;
}
