/*
 * The events of the house log (docs/event-log.md, section 12), typed: a line is read once, where it
 * is received, and is a struct from then on. Documents of table money are read by shift/, requests
 * for pictures by proto/review.h, persons by store/log/rights.h: of these only the head is typed
 * here.
 */
#pragma once

#include "proto/view.h"

/* The kinds that the daemon's books use. */
enum sabot_house_kind {
	SABOT_HOUSE_OTHER, /* any other kind, or no event of ours */
	SABOT_HOUSE_FINDING,
	SABOT_HOUSE_RULING,
	SABOT_HOUSE_SHOE,
	SABOT_HOUSE_MACHINE,
	SABOT_HOUSE_ACKNOWLEDGE,
	SABOT_HOUSE_ASSIGN,
	SABOT_HOUSE_SHELVE,
	SABOT_HOUSE_UNSHELVE,
	SABOT_HOUSE_COMMENT,
	SABOT_HOUSE_REDRESS,
	SABOT_HOUSE_RULES,
	SABOT_HOUSE_PLACE,
	SABOT_HOUSE_STARTED,
	SABOT_HOUSE_CARRIED,
	SABOT_HOUSE_GIVEN,
	SABOT_HOUSE_TAKING,
	SABOT_HOUSE_TAKEN,
	SABOT_HOUSE_LOCKED,
	SABOT_HOUSE_PERSON,
	SABOT_HOUSE_SOFTWARE,
};

/*
 * Members that events of all kinds may have. Strings: NULL if absent, in the structs below as well.
 */
struct sabot_house_head {
	char *ev, *table, *by;
	char *at;         /* as in the log */
	int64_t at_us;    /* the same; SABOT_TIME_NONE: absent */
	int64_t incident; /* of the log `table`, or of this one; 0 = none */
};

/* The members of a finding's detail that are used. */
struct sabot_house_detail {
	char *table, *what, *expected;
	int64_t load; /* 0 = absent */
};

struct sabot_house_finding {
	char *code;
	struct sabot_house_detail *detail; /* or NULL */
};

/* `shoe`: the shoe at the table of the head. */
struct sabot_house_shoe {
	char *state; /* online, known, twin */
	char *serial, *firmware;
	char *expected; /* the shoe expected there by a finding; for the state `known` only */
};

struct sabot_house_machine {
	char *action; /* `do`: allow, revoke */
	char *machine;
};

/* `redress`: an order, or the end of one. Numbers: 0 = absent. */
struct sabot_house_redress {
	char *action; /* `do`: order, withdraw, done */
	int64_t round, incident, box, amount_minor;
	int64_t redress; /* the order that is ended */
	char *bettor, *note;
};

struct sabot_house_rules {
	char *action;  /* `do`: change, configured */
	char *rules;   /* the profile's name */
	char *instead; /* digest of the configuration's settings */
	json_t *set;   /* as in the first line of a log; or NULL */
	bool has_limits;
};

/* `place`: the position of the table of the head; without both numbers it no longer has one. */
struct sabot_house_place {
	int64_t x_px, y_px; /* SABOT_WIRE_NO_NUMBER: absent */
};

/* `locked`: the person, for attempts from the machine. */
struct sabot_house_lock {
	char *person, *machine;
	int64_t count; /* wrong PINs in a row; 0 = absent */
	int64_t until_us;
};

/* `person`: the person whose role or PIN changed; store/log/rights.h reads everything else. */
struct sabot_house_person {
	char *person;
	char *action; /* `do` */
};

/* The counter of the key's TPM: it cannot be read; the TPM has it no more. */
#define SABOT_HOUSE_COUNTER_NONE "none"
#define SABOT_HOUSE_COUNTER_GONE "gone"

/* `started`, and `carried` for a start that is archived. */
struct sabot_house_start {
	char *config, *key;
	char *counter;     /* NULL, or one of the words above */
	int64_t incidents; /* carried: findings before; else 0 */
};

/* `software`: what is installed. */
struct sabot_house_software {
	char *version, *commit; /* of the daemon's package */
	char *packages;         /* names, with a space between them */
	char *digest;           /* over all files */
};

/* An event. Counted; immutable. */
struct sabot_house_event {
	enum sabot_house_kind kind;
	struct sabot_house_head *head;
	json_t *json; /* as logged, for code that forwards or reads it itself */
	/*
	 * Its other members, by `kind`. NULL: OTHER, and GIVEN to TAKEN, which have the head only.
	 */
	union {
		gpointer any;
		struct sabot_house_finding *finding;
		struct sabot_wire_mark *mark; /* RULING, ACKNOWLEDGE to COMMENT */
		struct sabot_house_shoe *shoe;
		struct sabot_house_machine *machine;
		struct sabot_house_redress *redress;
		struct sabot_house_rules *rules;
		struct sabot_house_place *place;
		struct sabot_house_start *start; /* STARTED, CARRIED */
		struct sabot_house_lock *lock;
		struct sabot_house_person *person;
		struct sabot_house_software *software;
	} of;
};

/*
 * What somebody did, whatever the kind of the event: for lists of activity. Read it by
 * sabot_record_parse_lenient().
 */
struct sabot_house_activity {
	char *ev, *by, *person;
	char *action, *why, *remedy, *to, *text, *file; /* what was done; `action` is `do` */
	char *table, *machine, *device;                 /* to which */
	int64_t count;                                  /* times; 0 = absent: once */
};
extern const struct sabot_record_type sabot_house_activity_type;

/*
 * Read an event. A member that is missing or of the wrong type counts as absent. Never NULL. `json`
 * is referenced and must not be changed later. Transferred.
 */
struct sabot_house_event *
sabot_house_event_new(json_t *json);

/* Add a reference; returns `event`. */
struct sabot_house_event *
sabot_house_event_ref(struct sabot_house_event *event);

/* Drop a reference; a GDestroyNotify. NULL is allowed. */
void
sabot_house_event_unref(gpointer event);

/*
 * An event of the house log as a connection without a log-in sees it where names are hidden: a
 * refused log-in, or a lock, does not have the person and the reason, which would say whether a
 * guessed name is one, but the word "hidden" where the log's format demands one. Any other event is
 * as it was. Transferred.
 */
json_t *
sabot_house_event_unnamed(json_t *event);
