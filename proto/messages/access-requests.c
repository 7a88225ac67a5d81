/* The tables behind access-requests.h. */
#include "proto/messages/access-requests.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_login_request, __VA_ARGS__, )
static const struct sabot_record_field login_request_fields[] = {
	F("name", STRING, name, .required = true),
	F("pin", STRING, pin, .required = true),
	F("new", STRING, new_pin),
};
SABOT_WIRE_REQUEST_TYPE(login_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_person_create_request, __VA_ARGS__, )
static const struct sabot_record_field person_create_request_fields[] = {
	F("name", STRING, name, .required = true),
	F("role", STRING, role, .required = true),
	F("pin", STRING, pin, .required = true),
	F("code", STRING, code),
};
SABOT_WIRE_REQUEST_TYPE(person_create_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_person_change_request, __VA_ARGS__, )
static const struct sabot_record_field person_change_request_fields[] = {
	F("change", STRING, change, .required = true),
	F("pin", STRING, pin),
	F("person", STRING, person, .required = true),
	F("role", STRING, role),
};
SABOT_WIRE_REQUEST_TYPE(person_change_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_person_card_request, __VA_ARGS__, )
static const struct sabot_record_field person_card_request_fields[] = {
	F("person", STRING, person, .required = true),
	F("pin", STRING, pin, .required = true),
	F("card", STRING, card, .required = true),
	F("new", STRING, new_pin),
};
SABOT_WIRE_REQUEST_TYPE(person_card_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_person_code_request, __VA_ARGS__, )
static const struct sabot_record_field person_code_request_fields[] = {
	F("recover", BOOLEAN, is_recovery),
};
SABOT_WIRE_REQUEST_TYPE(person_code_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_machine_revoke_request, __VA_ARGS__, )
static const struct sabot_record_field machine_revoke_request_fields[] = {
	F("machine", STRING, machine, .required = true),
};
SABOT_WIRE_REQUEST_TYPE(machine_revoke_request);
#undef F
