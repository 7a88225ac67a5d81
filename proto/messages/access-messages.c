/* The tables behind access-messages.h. */
#include "proto/messages/access-messages.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_machine, __VA_ARGS__, )
static const struct sabot_record_field machine_fields[] = {
	F("machine", STRING, machine),
	F("role", STRING, role),
	F("fingerprint", STRING, fingerprint),
	F("tables", STRINGS, tables, .is_nullable = true),
	F("until", TIME, until_us),
	F("configured", BOOLEAN, is_configured),
};
static const struct sabot_record_type machine_type =
	SABOT_RECORD_TYPE(sabot_wire_machine, machine_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_machines, __VA_ARGS__, )
static const struct sabot_record_field machines_fields[] = {
	F("machines", LIST, machines, .required = true, .type = &machine_type),
	F("own", OBJECT, own, .type = &machine_type),
	F("next", INTEGER, next),
};
const struct sabot_record_type sabot_wire_machines_type =
	SABOT_RECORD_TYPE(sabot_wire_machines, machines_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_code, __VA_ARGS__, )
static const struct sabot_record_field code_fields[] = {
	F("code", STRING, code, .required = true),
	F("until", STRING, until),
};
const struct sabot_record_type sabot_wire_code_type =
	SABOT_RECORD_TYPE(sabot_wire_code, code_fields);
#undef F
