/*
 * What must be done before a shift can be closed (docs/shift.md), for the screen: for each kind of
 * item its keys and its short word, and the text that is ticked off once nothing of an area is
 * open. No GTK.
 */
#pragma once

#include "proto/messages/money-messages.h"

/* The keys of an entry. */
enum sabot_shift_key {
	SABOT_SHIFT_RULE = 1,  /* on the incident */
	SABOT_SHIFT_OPEN = 2,  /* the table */
	SABOT_SHIFT_MONEY = 4, /* the table's money, where it is counted */
	SABOT_SHIFT_REMARK = 8,
};

enum sabot_shift_area {
	SABOT_SHIFT_AREA_TIME,
	SABOT_SHIFT_AREA_INCIDENTS,
	SABOT_SHIFT_AREA_OPENERS,
	SABOT_SHIFT_AREA_CLOSERS,
	SABOT_SHIFT_AREA_DROPS,
	SABOT_SHIFT_AREA_SLIPS,
	SABOT_SHIFT_AREA_LOADS,
	SABOT_SHIFT_AREA_PAYMENTS,
	SABOT_SHIFT_AREA_DIFFERENCES,
	SABOT_SHIFT_AREA_KEY,
	SABOT_SHIFT_AREAS,
};

struct sabot_shift_kind {
	const char *what; /* word of the wire */
	enum sabot_shift_area area;
	unsigned keys; /* of enum sabot_shift_key */
};

/* The kind with this word of the wire; NULL if the word is not known here. */
const struct sabot_shift_kind *
sabot_shift_kind_find(const char *what);

/* One or two words of what is open at a table: "closer", "drop box". Static, translated. */
const char *
sabot_shift_brief(enum sabot_shift_area area);

/* The text that is ticked off: "Closers: none is missing". Static, translated. */
const char *
sabot_shift_done(enum sabot_shift_area area);

/* Running total of the absolute differences of a shift: minor units, never negative. */
struct sabot_shift_explained {
	int64_t differences_minor;
	int64_t explained_minor; /* part of it that the reckoning explains, or that has a remark */
};

/* Add a difference of `amount_minor`, short or over. */
void
sabot_shift_explained_add(struct sabot_shift_explained *sum, int64_t amount_minor,
			  gboolean is_explained);

/* "Differences 12.50 · explained 10.00 · left 2.50"; "" if there is none. Transferred. */
char *
sabot_shift_explained_phrase(const struct sabot_shift_explained *sum);
