/* The tables behind house-requests.h. */
#include "proto/messages/house-requests.h"

#define F(...) SABOT_RECORD_FIELD(sabot_wire_document_head, __VA_ARGS__, )
static const struct sabot_record_field document_head_fields[] = {
	F("ev", STRING, ev, .is_lenient = true),
	F("do", STRING, step, .is_lenient = true),
	F("table", STRING, table, .is_lenient = true),
	F("day", STRING, day, .is_lenient = true),
	F("patron", STRING, patron, .is_lenient = true),
	F("by", STRING, by, .is_lenient = true),
	F("second", JSON, second),
	F("second", STRING, second_id, .is_lenient = true),
	F("number", JSON, number),
	F("number", INTEGER, given_number, .is_lenient = true),
	F("happened", JSON, happened),
	F("happened", STRING, happened_text, .is_lenient = true),
	F("shift", JSON, shift),
	F("shift", STRING, shift_text, .is_lenient = true),
	F("forms", INTEGER, forms, .is_lenient = true),
	F("amount", INTEGER, amount_minor, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(document_head);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_document_request, __VA_ARGS__, )
static const struct sabot_record_field document_request_fields[] = {
	F("event", OBJECT, head, .required = true, .type = &sabot_wire_document_head_type),
	F("event", JSON, event),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
};
SABOT_WIRE_REQUEST_TYPE(document_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_shift_request, __VA_ARGS__, )
static const struct sabot_record_field shift_request_fields[] = {
	F("shift", STRING, shift),
	F("from", INTEGER, from),
};
SABOT_WIRE_REQUEST_TYPE(shift_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_documents_request, __VA_ARGS__, )
static const struct sabot_record_field documents_request_fields[] = {
	F("shift", STRING, shift),
	F("table", STRING, table),
	F("from", INTEGER, from),
};
SABOT_WIRE_REQUEST_TYPE(documents_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_slips_request, __VA_ARGS__, )
static const struct sabot_record_field slips_request_fields[] = {
	F("day", STRING, day),
	F("from", INTEGER, from),
};
SABOT_WIRE_REQUEST_TYPE(slips_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_sign_off_request, __VA_ARGS__, )
static const struct sabot_record_field sign_off_request_fields[] = {
	F("shift", STRING, shift, .required = true),
	F("by", STRING, by),
	F("second", OBJECT, second, .type = &sabot_wire_claim_type),
	F("second", STRING, second_id, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(sign_off_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_review_request_request, __VA_ARGS__, )
static const struct sabot_record_field review_request_request_fields[] = {
	F("table", STRING, table, .required = true),
	F("round", INTEGER, round),
	F("incident", INTEGER, incident),
	F("from", STRING, from),
	F("to", STRING, to),
	F("why", STRING, why),
	F("by", STRING, by),
};
SABOT_WIRE_REQUEST_TYPE(review_request_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_review_answer_request, __VA_ARGS__, )
static const struct sabot_record_field review_answer_request_fields[] = {
	F("review", INTEGER, review, .required = true),
	F("answer", STRING, answer, .required = true),
	F("note", STRING, note),
	F("by", STRING, by),
	F("sha256", STRING, sha256),
};
SABOT_WIRE_REQUEST_TYPE(review_answer_request);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_reviews_request, __VA_ARGS__, )
static const struct sabot_record_field reviews_request_fields[] = {
	F("table", STRING, table),
	F("from", INTEGER, from),
	F("open", BOOLEAN, is_open_only, .is_lenient = true),
};
SABOT_WIRE_REQUEST_TYPE(reviews_request);
#undef F
