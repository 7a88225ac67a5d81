/*
 * The journal's files are read from the latest backwards, as long as they can contain bytes of the
 * round.
 */
#include "story-bytes.h"

#include "devices/transport/shoelog.h"
#include "proto/rfc3339.h"
#include "store/keys/hex.h"
#include "story.h"

#include <glib/gstdio.h>
#include <string.h>

enum { BYTES_LINES_MAX = 1000 };

struct chunk {
	int64_t at_us;
	bool is_sent;
	size_t n_bytes;
};

struct reading {
	int64_t from_us, until_us;
	int64_t start_us;       /* of the session that is read */
	int64_t first_start_us; /* of the file's first one; 0: none yet */
	GArray *chunks;         /* of struct chunk: of that time, as they are in the files */
	GByteArray *bytes;      /* of all chunks, */
	GByteArray *received;   /* and of those that came */
};

static void
record_chunk(struct reading *reading, int64_t at_us, const struct sabot_shoelog_entry *entry)
{
	const struct chunk chunk = {at_us, entry->kind == SABOT_SHOELOG_SENT, entry->n_bytes};

	g_array_append_val(reading->chunks, chunk);
	g_byte_array_append(reading->bytes, entry->bytes, (guint)entry->n_bytes);
	if (!chunk.is_sent)
		g_byte_array_append(reading->received, entry->bytes, (guint)entry->n_bytes);
}

static bool
on_entry(const struct sabot_shoelog_entry *entry, void *data)
{
	struct reading *reading = data;
	int64_t at_us = reading->start_us + entry->at_ms * 1000;

	if (entry->kind == SABOT_SHOELOG_START) {
		reading->start_us = entry->start_us;
		if (reading->first_start_us == 0)
			reading->first_start_us = entry->start_us;
	}
	if ((entry->kind == SABOT_SHOELOG_RECEIVED || entry->kind == SABOT_SHOELOG_SENT) &&
	    at_us >= reading->from_us && at_us <= reading->until_us)
		record_chunk(reading, at_us, entry);
	return true;
}

static void
begin_chunks(struct reading *reading)
{
	reading->chunks = g_array_new(FALSE, FALSE, sizeof(struct chunk));
	reading->bytes = g_byte_array_new();
	reading->received = g_byte_array_new();
}

static void
clear_chunks(struct reading *reading)
{
	g_array_unref(reading->chunks);
	g_byte_array_unref(reading->bytes);
	g_byte_array_unref(reading->received);
}

/* What is in a file comes before what was read of later ones. */
static bool
read_before(struct reading *reading, const char *path, GError **error)
{
	struct reading later = *reading;
	bool is_read;

	reading->start_us = reading->first_start_us = 0;
	begin_chunks(reading);
	is_read = sabot_shoelog_read(path, on_entry, reading, error);
	g_array_append_vals(reading->chunks, later.chunks->data, later.chunks->len);
	g_byte_array_append(reading->bytes, later.bytes->data, later.bytes->len);
	g_byte_array_append(reading->received, later.received->data, later.received->len);
	clear_chunks(&later);
	return is_read;
}

/* False with an error, or (`*ret_goes_on` false) when no file before it can be about the round. */
static bool
read_file(struct reading *reading, const struct sabot_story_journal *journal, unsigned number,
	  bool *ret_goes_on, GError **error)
{
	g_autofree char *path = number == 0 ? g_strdup(journal->path)
					    : g_strdup_printf("%s.%u", journal->path, number);
	g_autoptr(GError) failure = NULL;
	GStatBuf status;

	*ret_goes_on = false;
	if (journal->is_live && (g_stat(path, &status) != 0 ||
				 (int64_t)status.st_mtime + 1 < reading->from_us / G_USEC_PER_SEC))
		return true;
	if (!read_before(reading, path, &failure) && !journal->is_live) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	*ret_goes_on = reading->first_start_us > reading->from_us;
	return true;
}

