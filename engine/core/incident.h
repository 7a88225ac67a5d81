/*
 * An incident: what went wrong, as a typed list of fields that the event log's `detail` prints.
 * Plain values; words point at constants of the program.
 */
#pragma once

#include "event.h"
#include "reason.h"

enum sabot_severity { SABOT_LOW, SABOT_MEDIUM, SABOT_HIGH, SABOT_CRITICAL };

enum sabot_incident_code {
	SABOT_INCIDENT_NONE = 0,
#define SABOT_INCIDENT(number, name, word, severity) SABOT_INCIDENT_##name = (number),
#include "incident.def"
	SABOT_INCIDENTS, /* one more than the largest of a table's log */
#define SABOT_HOUSE_INCIDENT(number, name, word, severity) SABOT_INCIDENT_##name = (number),
#include "incident.def"
	SABOT_INCIDENT_CODES, /* one more than the largest; not every number below is a code */
};

enum { SABOT_FIELDS_MAX = 8 };

enum sabot_field_kind {
	SABOT_FIELD_NUMBER,
	SABOT_FIELD_WORD,   /* constant of the program */
	SABOT_FIELD_TEXT,   /* somebody's words, borrowed from the event */
	SABOT_FIELD_BETTOR, /* incident.bettor */
	SABOT_FIELD_CARD,
	SABOT_FIELD_CARDS,  /* the update's card list, from number, count */
	SABOT_FIELD_REASON, /* number: enum sabot_reason */
	SABOT_FIELD_DECKS,  /* a list: bit n of number = n decks */
	SABOT_FIELD_WORDS,  /* the update's word list, count */
};

struct sabot_field {
	const char *key;
	enum sabot_field_kind kind;
	struct sabot_card card;
	uint16_t n_cards;
	union {
		int64_t number; /* also the first index of a card list */
		const char *word;
	} u;
};

struct sabot_incident {
	unsigned id;
	enum sabot_incident_code code;
	unsigned line;        /* of the event at which it became certain */
	unsigned of;          /* the line it is about, where that is another; else 0 */
	unsigned load, round; /* 0 = before any, between rounds */
	const char *rule;     /* id of rules, or "" */
	unsigned n_fields;
	struct sabot_field fields[SABOT_FIELDS_MAX];
	char bettor[SABOT_BETTOR_BYTES_MAX + 1];
};

/* The stored word, for example "card_in_excess"; NULL outside the enum. */
const char *
sabot_incident_code_to_string(enum sabot_incident_code code);
bool
sabot_incident_code_from_string(const char *word, enum sabot_incident_code *ret_code);
/* One that a table's log yields; else it is a finding of the daemon's, in the house log. */
static inline bool
sabot_incident_is_of_table(enum sabot_incident_code code)
{
	return code > SABOT_INCIDENT_NONE && code < SABOT_INCIDENTS;
}
enum sabot_severity
sabot_incident_severity(enum sabot_incident_code code);
const char *
sabot_severity_to_string(enum sabot_severity severity);

/* A field by its key, or NULL. Borrowed from `incident`. */
const struct sabot_field *
sabot_incident_field(const struct sabot_incident *incident, const char *key);
