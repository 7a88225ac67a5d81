/* The tables behind house-messages.h, and the table for each kind of event. */
#include "proto/messages/house-messages.h"

#include <string.h>

#define HOUSE_TYPE(name)                                                                           \
	static const struct sabot_record_type name##_type =                                        \
		SABOT_RECORD_TYPE(sabot_house_##name, name##_fields)

#define F(...) SABOT_RECORD_FIELD(sabot_house_head, __VA_ARGS__, )
static const struct sabot_record_field head_fields[] = {
	F("ev", STRING, ev), F("table", STRING, table), F("by", STRING, by),
	F("at", STRING, at), F("at", TIME, at_us),      F("incident", INTEGER, incident),
};
HOUSE_TYPE(head);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_detail, __VA_ARGS__, )
static const struct sabot_record_field detail_fields[] = {
	F("table", STRING, table),
	F("what", STRING, what),
	F("expected", STRING, expected),
	F("load", INTEGER, load),
};
HOUSE_TYPE(detail);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_finding, __VA_ARGS__, )
static const struct sabot_record_field finding_fields[] = {
	F("code", STRING, code),
	F("detail", OBJECT, detail, .type = &detail_type),
};
HOUSE_TYPE(finding);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_shoe, __VA_ARGS__, )
static const struct sabot_record_field shoe_fields[] = {
	F("state", STRING, state),
	F("serial", STRING, serial),
	F("firmware", STRING, firmware),
	F("expected", STRING, expected),
};
HOUSE_TYPE(shoe);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_machine, __VA_ARGS__, )
static const struct sabot_record_field machine_fields[] = {
	F("do", STRING, action),
	F("machine", STRING, machine),
};
HOUSE_TYPE(machine);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_lock, __VA_ARGS__, )
static const struct sabot_record_field lock_fields[] = {
	F("person", STRING, person),
	F("machine", STRING, machine),
	F("count", INTEGER, count),
	F("until", TIME, until_us),
};
HOUSE_TYPE(lock);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_person, __VA_ARGS__, )
static const struct sabot_record_field person_fields[] = {
	F("person", STRING, person),
	F("do", STRING, action),
};
HOUSE_TYPE(person);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_redress, __VA_ARGS__, )
static const struct sabot_record_field redress_fields[] = {
	F("do", STRING, action),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
	F("box", INTEGER, box),
	F("amount", INTEGER, amount_minor),
	F("redress", INTEGER, redress),
	F("bettor", STRING, bettor),
	F("note", STRING, note),
};
HOUSE_TYPE(redress);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_rules, __VA_ARGS__, )
static const struct sabot_record_field rules_fields[] = {
	F("do", STRING, action), F("rules", STRING, rules),        F("instead", STRING, instead),
	F("set", JSON, set),     F("limits", BOOLEAN, has_limits),
};
HOUSE_TYPE(rules);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_place, __VA_ARGS__, )
static const struct sabot_record_field place_fields[] = {
	F("x", INTEGER, x_px, .absent = SABOT_WIRE_NO_NUMBER),
	F("y", INTEGER, y_px, .absent = SABOT_WIRE_NO_NUMBER),
};
HOUSE_TYPE(place);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_start, __VA_ARGS__, )
static const struct sabot_record_field start_fields[] = {
	F("config", STRING, config),
	F("key", STRING, key),
	F("counter", STRING, counter),
	F("incidents", INTEGER, incidents),
};
HOUSE_TYPE(start);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_software, __VA_ARGS__, )
static const struct sabot_record_field software_fields[] = {
	F("version", STRING, version),
	F("commit", STRING, commit),
	F("packages", STRING, packages),
	F("digest", STRING, digest),
};
HOUSE_TYPE(software);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_house_activity, __VA_ARGS__, )
static const struct sabot_record_field activity_fields[] = {
	F("ev", STRING, ev),        F("by", STRING, by),           F("person", STRING, person),
	F("do", STRING, action),    F("why", STRING, why),         F("remedy", STRING, remedy),
	F("to", STRING, to),        F("text", STRING, text),       F("file", STRING, file),
	F("table", STRING, table),  F("machine", STRING, machine), F("device", STRING, device),
	F("count", INTEGER, count),
};
const struct sabot_record_type sabot_house_activity_type =
	SABOT_RECORD_TYPE(sabot_house_activity, activity_fields);
