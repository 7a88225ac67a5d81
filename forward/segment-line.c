/* See segment-line.h. */
#include "segment-line.h"

#include "proto/json-write.h"
#include "proto/rfc3339.h"
#include "store/log/record-json.h"

#include <string.h>

static const char beginning[] = "{\"ev\":\"", time_name[] = ",\"at\":\"", end[] = "\"}";

/* The length of the beginning that a line of this kind has; 0: this line does not have it. */
static size_t
measure_beginning(const struct sabot_log_record *record)
{
	size_t n_first = sizeof(beginning) - 1, n_ev = strlen(record->ev);

	return g_str_has_prefix(record->line, beginning) &&
			       strncmp(record->line + n_first, record->ev, n_ev) == 0 &&
			       record->line[n_first + n_ev] == '"'
		       ? n_first + n_ev + 1
		       : 0;
}

/* The length of the end that a line of that time has, after its beginning; 0: not this line. */
static size_t
measure_end(const struct sabot_log_record *record, size_t n_first)
{
	g_autofree char *time = sabot_time_format(record->at_us);
	size_t n_name = sizeof(time_name) - 1, n_time = strlen(time), n_end = sizeof(end) - 1;
	size_t length = strlen(record->line), n_last = n_name + n_time + n_end;
	const char *last;

	if (length < n_first + n_last)
		return 0;
	last = record->line + length - n_last;
	return strncmp(last, time_name, n_name) == 0 && strncmp(last + n_name, time, n_time) == 0 &&
			       strcmp(last + n_name + n_time, end) == 0
		       ? n_last
		       : 0;
}

/* The line without what the other columns contain. Transferred. */
static char *
shorten(const struct sabot_log_record *record)
{
	size_t n_first = measure_beginning(record);
	size_t n_last = n_first ? measure_end(record, n_first) : 0;

	/* A line with this beginning would be taken for a whole one. */
	if (n_last == 0 || record->line[n_first] == '{')
		return g_strdup(record->line);
	return g_strndup(record->line + n_first, strlen(record->line) - n_first - n_last);
}

/* The reverse of shorten(). Transferred. */
static char *
lengthen(const char *line, const char *ev, int64_t at_us)
{
	g_autofree char *time = line[0] == '{' ? NULL : sabot_time_format(at_us);

	return time ? g_strconcat(beginning, ev, "\"", line, time_name, time, end, NULL)
		    : g_strdup(line);
}

/* The other members of a proof's line. Transferred; NULL: none. */
static json_t *
pack_rest(const struct sabot_log_record *record)
{
	static const char *const known[] = {"seq", "table", "n", "at_us", "ev", "line"};
	json_t *rest;

	if (!record->frame && !record->part && !record->load && !record->person && !record->archive)
		return NULL;
	rest = sabot_log_record_to_json(record);
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		json_object_del(rest, known[i]);
	if (record->frame)
		json_object_set_new(rest, "frame_at_us",
				    json_integer(record->frame_at_us - record->at_us));
	return rest;
}

void
sabot_segment_line_append(GString *text, const struct sabot_log_record *record,
			  struct sabot_segment_place *place)
{
	g_autofree char *line = shorten(record);
	json_t *rest = pack_rest(record);

	g_string_append_c(text, '[');
	sabot_json_append_number(text, record->seq - place->seq);
	g_string_append_c(text, ',');
	sabot_json_append_number(text, record->at_us - place->at_us);
	g_string_append_c(text, ',');
	sabot_json_append_text(text, record->ev);
	g_string_append_c(text, ',');
	sabot_json_append_text(text, line);
	if (rest) {
		g_string_append_c(text, ',');
		sabot_json_append(text, rest);
		json_decref(rest);
	}
	g_string_append_c(text, ']');
	*place = (struct sabot_segment_place){record->seq, record->at_us};
}

/* Convert the members back to those of a proof's line. False if that is impossible. */
static bool
unpack_rest(json_t *json, json_t *rest, int64_t at_us)
{
	json_t *frame_at = json_object_get(rest, "frame_at_us");
	int64_t frame_at_us;

	if (!rest)
		return true;
	if (!json_is_object(rest) || json_object_update_missing(json, rest) != 0)
		return false;
	if (!frame_at)
		return true;
	return json_is_integer(frame_at) &&
	       !__builtin_add_overflow(at_us, json_integer_value(frame_at), &frame_at_us) &&
	       json_object_set_new(json, "frame_at_us", json_integer(frame_at_us)) == 0;
}

struct sabot_log_record *
sabot_segment_line_unpack(json_t *array, const char *log, int64_t n,
			  struct sabot_segment_place *place)
{
	json_int_t seq, at_us;
	const char *ev, *line;
	struct sabot_segment_place next;
	struct sabot_log_record *record;
	g_autofree char *whole = NULL;
	json_t *rest, *json;

	if (json_unpack(array, "[I, I, s, s]", &seq, &at_us, &ev, &line) != 0 ||
	    json_array_size(array) > 5 || __builtin_add_overflow(place->seq, seq, &next.seq) ||
	    __builtin_add_overflow(place->at_us, at_us, &next.at_us))
		return NULL;
	rest = json_array_get(array, 4);
	whole = lengthen(line, ev, next.at_us);
	json = json_pack("{s:I, s:s, s:I, s:I, s:s, s:s}", "seq", (json_int_t)next.seq, "table",
			 log, "n", (json_int_t)n, "at_us", (json_int_t)next.at_us, "ev", ev, "line",
			 whole);
	record = json && unpack_rest(json, rest, next.at_us) ? sabot_log_record_from_json(json)
							     : NULL;
	json_decref(json);
	if (record)
		*place = next;
	return record;
}
