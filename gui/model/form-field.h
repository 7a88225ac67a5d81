/*
 * The fields of the console's forms, as data: their labels, and how typed text becomes a member of
 * an event (docs/event-log.md). No GTK.
 */
#pragma once

#include "proto/view.h"

enum sabot_form_field_kind {
	SABOT_FORM_FIELD_AMOUNT, /* in major units; may be negative */
	SABOT_FORM_FIELD_NUMBER, /* a whole number, not negative */
	SABOT_FORM_FIELD_TEXT,
	SABOT_FORM_FIELD_PERSON,      /* a person who may deal */
	SABOT_FORM_FIELD_CHIPS,       /* "500x20 2.50x40": a chip in major units, how many */
	SABOT_FORM_FIELD_VALUES,      /* "0.50 1 5 25": amounts in major units */
	SABOT_FORM_FIELD_CLOCK,       /* "14:05": the last time that the clock showed it */
	SABOT_FORM_FIELD_OTHER_CHIPS, /* "rolling:500x20": appended to the chips of the event */
	SABOT_FORM_FIELD_FOREIGN,     /* "USD 100.00": for an exchange, whatever the field's name */
	SABOT_FORM_FIELD_CURRENCIES,  /* "USD 100.00 JPY 12000" */
	SABOT_FORM_FIELD_RATE,        /* "0.9215": a decimal number, kept as written */
	SABOT_FORM_FIELD_POINTS,      /* "p3=12 p4=8": points of persons */
};

enum sabot_form_field_want {
	SABOT_FORM_FIELD_OPTIONAL,
	SABOT_FORM_FIELD_REQUIRED,
	SABOT_FORM_FIELD_EXTRA, /* rarely used: shown on request */
};

enum { SABOT_FORM_FIELDS_MAX = 12 };

struct sabot_form_field {
	/* name of the event's member, or "object.member"; NULL after the last field */
	const char *name;
	const char *title; /* untranslated, context "field" */
	enum sabot_form_field_kind kind;
	enum sabot_form_field_want want;
	/* The first value; -1 = nothing. May be NULL. */
	int64_t (*initial)(const struct sabot_wire_view *view);
};

/* The label of a field, translated. */
const char *
sabot_form_field_title(const struct sabot_form_field *field);

/* The initial text of a field. Transferred. */
char *
sabot_form_field_initial(const struct sabot_form_field *field, const struct sabot_wire_view *view);

/* Fill in one text a field from what `event` contains; each is transferred, NULL if it has none. */
void
sabot_form_read_back(const struct sabot_form_field *fields, const json_t *event,
		     char *ret_texts[SABOT_FORM_FIELDS_MAX]);

/*
 * Add the fields to `event`: `texts` has an entry a field, in order (NULL: left empty). False with
 * a translated sentence in `ret_why` (transferred) if one is missing or cannot be read.
 */
bool
sabot_form_fill(const struct sabot_form_field *fields, const char *const *texts, json_t *event,
		char **ret_why);

/* The index of the field for which sabot_form_fill() is false; -1: none. */
int
sabot_form_find_unfit(const struct sabot_form_field *fields, const char *const *texts);

/* Remove from `event` each member that `known` has with the same value. */
void
sabot_form_drop_known(json_t *event, const json_t *known);
