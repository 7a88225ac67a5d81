/*
 * Requests about persons and machines (docs/access.md), typed, as in table-requests.h.
 */
#pragma once

#include "proto/record.h"

struct sabot_wire_login_request {
	char *name, *pin;
	char *new_pin; /* or NULL */
};

struct sabot_wire_person_create_request {
	char *name, *role, *pin;
	char *code; /* the one-time code, or NULL */
};

struct sabot_wire_person_change_request {
	char *change, *person;
	char *role, *pin; /* if the change needs it; or NULL */
};

struct sabot_wire_person_card_request {
	char *person, *pin; /* including the present card's number, if the person has one */
	char *card;         /* the new one */
	char *new_pin;      /* or NULL */
};

struct sabot_wire_person_code_request {
	bool is_recovery;
};

struct sabot_wire_machine_revoke_request {
	char *machine;
};

extern const struct sabot_record_type sabot_wire_login_request_type;
extern const struct sabot_record_type sabot_wire_person_create_request_type;
extern const struct sabot_record_type sabot_wire_person_change_request_type;
extern const struct sabot_record_type sabot_wire_person_card_request_type;
extern const struct sabot_record_type sabot_wire_person_code_request_type;
extern const struct sabot_record_type sabot_wire_machine_revoke_request_type;
