/*
 * Requests about table money, shifts and surveillance (docs/wire.md), typed, as in
 * table-requests.h.
 */
#pragma once

#include "proto/messages/table-requests.h"

/*
 * The members of a document sent by a client that the daemon itself reads; shift/document.h reads
 * the rest. A member of another type than the log's counts as missing.
 */
struct sabot_wire_document_head {
	char *ev, *step, *table, *day, *patron, *by; /* `step`: its `do` */
	json_t *second, *number;                     /* of any type; NULL: missing */
	char *second_id;                             /* NULL: missing, or not a text */
	json_t *happened, *shift;                    /* likewise, and as text */
	char *happened_text, *shift_text;
	int64_t forms, amount_minor, given_number; /* 0: none */
};

struct sabot_wire_document_request {
	struct sabot_wire_document_head *head;
	json_t *event; /* the whole of it */
	struct sabot_wire_claim *second;
};

/* Of `shift`, `shift_tables` and `shift_open`. */
struct sabot_wire_shift_request {
	char *shift; /* NULL: the present one */
	int64_t from;
};

struct sabot_wire_documents_request {
	char *shift; /* NULL: the present one */
	char *table; /* NULL: all */
	int64_t from;
};

struct sabot_wire_slips_request {
	char *day; /* NULL: the present gaming day */
	int64_t from;
};

struct sabot_wire_sign_off_request {
	char *shift;
	char *by, *second_id; /* NULL: not given; second_id: if nobody is logged in */
	struct sabot_wire_claim *second;
};

struct sabot_wire_review_request_request {
	char *table;
	int64_t round, incident; /* 0: none */
	char *from, *to;         /* times; NULL: around the incident */
	char *why, *by;          /* each or NULL */
};

struct sabot_wire_review_answer_request {
	int64_t review;
	char *answer;
	char *note, *by, *sha256; /* each or NULL */
};

struct sabot_wire_reviews_request {
	char *table; /* NULL: all */
	int64_t from;
	bool is_open_only;
};

extern const struct sabot_record_type sabot_wire_document_head_type;
extern const struct sabot_record_type sabot_wire_document_request_type;
extern const struct sabot_record_type sabot_wire_shift_request_type;
extern const struct sabot_record_type sabot_wire_documents_request_type;
extern const struct sabot_record_type sabot_wire_slips_request_type;
extern const struct sabot_record_type sabot_wire_sign_off_request_type;
extern const struct sabot_record_type sabot_wire_review_request_request_type;
extern const struct sabot_record_type sabot_wire_review_answer_request_type;
extern const struct sabot_record_type sabot_wire_reviews_request_type;
