/*
 * The forwarder's status: the file that `sabotctl forward status` reads, and the message to the
 * daemon about a log that a core refuses (docs/operations.md, docs/wire.md). Strings: NULL if
 * absent.
 */
#pragma once

#include "proto/record.h"

/* One forwarded log. */
struct sabot_wire_forward_log {
	char *log;
	int64_t here, core; /* the last event of each */
	char *refused;      /* why: forked, rewound, gap; or NULL */
};

struct sabot_wire_forward_status {
	int64_t at_us;    /* when this was written */
	int64_t since_us; /* since when this state lasts */
	bool connected;
	char *server, *fault; /* of the core; why it does not send */
	GPtrArray *logs;      /* of struct sabot_wire_forward_log, by name */
};

struct sabot_wire_forward_refused_request {
	char *log, *why;
	int64_t n; /* the core's last event of it */
};

extern const struct sabot_record_type sabot_wire_forward_status_type;
extern const struct sabot_record_type sabot_wire_forward_log_type;
extern const struct sabot_record_type sabot_wire_forward_refused_request_type;
