/* The tables behind log-messages.h. */
#include "proto/messages/log-messages.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_log, __VA_ARGS__, )
static const struct sabot_record_field log_fields[] = {
	F("header", JSON, header, .required = true),
	F("events", JSON, events, .required = true),
	F("parts", INTEGER, parts),
	F("from_n", INTEGER, from_n),
	F("next_n", INTEGER, next_n),
};
SABOT_WIRE_TYPE(log);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_log_line, __VA_ARGS__, )
static const struct sabot_record_field log_line_fields[] = {
	F("ev", STRING, ev),  F("out", STRING, out),   F("at", TIME, at_us),
	F("id", INTEGER, id), F("code", STRING, code), F("text", STRING, text),
};
SABOT_WIRE_TYPE(log_line);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_summary, __VA_ARGS__, )
static const struct sabot_record_field summary_fields[] = {
	F("rounds", INTEGER, rounds, .absent = SABOT_WIRE_NO_NUMBER),
	F("cards", INTEGER, cards),
	F("loads", INTEGER, loads),
	F("note", STRING, note),
	F("incidents", JSON, incidents),
	F("edition", INTEGER, edition, .absent = 1),
	F("unverified", INTEGER, unverified),
	F("inferred", INTEGER, inferred),
	F("explained", JSON, explained),
	F("redress", INTEGER, redress_minor, .absent = SABOT_WIRE_NO_NUMBER),
};
SABOT_WIRE_TYPE(summary);
#undef F

static int64_t
sum_counts(json_t *by_code)
{
	const char *code;
	json_t *number;
	int64_t n = 0;

	json_object_foreach(by_code, code, number)
		n += json_integer_value(number);
	return n;
}

int64_t
sabot_wire_summary_count(const struct sabot_wire_summary *summary)
{
	return sum_counts(summary->incidents);
}

int64_t
sabot_wire_summary_unexplained(const struct sabot_wire_summary *summary)
{
	return sum_counts(summary->incidents) - sum_counts(summary->explained);
}

void
sabot_wire_summary_foreach(const struct sabot_wire_summary *summary, sabot_wire_summary_fn *fn)
{
	const char *code;
	json_t *number;

	json_object_foreach(summary->incidents, code, number)
		fn(code, json_integer_value(number));
}

#define F(...) SABOT_RECORD_FIELD(sabot_wire_house_line, __VA_ARGS__, )
static const struct sabot_record_field detail_fields[] = {
	F("table", STRING, table, .is_lenient = true),
	F("incident", INTEGER, incident, .is_lenient = true),
	F("load", INTEGER, load, .is_lenient = true),
	F("device", STRING, device, .is_lenient = true),
};
const struct sabot_record_type sabot_wire_house_detail_type =
	SABOT_RECORD_TYPE(sabot_wire_house_line, detail_fields);

static const struct sabot_record_field house_line_fields[] = {
	F("ev", STRING, ev),
	F("table", STRING, table),
	F("incident", INTEGER, incident),
	F("detail", OBJECT, detail, .type = &sabot_wire_house_detail_type),
};
SABOT_WIRE_TYPE(house_line);
#undef F

char *
sabot_wire_house_line_table(json_t *event)
{
	struct sabot_wire_house_line *line =
		sabot_record_parse(&sabot_wire_house_line_type, event, NULL);
	char *table = NULL;

	if (line && line->table)
		table = g_strdup(line->table);
	else if (line && line->detail)
		table = g_strdup(line->detail->table);
	sabot_record_unref(line);
	return table;
}

#define F(...) SABOT_RECORD_FIELD(sabot_wire_proven, __VA_ARGS__, )
static const struct sabot_record_field proven_fields[] = {
	F("rounds", INTEGER, rounds, .is_always_written = true),
	F("since", TIME, since_us),
};
SABOT_WIRE_TYPE(proven);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_event_rest, __VA_ARGS__, )
static const struct sabot_record_field event_rest_fields[] = {
	F("who", STRING, who),
	F("post", STRING, post),
	F("on", BOOLEAN, is_on, .absent = true),
	F("redress", INTEGER, redress),
	F("note", STRING, note),
	F("second", STRING, second),
	F("prompted", BOOLEAN, is_prompted),
	F("sim", BOOLEAN, is_simulated),
	F("exposure", OBJECT, exposure, .type = &sabot_wire_proven_type),
};
SABOT_WIRE_TYPE(event_rest);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_decision, __VA_ARGS__, )
static const struct sabot_record_field decision_fields[] = {
	F("at", TIME, at_us),
	F("n", INTEGER, n, .absent = SABOT_WIRE_NO_NUMBER),
	F("incident", INTEGER, incident, .absent = SABOT_WIRE_NO_NUMBER),
	F("round", INTEGER, round, .absent = SABOT_WIRE_NO_NUMBER),
	F("amount", INTEGER, amount_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("remedy", STRING, remedy),
	F("by", STRING, by),
	F("second", STRING, second),
	F("note", STRING, note),
};
SABOT_WIRE_TYPE(decision);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_frames, __VA_ARGS__, )
static const struct sabot_record_field frames_fields[] = {
	F("lines", STRINGS, lines, .required = true),
	F("next", INTEGER, next),
};
SABOT_WIRE_TYPE(frames);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_moved, __VA_ARGS__, )
static const struct sabot_record_field moved_fields[] = {
	F("file", STRING, file),
	F("table", STRING, table),
	F("digest", STRING, digest),
	F("events", INTEGER, events),
};
SABOT_WIRE_TYPE(moved);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_file_page, __VA_ARGS__, )
static const struct sabot_record_field file_page_fields[] = {
	F("file", STRING, file, .required = true),
	F("base64", STRING, base64, .required = true),
	F("from", INTEGER, from),
	F("bytes", INTEGER, bytes),
	F("next", INTEGER, next),
};
SABOT_WIRE_TYPE(file_page);
#undef F

json_t *
sabot_wire_file_page_build(const char *digest, GBytes *bytes, int64_t from)
{
	gsize n_bytes;
	const guchar *data = g_bytes_get_data(bytes, &n_bytes);
	gsize n_page = MIN(n_bytes - (gsize)from, SABOT_WIRE_FILE_PAGE_BYTES);
	g_autofree char *text = g_base64_encode(data + from, n_page);
	json_t *page = json_pack("{s:s, s:I, s:I, s:s}", "file", digest, "bytes",
				 (json_int_t)n_bytes, "from", (json_int_t)from, "base64", text);

	if ((gsize)from + n_page < n_bytes)
		json_object_set_new(page, "next", json_integer(from + (int64_t)n_page));
	return page;
}

bool
sabot_wire_file_page_append(const struct sabot_wire_file_page *page, GByteArray *bytes)
{
	g_autofree guchar *data = NULL;
	gsize n_bytes;

	if (page->from != (int64_t)bytes->len)
		return false;
	data = g_base64_decode(page->base64, &n_bytes);
	g_byte_array_append(bytes, data, (guint)n_bytes);
	return true;
}

static const struct sabot_record_field case_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_case, "base64", STRING, base64, .required = true),
};
SABOT_WIRE_TYPE(case);

static const struct sabot_record_field unveiled_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_unveiled, "load", INTEGER, load, .absent = 0),
};
SABOT_WIRE_TYPE(unveiled);
