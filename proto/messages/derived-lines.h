/*
 * The lines derived from a log (docs/event-log.md, section 11), typed: audits print them, a step's
 * push carries them, and the database keeps them. Each is a record (proto/record.h).
 *
 * Both editions of the log can be read. The second shows what is not certain: a value that depends
 * on cards that were not read is null or missing. A number that may be missing has a flag `has_`,
 * and is 0 without it; a word is NULL or its enum's 0; a list of cards is NULL.
 */
#pragma once

#include "engine/core/incident.h"
#include "proto/messages/log-messages.h"
#include "proto/view.h"

/* A hand of a blackjack round. */
struct sabot_hand_line {
	int64_t box, hand;
	GArray *cards; /* of struct sabot_wire_card */
	int64_t total;
	bool has_total;
	char *result; /* "win", "bust" … */
};

/* A round that is over, or that is reported again. */
struct sabot_round_line {
	int64_t load, round;
	int64_t line;                      /* of the event that closed it; 0 = not given */
	enum sabot_winner winner;          /* NONE: not certain, or blackjack */
	int64_t punto, banca;              /* points */
	bool has_punto, has_banca;         /* false: not certain, or blackjack */
	GArray *punto_cards, *banca_cards; /* of struct sabot_wire_card */
	int64_t dealer;                    /* the dealer's total */
	bool has_dealer;                   /* false: not certain, or punto banco */
	GArray *dealer_cards;              /* likewise */
	GPtrArray *hands;                  /* of struct sabot_hand_line */
	bool is_unverified, is_dummy, is_again;
	bool is_inferred; /* players drew without a recorded request */
};

/* A stake of a round. */
struct sabot_settle_line {
	int64_t round, box;
	int64_t hand; /* -1 = a bet without a hand */
	char *bettor, *on;
	int64_t stake_minor;
	bool has_stake;
	int64_t due_minor; /* negative: the house collects */
	bool has_due;      /* false: the next two members give its range */
	int64_t due_min_minor, due_max_minor;
	bool has_due_range; /* false, with no due: it can be anything */
	int64_t commission_minor;
	bool is_unverified, is_again;
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
	int64_t load, cards_seen, unread, burned;
	int64_t left;
	bool has_left;
	char *verdict, *proven;
	GArray *extra, *missing; /* of struct sabot_wire_card */
	/* of struct sabot_wire_card: the unread ones, in the order drawn; or NULL */
	GArray *deduced;
	/* of struct sabot_wire_card, sorted: if it is open which of them is which; or NULL */
	GArray *deduced_among;
};

/* An incident that turned out not to be one. */
struct sabot_explained_line {
	int64_t id, line;
	int64_t by; /* the line that ended the doubt */
};

/* The due of a stake changed after a payment on it. */
struct sabot_redressed_line {
	int64_t line, round, box;
	int64_t hand; /* -1 = a bet without a hand */
	char *bettor, *on;
	int64_t paid_minor, due_minor, difference_minor;
};

/* The end of a row of unwanted cards, which belong to no hand. */
struct sabot_aside_line {
	int64_t line, first; /* first: the line of the first of them */
	GArray *cards;       /* of struct sabot_wire_card */
};

/* The round that is in play when the log ends. */
struct sabot_open_line {
	int64_t load, round, line, cards, staked_minor;
};

enum sabot_derived_kind {
	SABOT_DERIVED_UNKNOWN, /* not such a line, or one of a later edition */
	SABOT_DERIVED_ROUND,
	SABOT_DERIVED_SETTLE,
	SABOT_DERIVED_INCIDENT,
	SABOT_DERIVED_LOAD,
	SABOT_DERIVED_SUMMARY,
	SABOT_DERIVED_EXPLAINED,
	SABOT_DERIVED_REDRESS,
	SABOT_DERIVED_ASIDE,
	SABOT_DERIVED_OPEN,
};

/* A line: the member of its kind is set. */
struct sabot_derived_line {
	enum sabot_derived_kind kind;
	union {
		gpointer record; /* any of them */
		struct sabot_round_line *round;
		struct sabot_settle_line *settle;
		struct sabot_incident_line *incident;
		struct sabot_load_line *load;
		struct sabot_wire_summary *summary;
		struct sabot_explained_line *explained;
		struct sabot_redressed_line *redress;
		struct sabot_aside_line *aside;
		struct sabot_open_line *open;
	} u;
};

/* The kind of a line, without reading it. `json` may be NULL. */
enum sabot_derived_kind
sabot_derived_line_kind(const json_t *json);

/*
 * Read a line. False, with kind UNKNOWN and nothing to clear, and SABOT_WIRE_ERROR BAD_REQUEST that
 * names the field, if one is missing or of the wrong type, or the kind is not known. Clear
 * `ret_line` after use.
 */
bool
sabot_derived_line_read(json_t *json, struct sabot_derived_line *ret_line, GError **error);
/* Free its contents; its kind is then UNKNOWN. A second call does nothing. */
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
