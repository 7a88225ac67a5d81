/* The tables behind table-requests.h. */
#include "proto/messages/table-requests.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_claim, __VA_ARGS__, )
static const struct sabot_record_field claim_fields[] = {
	F("name", STRING, name, .is_lenient = true),
	F("pin", STRING, pin, .is_lenient = true),
};
const struct sabot_record_type sabot_wire_claim_type = {
	.size_bytes = sizeof(struct sabot_wire_claim),
	.fields = claim_fields,
	.n_fields = G_N_ELEMENTS(claim_fields),
	.is_request = true,
	.is_lenient = true,
};
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_page_request, __VA_ARGS__, )
static const struct sabot_record_field page_request_fields[] = {
	F("from", INTEGER, from),
};
SABOT_WIRE_REQUEST_TYPE(page_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_table_request, __VA_ARGS__, )
static const struct sabot_record_field table_request_fields[] = {
	F("table", STRING, table, .required = true),
};
SABOT_WIRE_REQUEST_TYPE(table_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_incidents_request, __VA_ARGS__, )
static const struct sabot_record_field incidents_request_fields[] = {
	F("from", INTEGER, from),
	F("open", BOOLEAN, is_open_only),
	F("table", STRING, table),
};
SABOT_WIRE_REQUEST_TYPE(incidents_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_watch_request, __VA_ARGS__, )
static const struct sabot_record_field watch_request_fields[] = {
	F("since", INTEGER, since, .absent = -1),
};
SABOT_WIRE_REQUEST_TYPE(watch_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_redress_terms, __VA_ARGS__, )
static const struct sabot_record_field redress_terms_fields[] = {
	F("round", JSON, round),   F("amount", JSON, amount),     F("box", JSON, box),
	F("bettor", JSON, bettor), F("incident", JSON, incident), F("note", JSON, note),
	F("by", JSON, by),         F("second", JSON, second),     F("ruling", JSON, ruling),
	F("box", INTEGER, box_number, .is_lenient = true),
};
const struct sabot_record_type sabot_wire_redress_terms_type = {
	.size_bytes = sizeof(struct sabot_wire_redress_terms),
	.fields = redress_terms_fields,
	.n_fields = G_N_ELEMENTS(redress_terms_fields),
	.is_request = true,
	.is_lenient = true,
};
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_event_head, __VA_ARGS__, )
static const struct sabot_record_field event_head_fields[] = {
	F("ev", STRING, ev, .is_lenient = true),
	F("by", STRING, by, .is_lenient = true),
	F("code", STRING, code, .is_lenient = true),
	F("card", JSON, card),
	F("sim", JSON, sim),
	F("run_out", JSON, run_out),
	F("second", JSON, second),
	F("second", STRING, second_id, .is_lenient = true),
	F("redress", JSON, redress),
	F("redress", INTEGER, redress_number, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("incident", INTEGER, incident, .is_lenient = true),
	F("of", INTEGER, of, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(event_head);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_event_request, __VA_ARGS__, )
static const struct sabot_record_field event_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("event", OBJECT, head, .required = true, .type = &sabot_wire_event_head_type),
	F("event", OBJECT, terms, .type = &sabot_wire_redress_terms_type),
	F("event", JSON, event),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
};
SABOT_WIRE_REQUEST_TYPE(event_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_mend_request, __VA_ARGS__, )
static const struct sabot_record_field mend_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("by", STRING, by, .is_lenient = true),
	F("of", INTEGER, of),
	F("card", STRING, card),
	F("box", INTEGER, box),
	F("hand", INTEGER, hand, .absent = -1),
	F("dealer", BOOLEAN, is_dealer),
	F("early", BOOLEAN, is_early),
};
SABOT_WIRE_REQUEST_TYPE(mend_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_incident_name, __VA_ARGS__, )
static const struct sabot_record_field incident_name_fields[] = {
	F("table", STRING, table, .is_lenient = true),
	F("incident", INTEGER, incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
};
const struct sabot_record_type sabot_wire_incident_name_type = {
	.size_bytes = sizeof(struct sabot_wire_incident_name),
	.fields = incident_name_fields,
	.n_fields = G_N_ELEMENTS(incident_name_fields),
	.is_request = true,
	.is_lenient = true,
};
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_acknowledge_request, __VA_ARGS__, )
static const struct sabot_record_field acknowledge_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("incidents", LIST, incidents, .is_nullable = true, .type = &sabot_wire_incident_name_type,
	  .wants = "a list of 1 to 100 is wanted"),
	F("by", STRING, by, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(acknowledge_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_assign_request, __VA_ARGS__, )
static const struct sabot_record_field assign_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("to", STRING, to),
	F("by", STRING, by, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(assign_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_shelve_request, __VA_ARGS__, )
static const struct sabot_record_field shelve_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("minutes", INTEGER, minutes, .required = true),
	F("reason", STRING, reason),
	F("by", STRING, by, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(shelve_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_unshelve_request, __VA_ARGS__, )
static const struct sabot_record_field unshelve_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("by", STRING, by, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(unshelve_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_comment_request, __VA_ARGS__, )
static const struct sabot_record_field comment_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("text", STRING, text, .required = true),
	F("by", STRING, by, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(comment_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_history_request, __VA_ARGS__, )
static const struct sabot_record_field history_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(history_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_remedies_request, __VA_ARGS__, )
static const struct sabot_record_field remedies_request_fields[] = {
	F("table", STRING, about.table, .is_lenient = true),
	F("incident", INTEGER, about.incident, .absent = SABOT_WIRE_NO_NUMBER, .is_lenient = true),
	F("remedy", STRING, remedy),
	F("card", JSON, card),
	F("box", JSON, box),
	F("hand", JSON, hand),
	F("amount", JSON, amount),
};
SABOT_WIRE_REQUEST_TYPE(remedies_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_redress_order_request, __VA_ARGS__, )
static const struct sabot_record_field redress_order_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("round", INTEGER, round, .required = true),
	F("amount", INTEGER, amount_minor, .required = true),
	F("box", INTEGER, box),
	F("incident", INTEGER, incident),
	F("bettor", STRING, bettor),
	F("note", STRING, note, .required = true),
	F("by", STRING, by, .is_lenient = true),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
};
SABOT_WIRE_REQUEST_TYPE(redress_order_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_redress_withdraw_request, __VA_ARGS__, )
static const struct sabot_record_field redress_withdraw_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("redress", INTEGER, redress, .required = true),
	F("reason", STRING, reason, .required = true),
	F("by", STRING, by, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(redress_withdraw_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_statistics_request, __VA_ARGS__, )
static const struct sabot_record_field statistics_request_fields[] = {
	F("hours", INTEGER, hours, .absent = SABOT_WIRE_STATISTICS_HOURS),
	F("table", STRING, table),
};
SABOT_WIRE_REQUEST_TYPE(statistics_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_rounds_request, __VA_ARGS__, )
static const struct sabot_record_field rounds_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("from", INTEGER, from),
	F("limit", INTEGER, limit, .absent = SABOT_WIRE_ROUNDS_LIMIT),
};
SABOT_WIRE_REQUEST_TYPE(rounds_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_rules_limits, __VA_ARGS__, )
static const struct sabot_record_field rules_limits_fields[] = {
	F("min", JSON, min),
	F("max", JSON, max),
};
SABOT_WIRE_REQUEST_TYPE(rules_limits);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_rules_change_request, __VA_ARGS__, )
static const struct sabot_record_field rules_change_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("rules", STRING, rules),
	F("set", OBJECT, limits, .type = &sabot_wire_rules_limits_type),
	F("set", JSON, set),
	F("configured", BOOLEAN, is_configured, .is_lenient = true),
	F("by", STRING, by),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
};
SABOT_WIRE_REQUEST_TYPE(rules_change_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_place_request, __VA_ARGS__, )
static const struct sabot_record_field place_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("x", INTEGER, x_px, .absent = SABOT_WIRE_NO_NUMBER),
	F("y", INTEGER, y_px, .absent = SABOT_WIRE_NO_NUMBER),
	F("by", STRING, by),
};
SABOT_WIRE_REQUEST_TYPE(place_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_command_request, __VA_ARGS__, )
static const struct sabot_record_field command_request_fields[] = {
	F("device", STRING, device, .required = true),
	F("command", STRING, command, .required = true),
	F("by", STRING, by),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
};
SABOT_WIRE_REQUEST_TYPE(command_request);
#undef F
