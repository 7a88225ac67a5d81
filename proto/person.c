/* The tables behind person.h. */
#include "proto/person.h"

static const char *const state_words[] = {"", "active", "disabled", "locked", "new_pin", NULL};

#define F(...) SABOT_RECORD_FIELD(sabot_wire_person, __VA_ARGS__, )
static const struct sabot_record_field person_fields[] = {
	F("person", STRING, person, .required = true),
	F("name", STRING, name),
	F("role", STRING, role, .required = true),
	F("state", WORD, state, .words = state_words),
	F("card", BOOLEAN, has_card),
	F("locked_until", TIME, locked_until_us),
};
const struct sabot_record_type sabot_wire_person_type =
	SABOT_RECORD_TYPE(sabot_wire_person, person_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_persons, __VA_ARGS__, )
static const struct sabot_record_field persons_fields[] = {
	F("persons", LIST, persons, .required = true, .type = &sabot_wire_person_type),
	F("next", INTEGER, next),
};
const struct sabot_record_type sabot_wire_persons_type =
	SABOT_RECORD_TYPE(sabot_wire_persons, persons_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_right, __VA_ARGS__, )
static const struct sabot_record_field right_fields[] = {
	F("action", STRING, action, .required = true),
	F("roles", STRINGS, roles, .required = true),
};
const struct sabot_record_type sabot_wire_right_type =
	SABOT_RECORD_TYPE(sabot_wire_right, right_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_roles, __VA_ARGS__, )
static const struct sabot_record_field roles_fields[] = {
	F("actions", LIST, actions, .required = true, .type = &sabot_wire_right_type),
};
const struct sabot_record_type sabot_wire_roles_type =
	SABOT_RECORD_TYPE(sabot_wire_roles, roles_fields);
#undef F
