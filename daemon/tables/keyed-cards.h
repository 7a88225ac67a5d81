/*
 * The cards keyed in since a table's shoe was last heard reading, until it is heard of them: a shoe
 * that keeps its events reports them too, late, and no card may count twice. Derived from the
 * table's events only, so that a restart changes nothing. Main thread.
 */
#pragma once

#include "engine/core/event.h"

#include <glib.h>

/* The codes of the `device` events that say what became of a late card. */
#define SABOT_KEYED_CONFIRMED "keyed"
#define SABOT_KEYED_DIFFERS "differs"

struct sabot_keyed_cards {
	GArray *cards; /* of struct sabot_keyed_card, oldest first; the shoe has not sent them */
	bool is_out;   /* between `device offline` and `device online` */
	int64_t online_at_us; /* when that was last */
	bool was_keyed;       /* some were keyed in since the shoe was last heard live */
	bool has_differed;    /* a late card was another: what comes later cannot be placed */
};

/* Start without keyed cards. `keyed` may be uninitialised. */
void
sabot_keyed_cards_init(struct sabot_keyed_cards *keyed);
/* Free the list of cards. The struct itself is the caller's. */
void
sabot_keyed_cards_clear(struct sabot_keyed_cards *keyed);

/* An event of the table, whatever its source. */
void
sabot_keyed_cards_apply(struct sabot_keyed_cards *keyed, const struct sabot_event *event);

enum sabot_late {
	SABOT_LATE_TAKE,     /* nobody keyed it in: it counts, late */
	SABOT_LATE_CONFIRM,  /* it was keyed in */
	SABOT_LATE_DIFFERS,  /* something else was keyed in in its place */
	SABOT_LATE_UNPLACED, /* it counts for nothing: where it lay nobody can prove */
};

/* What a late `card` or `cut_card` of the shoe is. Only the event that says so changes anything. */
enum sabot_late
sabot_keyed_cards_judge(const struct sabot_keyed_cards *keyed, const struct sabot_event *event);

/*
 * A card that the shoe reads now, or that waited in its line, was just keyed in: fully known, the
 * first of those that were, and so soon after that it will not be another. The shoe cannot prove it
 * as one that keeps its events does.
 */
bool
sabot_keyed_cards_has(const struct sabot_keyed_cards *keyed, const struct sabot_event *event);
