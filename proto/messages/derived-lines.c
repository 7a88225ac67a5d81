/* The tables behind derived-lines.h. */
#include "proto/messages/derived-lines.h"

#include "proto/messages/members.h"

#include <string.h>

#define F(...) SABOT_RECORD_FIELD(sabot_round_line, __VA_ARGS__, )
static const struct sabot_record_field round_fields[] = {
	F("again", BOOLEAN, is_again),
};
static const struct sabot_record_type round_type =
	SABOT_RECORD_TYPE(sabot_round_line, round_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_settle_line, __VA_ARGS__, )
static const struct sabot_record_field settle_fields[] = {
	F("box", INTEGER, box, .required = true),
	F("hand", INTEGER, hand, .absent = -1),
	F("bettor", STRING, bettor, .required = true),
	F("on", STRING, on, .required = true),
	F("due", INTEGER, due_minor),
};
static const struct sabot_record_type settle_type =
	SABOT_RECORD_TYPE(sabot_settle_line, settle_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_incident_line, __VA_ARGS__, )
static const struct sabot_record_field incident_fields[] = {
	F("id", INTEGER, id, .required = true),
	F("line", INTEGER, line, .is_always_written = true),
	F("of", INTEGER, of),
	F("load", INTEGER, load, .required = true),
	F("round", INTEGER, round, .required = true),
	F("code", STRING, code, .required = true),
	F("severity", STRING, severity, .required = true),
	F("rule", STRING, rule),
	F("detail", JSON, detail),
	F("text", STRING, text),
};
const struct sabot_record_type sabot_incident_line_type =
	SABOT_RECORD_TYPE(sabot_incident_line, incident_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_load_line, __VA_ARGS__, )
static const struct sabot_record_field load_fields[] = {
	F("verdict", STRING, verdict, .required = true),
};
static const struct sabot_record_type load_type = SABOT_RECORD_TYPE(sabot_load_line, load_fields);
#undef F

/* By enum sabot_derived_kind. */
static const struct {
	const char *out;
	const struct sabot_record_type *type; /* NULL: not read */
} kinds[] = {
	[SABOT_DERIVED_ROUND] = {"round", &round_type},
	[SABOT_DERIVED_SETTLE] = {"settle", &settle_type},
	[SABOT_DERIVED_INCIDENT] = {"incident", NULL},
	[SABOT_DERIVED_LOAD] = {"load", &load_type},
};

enum sabot_derived_kind
sabot_derived_line_kind(const json_t *json)
{
	const char *out = json_string_value(json_object_get(json, "out"));

	for (guint i = SABOT_DERIVED_OTHER + 1; out && i < G_N_ELEMENTS(kinds); i++)
		if (strcmp(kinds[i].out, out) == 0)
			return (enum sabot_derived_kind)i;
	return SABOT_DERIVED_OTHER;
}

bool
sabot_derived_line_read(json_t *json, struct sabot_derived_line *ret_line)
{
	enum sabot_derived_kind kind = sabot_derived_line_kind(json);

	*ret_line = (struct sabot_derived_line){0};
	if (!kinds[kind].type)
		return false;
	ret_line->u.record = sabot_record_parse(kinds[kind].type, json, NULL);
	if (ret_line->u.record)
		ret_line->kind = kind;
	return ret_line->u.record != NULL;
}

json_t *
sabot_incident_line_build(const struct sabot_incident_line *incident)
{
	json_t *line = json_object(), *members;

	json_object_set_new(line, "out", json_string(kinds[SABOT_DERIVED_INCIDENT].out));
	members = sabot_record_build(&sabot_incident_line_type, incident);
	json_object_update(line, members);
	json_decref(members);
	return line;
}

static enum sabot_wire_severity
severity_of(const char *word)
{
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		if (g_strcmp0(word, sabot_wire_severity_to_string((enum sabot_wire_severity)i)) ==
		    0)
			return (enum sabot_wire_severity)i;
	return SABOT_WIRE_SEVERITY_UNKNOWN;
}

struct sabot_wire_incident *
sabot_incident_line_open(const struct sabot_incident_line *line)
{
	struct sabot_wire_incident *incident = sabot_record_new(&sabot_wire_incident_type);

	incident->id = line->id;
	incident->load = line->load;
	incident->round = line->round;
	incident->code = g_strdup(line->code);
	incident->severity = severity_of(line->severity);
	incident->rule = g_strdup(line->rule);
	incident->detail = json_incref(line->detail);
	incident->text = g_strdup(line->text);
	incident->state = SABOT_WIRE_INCIDENT_OPEN;
	return incident;
}

void
sabot_derived_line_clear(struct sabot_derived_line *line)
{
	sabot_record_unref(line->u.record);
	*line = (struct sabot_derived_line){0};
}

#define M(member_name, member_kind, member)                                                        \
	{                                                                                          \
		member_name, SABOT_MEMBER_##member_kind,                                           \
			offsetof(struct sabot_incident_detail, member)                             \
	}

static const struct sabot_member detail_members[] = {
	M("bettor", TEXT, bettor),   M("box", NUMBER, box),     M("cards", HAS, has_cards),
	M("due", NUMBER, due_minor), M("due", HAS, has_due),    M("hand", NUMBER, hand),
	M("hand", TEXT, hand_name),  M("on", TEXT, on),         M("paid", NUMBER, paid_minor),
	M("paid", HAS, has_paid),    M("round", NUMBER, round), M("total", HAS, has_total),
};

void
sabot_incident_detail_read(const json_t *detail, struct sabot_incident_detail *ret_detail)
{
	*ret_detail = (struct sabot_incident_detail){0};
	sabot_members_read(detail, detail_members, G_N_ELEMENTS(detail_members), ret_detail);
}

static int64_t
field_number(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	return field && field->kind == SABOT_FIELD_NUMBER ? field->u.number : 0;
}

static const char *
field_word(const struct sabot_incident *incident, const char *key)
{
	const struct sabot_field *field = sabot_incident_field(incident, key);

	if (field && field->kind == SABOT_FIELD_BETTOR)
		return incident->bettor;
	return field && (field->kind == SABOT_FIELD_WORD || field->kind == SABOT_FIELD_TEXT)
		       ? field->u.word
		       : NULL;
}

void
sabot_incident_detail_of(const struct sabot_incident *incident,
			 struct sabot_incident_detail *ret_detail)
{
	*ret_detail = (struct sabot_incident_detail){
		.box = field_number(incident, "box"),
		.hand = field_number(incident, "hand"),
		.round = field_number(incident, "round"),
		.hand_name = field_word(incident, "hand"),
		.bettor = field_word(incident, "bettor"),
		.on = field_word(incident, "on"),
		.due_minor = field_number(incident, "due"),
		.paid_minor = field_number(incident, "paid"),
		.has_due = sabot_incident_field(incident, "due") != NULL,
		.has_paid = sabot_incident_field(incident, "paid") != NULL,
		.has_total = sabot_incident_field(incident, "total") != NULL,
		.has_cards = sabot_incident_field(incident, "cards") != NULL,
	};
}
