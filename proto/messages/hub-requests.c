/* The tables behind hub-requests.h. */
#include "proto/messages/hub-requests.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_hub_about, __VA_ARGS__, )
static const struct sabot_record_field hub_about_fields[] = {
	F("table", STRING, table, .is_lenient = true),
	F("ev", STRING, ev, .is_lenient = true),
	F("remedy", STRING, remedy, .is_lenient = true),
	F("mend", BOOLEAN, is_mend, .is_lenient = true),
	F("incident", INTEGER, incident, .is_lenient = true),
	F("redress", INTEGER, redress, .is_lenient = true),
};
static const struct sabot_record_type hub_about_type =
	SABOT_RECORD_TYPE(sabot_wire_hub_about, hub_about_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_hub_request, __VA_ARGS__, )
static const struct sabot_record_field hub_request_fields[] = {
	F("upstream", STRING, upstream, .is_lenient = true),
	F("table", STRING, table, .is_lenient = true),
	F("device", STRING, device, .is_lenient = true),
	F("person", STRING, person, .is_lenient = true),
	F("file", STRING, file, .is_lenient = true),
	F("from", INTEGER, from, .is_lenient = true, .absent = -1),
	F("event", OBJECT, event, .is_lenient = true, .type = &hub_about_type),
	F("incidents", LIST, incidents, .is_nullable = true, .is_lenient = true,
	  .type = &hub_about_type),
};
const struct sabot_record_type sabot_wire_hub_request_type =
	SABOT_RECORD_TYPE(sabot_wire_hub_request, hub_request_fields);
#undef F

static const struct sabot_record_field floor_page_request_fields[] = {
	SABOT_RECORD_FIELD(sabot_wire_floor_page_request, "from", INTEGER, from, .absent = 0),
};
SABOT_WIRE_TYPE(floor_page_request);
