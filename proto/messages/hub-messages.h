/*
 * What a hub (docs/hub.md) adds to an answer made of several daemons' answers. Records as in
 * proto/record.h.
 */
#pragma once

#include "proto/record.h"

/* The class of a daemon's part that goes up to a time only, which is `since`. */
#define SABOT_WIRE_MISSING_STALE "stale"

/* A daemon whose part, or the end of it, is not in the answer. */
struct sabot_wire_missing {
	char *upstream;
	char *error_class; /* class of its refusal, "away", or SABOT_WIRE_MISSING_STALE */
	char *why;
	int64_t since_us; /* not reached since then; SABOT_TIME_NONE: it is reached */
};

/* The daemons whose answers it was made of. */
struct sabot_wire_together {
	GPtrArray *upstreams; /* of char *: those that answered */
	GPtrArray *missing;   /* of struct sabot_wire_missing */
	int64_t next;         /* a further page follows */
};

/* The answer of one of them. */
struct sabot_wire_each {
	char *upstream;
	json_t *ok;
};

/* For verbs to which each daemon has its own answer, such as `shift` and `bank`. */
struct sabot_wire_each_page {
	GPtrArray *each; /* of struct sabot_wire_each */
};

/* The origin of an item of a list. Read it with sabot_record_parse_lenient(). */
struct sabot_wire_floor_item {
	char *upstream; /* NULL: from a daemon that is not a hub; so in all answers */
	char *table, *shift;
	int64_t at_us; /* SABOT_TIME_NONE: none */
};

/* The first line of a file in which a hub keeps its last steps. */
struct sabot_wire_hub_steps {
	char *origin;     /* the origin of the numbers */
	int64_t from_seq; /* a client that has seen this one has missed only what follows */
};

/* A further line: a forwarded step. */
struct sabot_wire_hub_step {
	int64_t seq;     /* that it was given; 0: only the daemon's number is noted */
	char *upstream;  /* its daemon; NULL: the hub itself */
	int64_t own_seq; /* its number at that daemon */
	char *place;     /* where it belongs: a table, or a house */
	json_t *step;    /* the push, as sent to a client that missed it; or NULL */
};

/* A daemon's entry of `missing`. New reference. */
json_t *
sabot_wire_missing_build(const struct sabot_wire_missing *missing);

extern const struct sabot_record_type sabot_wire_together_type;
extern const struct sabot_record_type sabot_wire_each_page_type;
extern const struct sabot_record_type sabot_wire_floor_item_type;
extern const struct sabot_record_type sabot_wire_hub_steps_type;
extern const struct sabot_record_type sabot_wire_hub_step_type;

/*
 * The answers of all daemons, of struct sabot_wire_each; for a daemon that is not a hub the answer
 * itself, with `upstream` NULL. Transferred.
 */
GPtrArray *
sabot_wire_each_of(json_t *ok);

/*
 * The daemons whose part is missing in this answer (`ok`, or NULL), of struct sabot_wire_missing;
 * none if it is not a hub's. Transferred.
 */
GPtrArray *
sabot_wire_missing_of(json_t *ok);
