/* The tables behind lookup-messages.h. */
#include "proto/messages/lookup-messages.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_found, __VA_ARGS__, )
static const struct sabot_record_field found_fields[] = {
	F("table", STRING, table, .required = true),
	F("at", TIME, at_us),
	F("seq", INTEGER, seq),
	F("n", INTEGER, n, .required = true),
	F("end_n", INTEGER, end_n),
	F("load", INTEGER, load),
	F("round", INTEGER, round),
	F("end", TIME, end_us),
	F("outcome", STRING, outcome),
	F("staked", INTEGER, staked_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due", INTEGER, due_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("ev", STRING, ev),
};
SABOT_WIRE_TYPE(found);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_finds, __VA_ARGS__, )
static const struct sabot_record_field finds_fields[] = {
	F("found", LIST, found, .required = true, .type = &sabot_wire_found_type),
	F("next", INTEGER, next),
	F("veiled", BOOLEAN, is_veiled),
};
SABOT_WIRE_TYPE(finds);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_offer, __VA_ARGS__, )
static const struct sabot_record_field offer_fields[] = {
	F("remedy", STRING, remedy, .required = true),
	F("article", STRING, article),
};
SABOT_WIRE_TYPE(offer);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_story_line, __VA_ARGS__, )
static const struct sabot_record_field story_line_fields[] = {
	F("at", TIME, at_us, .required = true),
	F("kind", STRING, kind, .required = true),
	F("bytes", STRING, bytes),
	F("event", JSON, event),
	F("line", JSON, line),
	F("remedies", LIST, remedies, .type = &sabot_wire_offer_type),
	F("prompt", JSON, prompt),
	F("seq", INTEGER, seq),
	F("n", INTEGER, n),
	F("named_n", INTEGER, named_n),
	F("hash", STRING, hash),
	F("salt", STRING, salt),
	F("checkpoint", INTEGER, checkpoint),
};
SABOT_WIRE_TYPE(story_line);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_story, __VA_ARGS__, )
static const struct sabot_record_field story_fields[] = {
	F("story", STRING, table, .required = true),
	F("load", INTEGER, load),
	F("round", INTEGER, round),
	F("at", TIME, at_us),
	F("end", TIME, end_us),
	F("outcome", STRING, outcome),
	F("staked", INTEGER, staked_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due", INTEGER, due_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("logged_in", STRINGS, logged_in),
	F("lines", LIST, lines, .required = true, .type = &sabot_wire_story_line_type),
	F("next", INTEGER, next),
};
SABOT_WIRE_TYPE(story);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_replay, __VA_ARGS__, )
static const struct sabot_record_field replay_fields[] = {
	F("n", INTEGER, n, .required = true),
	F("last_n", INTEGER, last_n, .required = true),
	F("event", JSON, event, .required = true),
	F("out", JSON, out),
	F("view", OBJECT, view, .required = true, .type = &sabot_wire_view_type),
	F("load_n", INTEGER, load_n),
	F("load_end_n", INTEGER, load_end_n),
	F("next_incident_n", INTEGER, next_incident_n),
	F("named_n", INTEGER, named_n),
};
SABOT_WIRE_TYPE(replay);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_check, __VA_ARGS__, )
static const struct sabot_record_field check_fields[] = {
	F("load", INTEGER, load),     F("events", INTEGER, events), F("rulings", INTEGER, rulings),
	F("differ", INTEGER, differ), F("faults", STRINGS, faults),
};
SABOT_WIRE_TYPE(check);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_changed_stake, __VA_ARGS__, )
static const struct sabot_record_field changed_stake_fields[] = {
	F("box", INTEGER, box),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor),
	F("on", STRING, on),
	F("stake", INTEGER, stake_minor),
	F("before", INTEGER, before_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("after", INTEGER, after_minor, .absent = SABOT_WIRE_NO_NUMBER),
};
static SABOT_WIRE_TYPE(changed_stake);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_later_correction, __VA_ARGS__, )
static const struct sabot_record_field later_correction_fields[] = {
	F("n", INTEGER, n),
	F("amount", INTEGER, amount_minor),
};
static SABOT_WIRE_TYPE(later_correction);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_change, __VA_ARGS__, )
static const struct sabot_record_field change_fields[] = {
	F("round", INTEGER, round, .required = true),
	F("before", JSON, before),
	F("after", JSON, after),
	F("stakes", LIST, stakes, .type = &sabot_wire_changed_stake_type),
	F("delta", INTEGER, delta_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("incidents_before", JSON, incidents_before),
	F("incidents_after", JSON, incidents_after),
	F("corrections", LIST, corrections, .type = &sabot_wire_later_correction_type),
};
SABOT_WIRE_TYPE(change);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_what_if, __VA_ARGS__, )
static const struct sabot_record_field what_if_fields[] = {
	F("load", INTEGER, load),
	F("to_load", INTEGER, to_load),
	F("rounds", INTEGER, rounds),
	F("changed", INTEGER, changed),
	F("due_before", INTEGER, due_before_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("due", INTEGER, due_minor, .absent = SABOT_WIRE_NO_NUMBER),
	F("changes", JSON, changes),
};
SABOT_WIRE_TYPE(what_if);
#undef F
