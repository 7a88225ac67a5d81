/*
 * The lines derived from a log (docs/event-log.md, section 11), typed: audits print them and a
 * step's push carries them. There is no struct for a line that Sabot only prints; the others have
 * the members that are read. Each is a record (proto/record.h).
 */
#pragma once

#include "engine/core/incident.h"
#include "proto/messages/log-messages.h"
#include "proto/view.h"

/* A round that is over. */
struct sabot_round_line {
	bool is_again; /* it is reported again, because the log changed it */
};

/* A stake of a round. */
struct sabot_settle_line {
	int64_t box;
	int64_t hand; /* -1 = a bet without a hand */
	char *bettor, *on;
	int64_t due_minor; /* negative: the house collects; 0 also if it is not certain */
};

/* An incident. */
struct sabot_incident_line {
	int64_t id;
	int64_t line;        /* of the event that revealed it; 0 = not given */
	int64_t of;          /* the line it is about, if that is a different one; otherwise 0 */
	int64_t load, round; /* 0 = before any, between rounds */
	char *code, *severity, *rule, *text;
	json_t *detail; /* sabot_incident_detail_read() */
};
extern const struct sabot_record_type sabot_incident_line_type;

/* The content of an incident's `detail`, borrowed. Each code has its own members. */
struct sabot_incident_detail {
	int64_t box, hand, round; /* 0: absent */
	const char *hand_name;    /* "punto", "player" …; NULL: `hand` is a number */
	const char *bettor, *on;  /* NULL: absent */
	int64_t due_minor, paid_minor;
	bool has_due, has_paid, has_total, has_cards;
};

/* A load that is over. */
struct sabot_load_line {
	char *verdict;
};

enum sabot_derived_kind {
	SABOT_DERIVED_OTHER, /* any other, or no such line */
	SABOT_DERIVED_ROUND,
	SABOT_DERIVED_SETTLE,
	SABOT_DERIVED_INCIDENT,
	SABOT_DERIVED_LOAD,
};

/* A line that was read: the member of its kind is set. */
struct sabot_derived_line {
	enum sabot_derived_kind kind;
	union {
		gpointer record; /* any of them */
		struct sabot_round_line *round;
		struct sabot_settle_line *settle;
		struct sabot_load_line *load;
	} u;
};

/* The kind of a line, without reading it. `json` may be NULL. */
enum sabot_derived_kind
sabot_derived_line_kind(const json_t *json);

/*
 * Read a round, a stake or a load. False, with kind OTHER and nothing to clear, if the line is none
 * of these or a field is missing or of the wrong type. Clear `ret_line` after use.
 */
bool
sabot_derived_line_read(json_t *json, struct sabot_derived_line *ret_line);
/* Free its contents; its kind is then OTHER. A second call does nothing. */
void
sabot_derived_line_clear(struct sabot_derived_line *line);

/* The line as JSON, as an audit prints it. New reference. */
json_t *
sabot_incident_line_build(const struct sabot_incident_line *incident);

/* The open incident of the line, without table, times and numbers of its log. Transferred. */
struct sabot_wire_incident *
sabot_incident_line_open(const struct sabot_incident_line *line);

/* Read an incident's `detail`, which may be NULL and is borrowed. */
void
sabot_incident_detail_read(const json_t *detail, struct sabot_incident_detail *ret_detail);
/* The same of the engine's incident, which is borrowed. */
void
sabot_incident_detail_of(const struct sabot_incident *incident,
			 struct sabot_incident_detail *ret_detail);