static bool
read_files(struct reading *reading, const struct sabot_story_journal *journal, GError **error)
{
	bool goes_on = true;

	for (unsigned i = 0; goes_on && i <= journal->n_old; i++) {
		if (!read_file(reading, journal, i, &goes_on, error))
			return false;
	}
	return true;
}

/* How many of the bytes that came end with the first place where the frame is; 0: it is in none. */
static size_t
find_frame(const struct reading *reading, const char *hex)
{
	const GByteArray *received = reading->received;
	size_t n_bytes = strlen(hex) / 2;
	g_autofree uint8_t *frame = g_malloc(n_bytes + 1);
	const uint8_t *at = NULL;

	if (received->len > 0 && sabot_hex_decode(hex, frame, n_bytes))
		at = memmem(received->data, received->len, frame, n_bytes);
	return at ? (size_t)(at - received->data) + n_bytes : 0;
}

/*
 * How many of the bytes that came end with the round's last frame: what is behind it may be of
 * cards in the shoe, whatever its time. 0 unless each frame of the round is among them.
 */
static size_t
find_end(const struct reading *reading, const struct sabot_wire_story *story,
	 const struct sabot_index_round *round)
{
	size_t end = 0;

	for (guint i = 0; i < story->lines->len; i++) {
		const struct sabot_wire_story_line *line = g_ptr_array_index(story->lines, i);
		size_t found;

		if (strcmp(line->kind, "frame") != 0 || line->at_us < round->at_us ||
		    line->at_us > round->end_us)
			continue;
		found = line->bytes ? find_frame(reading, line->bytes) : 0;
		if (found == 0)
			return 0;
		end = MAX(end, found);
	}
	return end;
}

static void
add_line(json_t *lines, int64_t at_us, const char *bytes)
{
	g_autofree char *at = sabot_time_format(at_us);

	json_array_append_new(lines, json_pack("{s:s, s:s, s:s}", "at", at, "kind", "bytes",
					       "bytes", bytes));
}

static void
write_chunk(json_t *lines, const struct chunk *chunk, const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GString) text = g_string_new(chunk->is_sent ? ">" : "<");

	for (size_t i = 0; i < n_bytes; i++)
		g_string_append_printf(text, " %02x", bytes[i]);
	add_line(lines, chunk->at_us, text->str);
}

/* Until so many bytes came. New reference. */
static json_t *
write_chunks(const struct reading *reading, size_t n_received)
{
	json_t *lines = json_array();
	const uint8_t *bytes = reading->bytes->data;
	unsigned n_left_out = 0;

	for (guint i = 0; i < reading->chunks->len && n_received > 0; i++) {
		const struct chunk *chunk = &g_array_index(reading->chunks, struct chunk, i);
		size_t n_reported =
			chunk->is_sent ? chunk->n_bytes : MIN(chunk->n_bytes, n_received);

		if (json_array_size(lines) < BYTES_LINES_MAX)
			write_chunk(lines, chunk, bytes, n_reported);
		else
			n_left_out++;
		n_received -= chunk->is_sent ? 0 : n_reported;
		bytes += chunk->n_bytes;
	}
	if (n_left_out > 0) {
		g_autofree char *more = g_strdup_printf("… +%u", n_left_out);

		add_line(lines, reading->until_us, more);
	}
	return lines;
}

bool
sabot_story_add_bytes(json_t *story, const struct sabot_index_round *round,
		      const struct sabot_story_journal *journal, GError **error)
{
	struct reading reading = {
		.from_us = round->at_us - G_USEC_PER_SEC,
		.until_us = round->end_us + G_USEC_PER_SEC,
	};
	json_t *lines;
	bool is_read;

	begin_chunks(&reading);
	is_read = read_files(&reading, journal, error);
	if (is_read) {
		struct sabot_wire_story *read = sabot_story_read(story);

		lines = write_chunks(&reading, !journal->is_live ? SIZE_MAX
					       : read            ? find_end(&reading, read, round)
								 : 0);
		sabot_record_unref(read);
		sabot_story_add(story, lines);
		json_decref(lines);
	}
	clear_chunks(&reading);
	return is_read;
}
