/*
 * The messages about machines and log-in codes (docs/access.md), typed; persons and roles are in
 * proto/person.h. Records as in proto/record.h.
 */
#pragma once

#include "proto/record.h"

/* A machine that may connect over the network, or, without a name, the daemon's own certificate. */
struct sabot_wire_machine {
	char *machine, *role, *fingerprint;
	GPtrArray *tables; /* of char *: tables it may see; NULL = all */
	int64_t until_us;  /* its certificate's end; SABOT_TIME_NONE = not known */
	bool is_configured;
};

struct sabot_wire_machines {
	GPtrArray *machines;            /* of struct sabot_wire_machine */
	struct sabot_wire_machine *own; /* NULL = the daemon has none */
	int64_t next;                   /* 0 = this was the last page */
};

/* A code by which a person sets a PIN. */
struct sabot_wire_code {
	char *code;
	char *until; /* as the daemon writes it */
};

extern const struct sabot_record_type sabot_wire_machines_type;
extern const struct sabot_record_type sabot_wire_code_type;
