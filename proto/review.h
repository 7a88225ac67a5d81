/*
 * Requests for surveillance's pictures: who wants to see which camera's, from when to when, and
 * what became of it. Each is an event `review` of the house log, and each answer another; the list
 * follows from them (docs/event-log.md).
 */
#pragma once

#include "proto/record.h"

enum sabot_review_state {
	SABOT_REVIEW_REQUESTED = 1,
	SABOT_REVIEW_DELIVERED,
	SABOT_REVIEW_REFUSED,
};

enum { SABOT_REVIEWS_MAX = 1000 };

struct sabot_wire_review {
	int64_t review; /* its number: that of its event in the house log */
	char *table;
	int64_t round, incident; /* that it is about; 0: none */
	int64_t from_us, to_us;
	char *camera, *why, *by; /* or NULL */
	int64_t at_us;
	int state;                /* enum sabot_review_state */
	char *answered_by, *note; /* of the last answer; or NULL */
	int64_t answered_us;      /* SABOT_TIME_NONE: none came yet */
	char *upstream; /* behind a hub: whose request it is; else NULL */
	char *sha256; /* of the file that was delivered, 64 hexadecimal digits; or NULL */
};

extern const struct sabot_record_type sabot_wire_review_type;
/* What `reviews` answers: a struct sabot_wire_page of them, newest first. */
extern const struct sabot_record_type sabot_wire_reviews_type;

/* A list of struct sabot_wire_review, in their order. Transferred. */
GPtrArray *
sabot_reviews_new(void);

/*
 * Apply event `n` of the house log. Events of other kinds, and answers to requests that are not in
 * the list, are ignored. If there are more than SABOT_REVIEWS_MAX the oldest are dropped.
 */
void
sabot_reviews_apply(GPtrArray *reviews, int64_t n, const json_t *event);

/* What an event `review` did, by its `do`: pictures were requested, … */
const char *
sabot_review_step_name(const char *step);
/* Its word on the wire. */
const char *
sabot_review_state_word(int state);
/* Requested, delivered or refused, in the reader's language. */
const char *
sabot_review_state_name(int state);

/* Somebody still waits for an answer. */
bool
sabot_reviews_has_open(const GPtrArray *reviews);

/* NULL when there is none of that number. Borrowed. */
struct sabot_wire_review *
sabot_reviews_find(const GPtrArray *reviews, int64_t number);
