/*
 * Requests about tables and their incidents (docs/wire.md), typed, one struct per request: read
 * once, in daemon/api/api-clients.c, and written by clients. The table of fields defines how a
 * value of another type is treated. Records as in proto/record.h. A handler may change the JSON of
 * an input event, and nothing else.
 */
#pragma once

#include "proto/record.h"

enum {
	SABOT_WIRE_STATISTICS_HOURS = 24,
	SABOT_WIRE_ROUNDS_LIMIT = 10,
};

/* The proof of a second person's identity. NULL: missing, or not a text. */
struct sabot_wire_claim {
	char *name, *pin;
};

/* For each request for a list's page that has no other members. */
struct sabot_wire_page_request {
	int64_t from; /* number of items to skip */
};

/* For each request that only names a table: `load`, `roads`, `rules`. */
struct sabot_wire_table_request {
	char *table;
};

struct sabot_wire_incidents_request {
	int64_t from;
	bool is_open_only;
	char *table; /* NULL: all */
};

struct sabot_wire_watch_request {
	int64_t since; /* negative: from now on */
};

/*
 * What an order of redress says, and what a correction says of it: as in the log, NULL = nothing.
 */
struct sabot_wire_redress_terms {
	json_t *round, *amount, *box, *bettor, *incident;
	json_t *note, *by, *second;
	json_t *ruling;     /* of an order that follows from an event: then for one bettor */
	int64_t box_number; /* 0 = none */
};

/*
 * What the daemon itself looks at in an event that somebody sends; the rest is eventlog's to read.
 * A member of another type than the log's counts as missing.
 */
struct sabot_wire_event_head {
	char *ev, *by, *code;
	json_t *card, *sim, *run_out, *second; /* of any type; NULL: missing */
	char *second_id;                       /* NULL: missing, or no text */
	json_t *redress;                       /* likewise: an order's number, or no number */
	int64_t redress_number;                /* SABOT_WIRE_NO_NUMBER: it is none */
	int64_t incident;                      /* 0: none */
	int64_t of;                            /* of a ruling: the event's number; 0: none */
};

struct sabot_wire_event_request {
	char *table; /* or the house's name */
	struct sabot_wire_event_head *head;
	struct sabot_wire_redress_terms *terms; /* of a correction */
	json_t *event;                          /* the whole of it */
	struct sabot_wire_claim *second;        /* NULL: none is named */
};

/* Of the last card: exactly one of card, box, is_dealer and is_early says what was. */
struct sabot_wire_mend_request {
	char *table, *by;
	int64_t of;     /* the number of its event; 0: whichever it is */
	char *card;     /* it was this one */
	int64_t box;    /* it was of that box; 0: of none that is named */
	int64_t hand;   /* and of that hand; -1: the first */
	bool is_dealer; /* it was the dealer's */
	bool is_early;  /* it came before the bets were closed, and is the round's first */
};

/* An incident by its log and its number there. */
struct sabot_wire_incident_name {
	char *table;      /* NULL: missing, or no text */
	int64_t incident; /* SABOT_WIRE_NO_NUMBER: likewise */
};

struct sabot_wire_acknowledge_request {
	struct sabot_wire_incident_name about;
	GPtrArray *incidents; /* of struct sabot_wire_incident_name; NULL: `about` */
	char *by;
};

struct sabot_wire_assign_request {
	struct sabot_wire_incident_name about;
	char *to; /* NULL: nobody any more */
	char *by;
};

struct sabot_wire_shelve_request {
	struct sabot_wire_incident_name about;
	int64_t minutes;
	char *reason; /* or NULL */
	char *by;
};

struct sabot_wire_unshelve_request {
	struct sabot_wire_incident_name about;
	char *by;
};

struct sabot_wire_comment_request {
	struct sabot_wire_incident_name about;
	char *text;
	char *by;
};

struct sabot_wire_history_request {
	struct sabot_wire_incident_name about;
};

/* What is supposed of the ruling goes into its event as it is. */
struct sabot_wire_remedies_request {
	struct sabot_wire_incident_name about;
	char *remedy;                       /* NULL: all */
	json_t *card, *box, *hand, *amount; /* each or NULL */
};

struct sabot_wire_redress_order_request {
	char *table;
	int64_t round, amount_minor;
	int64_t box, incident; /* 0: none */
	char *bettor;          /* NULL: the seat's own */
	char *note, *by;       /* by: or NULL */
	struct sabot_wire_claim *second;
};

struct sabot_wire_redress_withdraw_request {
	char *table;
	int64_t redress;
	char *reason, *by; /* by: or NULL */
};

struct sabot_wire_statistics_request {
	int64_t hours;
	char *table; /* NULL: all */
};

struct sabot_wire_rounds_request {
	char *table;
	int64_t from, limit;
};

/* Of the rules that are set: as in docs/rules.md, NULL = not named. */
struct sabot_wire_rules_limits {
	json_t *min, *max;
};

struct sabot_wire_rules_change_request {
	char *table;
	char *rules;                            /* NULL: the profile stays */
	struct sabot_wire_rules_limits *limits; /* of `set` */
	json_t *set;        /* the rules on top of it, by key; null: no more; NULL: none */
	bool is_configured; /* back to the configuration */
	char *by;           /* or NULL */
	struct sabot_wire_claim *second;
};

/* `place`: both numbers absent: off the plan. */
struct sabot_wire_place_request {
	char *table;
	int64_t x_px, y_px; /* SABOT_WIRE_NO_NUMBER: absent */
	char *by;           /* or NULL */
};

struct sabot_wire_command_request {
	char *device, *command;
	char *by;                        /* NULL: who has logged in */
	struct sabot_wire_claim *second; /* is not wanted here */
};

extern const struct sabot_record_type sabot_wire_claim_type;
extern const struct sabot_record_type sabot_wire_page_request_type;
extern const struct sabot_record_type sabot_wire_table_request_type;
extern const struct sabot_record_type sabot_wire_incidents_request_type;
extern const struct sabot_record_type sabot_wire_watch_request_type;
extern const struct sabot_record_type sabot_wire_redress_terms_type;
extern const struct sabot_record_type sabot_wire_event_head_type;
extern const struct sabot_record_type sabot_wire_mend_request_type;
extern const struct sabot_record_type sabot_wire_event_request_type;
extern const struct sabot_record_type sabot_wire_incident_name_type;
extern const struct sabot_record_type sabot_wire_acknowledge_request_type;
extern const struct sabot_record_type sabot_wire_assign_request_type;
extern const struct sabot_record_type sabot_wire_shelve_request_type;
extern const struct sabot_record_type sabot_wire_unshelve_request_type;
extern const struct sabot_record_type sabot_wire_comment_request_type;
extern const struct sabot_record_type sabot_wire_history_request_type;
extern const struct sabot_record_type sabot_wire_remedies_request_type;
extern const struct sabot_record_type sabot_wire_redress_order_request_type;
extern const struct sabot_record_type sabot_wire_redress_withdraw_request_type;
extern const struct sabot_record_type sabot_wire_statistics_request_type;
extern const struct sabot_record_type sabot_wire_rounds_request_type;
extern const struct sabot_record_type sabot_wire_rules_limits_type;
extern const struct sabot_record_type sabot_wire_rules_change_request_type;
extern const struct sabot_record_type sabot_wire_place_request_type;
extern const struct sabot_record_type sabot_wire_command_request_type;
