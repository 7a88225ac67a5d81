/* The tables behind log-requests.h. */
#include "proto/messages/log-requests.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_log_request, __VA_ARGS__, )
static const struct sabot_record_field log_request_fields[] = {
	F("from_n", INTEGER, from_n, .absent = 1),
	F("limit", INTEGER, limit, .absent = SABOT_WIRE_LOG_EVENTS),
	F("table", STRING, table, .required = true),
	F("part", INTEGER, part, .absent = SABOT_WIRE_NO_NUMBER),
	F("load", INTEGER, load),
};
SABOT_WIRE_REQUEST_TYPE(log_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_unveil_request, __VA_ARGS__, )
static const struct sabot_record_field unveil_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("reason", STRING, reason, .required = true),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
};
SABOT_WIRE_REQUEST_TYPE(unveil_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_frames_request, __VA_ARGS__, )
static const struct sabot_record_field frames_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("from", INTEGER, from),
};
SABOT_WIRE_REQUEST_TYPE(frames_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_find_request, __VA_ARGS__, )
static const struct sabot_record_field find_request_fields[] = {
	F("table", STRING, table),
	F("load", INTEGER, load),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
	F("amount", INTEGER, amount_minor, .absent = -1),
	F("before", INTEGER, before),
	F("limit", INTEGER, limit, .absent = SABOT_WIRE_FINDS),
	F("at", STRING, at),
	F("card", STRING, card),
	F("since", STRING, since),
	F("until", STRING, until),
	F("person", STRING, person),
	F("code", STRING, code),
};
SABOT_WIRE_REQUEST_TYPE(find_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_story_request, __VA_ARGS__, )
static const struct sabot_record_field story_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("from", INTEGER, from),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
};
SABOT_WIRE_REQUEST_TYPE(story_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_replay_request, __VA_ARGS__, )
static const struct sabot_record_field replay_request_fields[] = {
	F("table", STRING, table),        F("n", INTEGER, n),
	F("incident", INTEGER, incident), F("load", INTEGER, load, .absent = SABOT_WIRE_NO_NUMBER),
	F("round", INTEGER, round),
};
SABOT_WIRE_REQUEST_TYPE(replay_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_verify_request, __VA_ARGS__, )
static const struct sabot_record_field verify_request_fields[] = {
	F("table", STRING, table),
	F("load", INTEGER, load),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
};
SABOT_WIRE_REQUEST_TYPE(verify_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_what_if_request, __VA_ARGS__, )
static const struct sabot_record_field what_if_request_fields[] = {
	F("table", STRING, table),
	F("profile", STRING, profile),
	F("rulings", TEXTS, rulings, .wants = "are incidents with a remedy each"),
	F("readings", TEXTS, readings, .wants = "are events with a card each"),
	F("set", TEXTS, set, .wants = "are rules with a value each"),
	F("since", STRING, since),
	F("until", STRING, until),
	F("load", INTEGER, load),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
};
SABOT_WIRE_REQUEST_TYPE(what_if_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_case_request, __VA_ARGS__, )
static const struct sabot_record_field case_request_fields[] = {
	F("file", STRING, file),
	F("from", INTEGER, from, .absent = SABOT_WIRE_NO_NUMBER),
	F("table", STRING, table),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
	F("before", INTEGER, before_s, .absent = SABOT_WIRE_NO_NUMBER),
	F("after", INTEGER, after_s, .absent = SABOT_WIRE_NO_NUMBER),
	F("paper", STRING, paper),
};
SABOT_WIRE_REQUEST_TYPE(case_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_report_request, __VA_ARGS__, )
static const struct sabot_record_field report_request_fields[] = {
	F("file", STRING, file),
	F("from", INTEGER, from, .absent = SABOT_WIRE_NO_NUMBER),
	F("name", STRING, name),
	F("language", STRING, language),
	F("shift", STRING, shift),
	F("day", STRING, day),
	F("since", STRING, since),
	F("until", STRING, until),
	F("zone", STRING, zone),
	F("format", STRING, format),
	F("section", STRING, section),
	F("paper", STRING, paper),
	F("made", STRING, made),
	F("tables", STRINGS, tables, .wants = "a list of at most 100 names is wanted"),
	F("load", INTEGER, load),
	F("copy", INTEGER, copy),
	F("numbers", STRING, numbers),
	F("simulated", BOOLEAN, with_simulated),
};
SABOT_WIRE_REQUEST_TYPE(report_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_archive_request, __VA_ARGS__, )
static const struct sabot_record_field archive_request_fields[] = {
	F("before", STRING, before),
};
SABOT_WIRE_REQUEST_TYPE(archive_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_give_request, __VA_ARGS__, )
static const struct sabot_record_field give_request_fields[] = {
	F("file", STRING, file, .required = true),
	F("table", STRING, table, .required = true),
};
SABOT_WIRE_REQUEST_TYPE(give_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_take_request, __VA_ARGS__, )
static const struct sabot_record_field take_request_fields[] = {
	F("file", STRING, file, .required = true),
	F("keys", STRINGS, keys, .wants = "a list of public keys is wanted"),
};
SABOT_WIRE_REQUEST_TYPE(take_request);
#undef F