#undef F

static const struct {
	const char *ev;
	const struct sabot_record_type *type; /* NULL: the head is all */
} kinds[] = {
	[SABOT_HOUSE_OTHER] = {NULL, NULL},
	[SABOT_HOUSE_FINDING] = {"finding", &finding_type},
	[SABOT_HOUSE_RULING] = {"ruling", &sabot_wire_mark_type},
	[SABOT_HOUSE_SHOE] = {"shoe", &shoe_type},
	[SABOT_HOUSE_MACHINE] = {"machine", &machine_type},
	[SABOT_HOUSE_ACKNOWLEDGE] = {"acknowledge", &sabot_wire_mark_type},
	[SABOT_HOUSE_ASSIGN] = {"assign", &sabot_wire_mark_type},
	[SABOT_HOUSE_SHELVE] = {"shelve", &sabot_wire_mark_type},
	[SABOT_HOUSE_UNSHELVE] = {"unshelve", &sabot_wire_mark_type},
	[SABOT_HOUSE_COMMENT] = {"comment", &sabot_wire_mark_type},
	[SABOT_HOUSE_REDRESS] = {"redress", &redress_type},
	[SABOT_HOUSE_RULES] = {"rules", &rules_type},
	[SABOT_HOUSE_PLACE] = {"place", &place_type},
	[SABOT_HOUSE_STARTED] = {"started", &start_type},
	[SABOT_HOUSE_CARRIED] = {"carried", &start_type},
	[SABOT_HOUSE_GIVEN] = {"given", NULL},
	[SABOT_HOUSE_TAKING] = {"taking", NULL},
	[SABOT_HOUSE_TAKEN] = {"taken", NULL},
	[SABOT_HOUSE_LOCKED] = {"locked", &lock_type},
	[SABOT_HOUSE_PERSON] = {"person", &person_type},
	[SABOT_HOUSE_SOFTWARE] = {"software", &software_type},
};

static enum sabot_house_kind
find_kind(const char *ev)
{
	for (size_t i = 0; ev && i < G_N_ELEMENTS(kinds); i++) {
		if (g_strcmp0(kinds[i].ev, ev) == 0)
			return (enum sabot_house_kind)i;
	}
	return SABOT_HOUSE_OTHER;
}

struct sabot_house_event *
sabot_house_event_new(json_t *json)
{
	struct sabot_house_event *event = g_rc_box_new0(struct sabot_house_event);

	event->json = json_incref(json);
	event->head = sabot_record_parse_lenient(&head_type, json);
	event->kind = find_kind(event->head->ev);
	if (kinds[event->kind].type)
		event->of.any = sabot_record_parse_lenient(kinds[event->kind].type, json);
	return event;
}

struct sabot_house_event *
sabot_house_event_ref(struct sabot_house_event *event)
{
	return g_rc_box_acquire(event);
}

static void
clear_event(gpointer data)
{
	struct sabot_house_event *event = data;

	sabot_record_unref(event->of.any);
	sabot_record_unref(event->head);
	json_decref(event->json);
}

void
sabot_house_event_unref(gpointer event)
{
	if (event)
		g_rc_box_release_full(event, clear_event);
}

json_t *
sabot_house_event_unnamed(json_t *event)
{
	const char *ev = json_string_value(json_object_get(event, "ev"));
	bool is_lock = g_strcmp0(ev, "locked") == 0;
	json_t *unnamed;

	if (!is_lock && g_strcmp0(ev, "login_refused") != 0)
		return json_incref(event);
	unnamed = json_copy(event);
	json_object_del(unnamed, "person");
	json_object_set_new(unnamed, is_lock ? "person" : "why", json_string("hidden"));
	return unnamed;
}
