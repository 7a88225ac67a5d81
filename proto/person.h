/*
 * Persons as on the wire (docs/wire.md: `persons`, `login`, `roles`): typed readers for
 * clients. Structs are records (proto/record.h).
 */
#pragma once

#include "proto/record.h"

enum sabot_wire_person_state {
	SABOT_WIRE_PERSON_UNKNOWN,
	SABOT_WIRE_PERSON_ACTIVE,
	SABOT_WIRE_PERSON_DISABLED,
	SABOT_WIRE_PERSON_LOCKED,
	SABOT_WIRE_PERSON_NEW_PIN, /* must choose a new PIN at the next log-in */
};

/* One of `persons`, or the answer to `login`, which has no state. */
struct sabot_wire_person {
	char *person; /* id in the log: "p3" */
	char *name;   /* NULL: erased */
	char *role;   /* a word of docs/access.md */
	enum sabot_wire_person_state state;
	bool has_card; /* the card is required besides the PIN */
	int64_t locked_until_us; /* SABOT_TIME_NONE: not locked */
};

struct sabot_wire_persons {
	GPtrArray *persons; /* of struct sabot_wire_person */
	int64_t next;       /* the `from` of the next page; 0 = none */
};

/* A right, and the roles that have it. */
struct sabot_wire_right {
	char *action;
	GPtrArray *roles; /* of char * */
};

struct sabot_wire_roles {
	GPtrArray *actions; /* of struct sabot_wire_right */
};

extern const struct sabot_record_type sabot_wire_person_type;
extern const struct sabot_record_type sabot_wire_persons_type;
extern const struct sabot_record_type sabot_wire_right_type;
extern const struct sabot_record_type sabot_wire_roles_type;
