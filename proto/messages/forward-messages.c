/* The tables behind forward-messages.h. */
#include "proto/messages/forward-messages.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_forward_log, __VA_ARGS__, )
static const struct sabot_record_field forward_log_fields[] = {
	F("log", STRING, log, .required = true),
	F("here", INTEGER, here, .is_always_written = true),
	F("core", INTEGER, core, .is_always_written = true),
	F("refused", STRING, refused),
};
SABOT_WIRE_TYPE(forward_log);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_forward_status, __VA_ARGS__, )
static const struct sabot_record_field forward_status_fields[] = {
	F("at", TIME, at_us, .required = true),
	F("since", TIME, since_us),
	F("connected", BOOLEAN, connected, .is_always_written = true),
	F("server", STRING, server),
	F("fault", STRING, fault),
	F("logs", LIST, logs, .required = true, .type = &sabot_wire_forward_log_type),
};
SABOT_WIRE_TYPE(forward_status);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_forward_refused_request, __VA_ARGS__, )
static const struct sabot_record_field forward_refused_request_fields[] = {
	F("log", STRING, log, .required = true),
	F("why", STRING, why, .required = true),
	F("n", INTEGER, n, .required = true),
};
SABOT_WIRE_REQUEST_TYPE(forward_refused_request);
#undef F
