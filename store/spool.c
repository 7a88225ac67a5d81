/*
 * The spool's file: records as JSON lines, whole and synced or not at all.
 */
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

static const char spool_name[] = "sabotd-spool.ndjson";

void
sabot_spool_init(struct sabot_spool *spool, const char *directory)
{
	spool->path = g_build_filename(directory, spool_name, NULL);
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

/* Make a new name, or its going, last through a power cut. */
static void
sync_directory(const struct sabot_spool *spool)
{
	g_autofree char *directory = g_path_get_dirname(spool->path);
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

static json_t *
part_to_json(const struct sabot_log_part *part)
{
	return json_pack("{s:I, s:I, s:s, s:s, s:I, s:I, s:I}", "part", (json_int_t)part->part,
			 "from_n", (json_int_t)part->from_n, "rules", part->rules, "overrides",
			 part->overrides, "from_load", (json_int_t)part->from_load, "from_round",
			 (json_int_t)part->from_round, "from_incident",
			 (json_int_t)part->from_incident);
}

static json_t *
load_to_json(const struct sabot_log_load *load)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "load", (json_int_t)load->load, "part",
			 (json_int_t)load->part, "from_round", (json_int_t)load->from_round,
			 "from_incident", (json_int_t)load->from_incident);
}

static char *
frame_to_hex(GBytes *frame)
{
	GString *hex = g_string_new(NULL);
	size_t length_bytes;
	const uint8_t *bytes = g_bytes_get_data(frame, &length_bytes);

	for (size_t i = 0; i < length_bytes; i++)
		g_string_append_printf(hex, "%02x", bytes[i]);
	return g_string_free(hex, FALSE);
}

static void
append_record(GString *text, const struct sabot_log_record *record)
{
	json_t *json = json_pack("{s:I, s:s, s:I, s:I, s:s, s:s}", "seq", (json_int_t)record->seq,
				 "table", record->table, "n", (json_int_t)record->n, "at_us",
				 (json_int_t)record->at_us, "ev", record->ev, "line", record->line);
	char *line;

	if (record->frame) {
		g_autofree char *hex = frame_to_hex(record->frame);

		json_object_set_new(json, "frame", json_string(hex));
		json_object_set_new(json, "frame_at_us", json_integer(record->frame_at_us));
	}
	if (record->part)
		json_object_set_new(json, "part", part_to_json(record->part));
	if (record->load)
		json_object_set_new(json, "load", load_to_json(record->load));
	line = json_dumps(json, JSON_COMPACT);
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
	sync_directory(spool);
	return true;
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
	off_t size;

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

static GBytes *
frame_from_hex(const char *hex)
{
	size_t n_bytes = strlen(hex) / 2;
	uint8_t *bytes = g_malloc0(n_bytes + 1);

	for (size_t i = 0; i < n_bytes; i++)
		bytes[i] = (uint8_t)(g_ascii_xdigit_value(hex[2 * i]) * 16 +
				     g_ascii_xdigit_value(hex[2 * i + 1]));
	return g_bytes_new_take(bytes, n_bytes);
}

static bool
read_part(json_t *json, struct sabot_log_record *record)
{
	const char *rules, *overrides;
	json_int_t part, from_n, from_load, from_round, from_incident;

	if (!json)
		return true;
	if (json_unpack(json, "{s:I, s:I, s:s, s:s, s:I, s:I, s:I}", "part", &part, "from_n",
			&from_n, "rules", &rules, "overrides", &overrides, "from_load", &from_load,
			"from_round", &from_round, "from_incident", &from_incident) != 0)
		return false;
	record->part = sabot_log_part_new(rules, overrides);
	record->part->part = part;
	record->part->from_n = from_n;
	record->part->from_load = from_load;
	record->part->from_round = from_round;
	record->part->from_incident = from_incident;
	return true;
}

static bool
read_load(json_t *json, struct sabot_log_record *record)
{
	json_int_t load, part, from_round, from_incident;

	if (!json)
		return true;
	if (json_unpack(json, "{s:I, s:I, s:I, s:I}", "load", &load, "part", &part, "from_round",
			&from_round, "from_incident", &from_incident) != 0)
		return false;
	record->load = g_new0(struct sabot_log_load, 1);
	record->load->load = load;
	record->load->n = record->n;
	record->load->part = part;
	record->load->from_round = from_round;
	record->load->from_incident = from_incident;
	return true;
}

static struct sabot_log_record *
record_from_json(json_t *json)
{
	struct sabot_log_record *record = sabot_log_record_new();
	json_int_t seq, n, at_us, frame_at_us = 0;
	const char *table, *ev, *line, *hex = NULL;
	json_t *part = NULL, *load = NULL;

	if (json_unpack(json, "{s:I, s:s, s:I, s:I, s:s, s:s, s?s, s?I, s?o, s?o}", "seq", &seq,
			"table", &table, "n", &n, "at_us", &at_us, "ev", &ev, "line", &line,
			"frame", &hex, "frame_at_us", &frame_at_us, "part", &part, "load",
			&load) == 0) {
		record->seq = seq;
		record->n = n;
		record->at_us = at_us;
		record->table = g_strdup(table);
		record->ev = g_strdup(ev);
		record->line = g_strdup(line);
		record->frame = hex ? frame_from_hex(hex) : NULL;
		record->frame_at_us = frame_at_us;
		if (read_part(part, record) && read_load(load, record))
			return record;
	}
	sabot_log_record_unref(record);
	return NULL;
}

static bool
read_record(const struct sabot_spool *spool, const char *line, GPtrArray *records, GError **error)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_log_record *record = json ? record_from_json(json) : NULL;

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

bool
sabot_spool_remove(struct sabot_spool *spool, GError **error)
{
	if (spool->fd >= 0)
		close(spool->fd);
	spool->fd = -1;
	if (unlink(spool->path) != 0 && errno != ENOENT)
		return fail(spool, "cannot remove", error);
	sync_directory(spool);
	return true;
}
