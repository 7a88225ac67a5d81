/*
 * What a hub (docs/hub.md) puts into an answer that it made of several daemons' answers. Records as
 * in proto/record.h.
 */
#pragma once

#include "proto/record.h"

/* A daemon whose part is not in the answer. */
struct sabot_wire_missing {
	char *upstream;
	char *error_class; /* of its refusal, or "away" */
	char *why;
	int64_t since_us; /* it has not been heard since then; SABOT_TIME_NONE: it is heard */
};

/* Whose answers it was made of. */
struct sabot_wire_together {
	GPtrArray *upstreams; /* of char *: those that answered */
	GPtrArray *missing;   /* of struct sabot_wire_missing */
	int64_t next;         /* a further page follows */
};

/* What one of them answered. */
struct sabot_wire_each {
	char *upstream;
	json_t *ok;
};

/* Where each has an answer of its own, as to `shift` and `bank`. */
struct sabot_wire_each_page {
	GPtrArray *each; /* of struct sabot_wire_each */
};

/* Of an item of a list, where it is from. Read it with sabot_record_parse_lenient(). */
struct sabot_wire_floor_item {
	char *upstream; /* NULL: of a daemon that is no hub; so in all answers */
	char *table, *shift;
	int64_t at_us; /* SABOT_TIME_NONE: it has none */
};

/* The first line of a file in which a hub keeps its last steps. */
struct sabot_wire_hub_steps {
	char *origin;    /* whose numbers they are */
	int64_t from_seq; /* who has seen this one has missed what follows, and nothing else */
};

/* A further line: a step that was passed on. */
struct sabot_wire_hub_step {
	int64_t seq;     /* that it was given; 0: only the daemon's number is noted */
	char *upstream;  /* whose it is; NULL: the hub's own */
	int64_t own_seq; /* its number there */
	char *place;     /* where it belongs: a table, or a house */
	json_t *step;    /* the push, as who missed it gets it; or NULL */
};

extern const struct sabot_record_type sabot_wire_together_type;
extern const struct sabot_record_type sabot_wire_each_page_type;
extern const struct sabot_record_type sabot_wire_floor_item_type;
extern const struct sabot_record_type sabot_wire_hub_steps_type;
extern const struct sabot_record_type sabot_wire_hub_step_type;

/*
 * What each daemon answered, of struct sabot_wire_each; of one that is no hub the answer itself,
 * with `upstream` NULL. Transferred.
 */
GPtrArray *
sabot_wire_each_of(json_t *ok);

/*
 * The daemons whose part is not in this answer (`ok`, or NULL), of struct sabot_wire_missing; none
 * in one that is no hub's. Transferred.
 */
GPtrArray *
sabot_wire_missing_of(json_t *ok);
