/*
 * The messages about the past (docs/wire.md, docs/disputes.md), typed: the answers to `find`,
 * `story`, `replay`, `verify` and `what_if`. Lines of the log, and lines derived from them, stay
 * JSON: proto/wording/log-wording.h and eventlog/ read those. Records as in proto/record.h.
 */
#pragma once

#include "proto/view.h"

/* A round of a table's log, or an event outside any round. */
struct sabot_wire_found {
	char *table; /* or "house" */
	int64_t at_us;
	int64_t seq, n, end_n; /* its beginning, by seq and by number in its log; its last event */
	int64_t load, round;   /* 0 = an event */
	int64_t end_us;        /* SABOT_TIME_NONE = an event */
	char *outcome;         /* a round's */
	int64_t staked_minor, due_minor; /* SABOT_WIRE_NO_NUMBER: not certain */
	char *ev;                        /* an event's */
};

struct sabot_wire_finds {
	GPtrArray *found; /* of struct sabot_wire_found, newest first */
	int64_t next;     /* `before` of the request for the next page; 0 = no more */
	bool is_veiled;   /* loads that are still in a shoe were left out */
};

/* A remedy that the profile offers for an incident. */
struct sabot_wire_offer {
	char *remedy, *article; /* article: NULL = none */
};

/* A line of a round's story. */
struct sabot_wire_story_line {
	int64_t at_us;
	char *kind;          /* "frame", "event", "derived", "shown", "house", "bytes" */
	char *bytes;         /* frame, bytes: in hexadecimal digits */
	json_t *event;       /* event, house: the log's line */
	json_t *line;        /* derived: the line that was derived */
	GPtrArray *remedies; /* of struct sabot_wire_offer: for a derived incident */
	json_t *prompt;      /* shown */
	int64_t seq, n;      /* event, house: its seq, and its number in its log */
	int64_t named_n;     /* a ruling: the number of the event that `of` names; 0 = none */
	char *hash;          /* NULL: none, or veiled */
	char *salt;          /* of the hash; NULL: none, or veiled */
	int64_t checkpoint;  /* that covers it; 0 = none yet */
};

/* A round line by line, or a page of that. */
struct sabot_wire_story {
	char *table;
	int64_t load, round, at_us, end_us;
	char *outcome;
	int64_t staked_minor, due_minor; /* SABOT_WIRE_NO_NUMBER: not certain */
	GPtrArray *logged_in;            /* of char *: persons' ids */
	GPtrArray *lines;                /* of struct sabot_wire_story_line */
	int64_t next;                    /* 0 = this was the last page */
};

/* A table as its screens showed it after an event. */
struct sabot_wire_replay {
	int64_t n, last_n;
	int64_t load_n, load_end_n; /* the first and last event of its load; 0 = not known */
	int64_t next_incident_n;    /* 0 = none */
	int64_t named_n;            /* a ruling: the event that `of` names; 0 = none */
	json_t *event, *out;        /* the log's line; the list of the lines derived from it */
	struct sabot_wire_view *view;
};

/* What today's engine makes of a load, compared with what was recorded. */
struct sabot_wire_check {
	int64_t load, events, rulings, differ;
	GPtrArray *faults; /* of char *: where it differs; not all, if they are many */
};

/* A stake on which something else would be due. */
struct sabot_wire_changed_stake {
	int64_t box;
	int64_t hand; /* -1: a bet that has no hand */
	char *bettor, *on;
	int64_t stake_minor, before_minor, after_minor;
};

/* What was paid later on such a round: the log has it already. */
struct sabot_wire_later_correction {
	int64_t n; /* the number of its event */
	int64_t amount_minor;
};

/* A round with another result under the change. */
struct sabot_wire_change {
	int64_t round;          /* 0 = between rounds */
	json_t *before, *after; /* the lines `round` of the log; null = there is none */
	GPtrArray *stakes;      /* of struct sabot_wire_changed_stake */
	int64_t delta_minor;    /* that the house owes more; SABOT_WIRE_NO_NUMBER: not certain */
	json_t *incidents_before, *incidents_after; /* where they differ; else NULL */
	GPtrArray *corrections;                     /* of struct sabot_wire_later_correction */
};

struct sabot_wire_what_if {
	int64_t load, to_load, rounds, changed;
	int64_t due_before_minor, due_minor; /* SABOT_WIRE_NO_NUMBER: it is not certain */
	json_t *changes; /* list that sabot_wire_change_type reads; not all, if they are many */
};

extern const struct sabot_record_type sabot_wire_found_type;
extern const struct sabot_record_type sabot_wire_finds_type;
extern const struct sabot_record_type sabot_wire_offer_type;
extern const struct sabot_record_type sabot_wire_story_line_type;
extern const struct sabot_record_type sabot_wire_story_type;
extern const struct sabot_record_type sabot_wire_replay_type;
extern const struct sabot_record_type sabot_wire_check_type;
extern const struct sabot_record_type sabot_wire_change_type;
extern const struct sabot_record_type sabot_wire_what_if_type;
