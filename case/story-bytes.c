/*
 * The journal's files are read from the latest back, as far as they can be about the round.
 */
#include "story-bytes.h"

#include "devices/recorder.h"
#include "proto/rfc3339.h"
#include "store/hex.h"
#include "story.h"

#include <glib/gstdio.h>
#include <string.h>

enum { BYTES_LINES_MAX = 1000 };

struct reading {
	int64_t from_us, until_us;
	int64_t start_us;       /* of the session that is read */
	int64_t first_start_us; /* of the file's first one; 0: none yet */
	unsigned n_left_out;
	json_t *lines;
	GString *received; /* what came, as hexadecimal */
};

static void
add_line(struct reading *reading, int64_t at_us, const char *bytes)
{
	g_autofree char *at = sabot_time_format(at_us);

	json_array_append_new(reading->lines, json_pack("{s:s, s:s, s:s}", "at", at, "kind",
							"bytes", "bytes", bytes));
}

static void
tell_bytes(struct reading *reading, int64_t at_us, const struct sabot_shoelog_entry *entry)
{
	g_autoptr(GString) text = g_string_new(entry->kind == SABOT_SHOELOG_SENT ? ">" : "<");
	g_autofree char *hex = sabot_hex_encode(entry->bytes, entry->n_bytes);

	if (entry->kind == SABOT_SHOELOG_RECEIVED)
		g_string_append(reading->received, hex);
	for (size_t i = 0; i < entry->n_bytes; i++)
		g_string_append_printf(text, " %.2s", hex + 2 * i);
	if (json_array_size(reading->lines) < BYTES_LINES_MAX)
		add_line(reading, at_us, text->str);
	else
		reading->n_left_out++;
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
		tell_bytes(reading, at_us, entry);
	return true;
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
	reading->start_us = reading->first_start_us = 0;
	if (!sabot_shoelog_read(path, on_entry, reading, &failure) && !journal->is_live) {
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

/* A clock that was set meanwhile puts other bytes into the round's time. */
static bool
has_frames(const struct reading *reading, const json_t *story,
	   const struct sabot_index_round *round)
{
	unsigned n_found = 0;
	size_t index;
	json_t *line;

	json_array_foreach(json_object_get(story, "lines"), index, line) {
		const char *kind = json_string_value(json_object_get(line, "kind"));
		int64_t at_us = 0;

		sabot_time_parse(json_string_value(json_object_get(line, "at")), &at_us);
		if (strcmp(kind, "frame") != 0 || at_us < round->at_us || at_us > round->end_us)
			continue;
		if (!strstr(reading->received->str,
			    json_string_value(json_object_get(line, "bytes"))))
			return false;
		n_found++;
	}
	return n_found > 0;
}

static void
add_left_out(struct reading *reading)
{
	g_autofree char *more = g_strdup_printf("… +%u", reading->n_left_out);

	if (reading->n_left_out > 0)
		add_line(reading, reading->until_us, more);
}

bool
sabot_story_add_bytes(json_t *story, const struct sabot_index_round *round,
		      const struct sabot_story_journal *journal, GError **error)
{
	struct reading reading = {
		.from_us = round->at_us - G_USEC_PER_SEC,
		.until_us = round->end_us + (journal->is_veiled ? 0 : G_USEC_PER_SEC),
		.lines = json_array(),
		.received = g_string_new(NULL),
	};
	bool is_read = read_files(&reading, journal, error);

	add_left_out(&reading);
	if (is_read && (!journal->is_veiled || has_frames(&reading, story, round)))
		sabot_story_add(story, reading.lines);
	json_decref(reading.lines);
	g_string_free(reading.received, TRUE);
	return is_read;
}
