/*
 * Requests for recorded data: logs, the past, files and archives (docs/wire.md, docs/disputes.md),
 * typed, as in table-requests.h. A missing number is 0, unless its line states otherwise.
 */
#pragma once

#include "proto/messages/table-requests.h"

enum { SABOT_WIRE_LOG_EVENTS = 500 }; /* of one page of `log` */

struct sabot_wire_log_request {
	char *table;
	int64_t from_n, limit;
	int64_t part; /* SABOT_WIRE_NO_NUMBER: the last one */
	int64_t load; /* 0: the part */
};

struct sabot_wire_unveil_request {
	char *table, *reason;
	struct sabot_wire_claim *second;
};

struct sabot_wire_frames_request {
	char *table;
	int64_t from;
};

enum { SABOT_WIRE_FINDS = 50 }; /* of one page of `find` */

struct sabot_wire_find_request {
	char *table; /* NULL: all */
	int64_t load, round, incident;
	int64_t amount_minor; /* negative: any */
	int64_t before;       /* the place of the last one on the previous page */
	int64_t limit;
	char *at, *card;     /* where a card lay, and which; each or NULL */
	char *since, *until; /* times; each or NULL */
	char *person, *code; /* each or NULL */
};

struct sabot_wire_story_request {
	char *table;
	int64_t from;
	int64_t round, incident; /* one of them */
};

struct sabot_wire_replay_request {
	char *table;  /* NULL: missing */
	int64_t n;    /* or by: */
	int64_t load; /* SABOT_WIRE_NO_NUMBER: none */
	int64_t round, incident;
};

struct sabot_wire_verify_request {
	char *table;  /* NULL: missing */
	int64_t load; /* or by: */
	int64_t round, incident;
};

struct sabot_wire_what_if_request {
	char *table;         /* NULL: missing */
	char *profile;       /* NULL: the rounds' own */
	GPtrArray *rulings;  /* of struct sabot_record_text: an incident, its remedy */
	GPtrArray *readings; /* likewise: the seq of a card's event, the card */
	GPtrArray *set;      /* likewise: a rule's key, its value */
	char *since, *until; /* times; NULL: the load */
	int64_t load, round, incident;
};

/* Requests a new file, or a page of one made before. */
struct sabot_wire_case_request {
	char *file;                /* its digest; NULL: make a new one */
	int64_t from;              /* SABOT_WIRE_NO_NUMBER: missing */
	char *table;               /* NULL: missing */
	int64_t round, incident;   /* one of them */
	int64_t before_s, after_s; /* SABOT_WIRE_NO_NUMBER: the default */
	char *paper;               /* or NULL */
};

/* Requests a new file, or a page of one made before. The texts are options of `sabotctl report`. */
struct sabot_wire_report_request {
	char *file;     /* its digest; NULL: make a new one */
	int64_t from;   /* SABOT_WIRE_NO_NUMBER: missing */
	char *name;     /* NULL: missing */
	char *language; /* NULL: English */
	char *shift, *day, *since, *until, *zone, *format, *section, *paper,
		*made;     /* each or NULL */
	GPtrArray *tables; /* of char *; empty: all */
	int64_t load;
	char *numbers; /* of slips: "7" or "7-9"; NULL: all */
	int64_t copy;  /* number of the printed copy; 0: not given */
	bool with_simulated;
};

struct sabot_wire_archive_request {
	char *before; /* a time; NULL: as configured */
};

struct sabot_wire_give_request {
	char *file, *table;
};

struct sabot_wire_take_request {
	char *file;
	GPtrArray *keys; /* of char *: public keys */
};

extern const struct sabot_record_type sabot_wire_log_request_type;
extern const struct sabot_record_type sabot_wire_unveil_request_type;
extern const struct sabot_record_type sabot_wire_frames_request_type;
extern const struct sabot_record_type sabot_wire_find_request_type;
extern const struct sabot_record_type sabot_wire_story_request_type;
extern const struct sabot_record_type sabot_wire_replay_request_type;
extern const struct sabot_record_type sabot_wire_verify_request_type;
extern const struct sabot_record_type sabot_wire_what_if_request_type;
extern const struct sabot_record_type sabot_wire_case_request_type;
extern const struct sabot_record_type sabot_wire_report_request_type;
extern const struct sabot_record_type sabot_wire_archive_request_type;
extern const struct sabot_record_type sabot_wire_give_request_type;
extern const struct sabot_record_type sabot_wire_take_request_type;
