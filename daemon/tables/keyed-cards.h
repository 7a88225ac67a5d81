/*
 * What came in a shoe's place: the cards keyed in while a table's shoe does not report, until the
 * shoe has reported them too: a shoe that stores its events sends them late, and no card may count
 * twice. Derived from the table's events only, so that a restart changes nothing. Main thread.
 */
#pragma once

#include "engine/core/event.h"

#include <glib.h>

/* The codes of the `device` events that record the result for a late card. */
#define SABOT_KEYED_CONFIRMED "keyed"
#define SABOT_KEYED_DIFFERS "differs"

struct sabot_keyed_cards {
	GArray *cards; /* of struct sabot_keyed_card, oldest first; not sent by the shoe yet */
	bool is_out;   /* between `device offline` and `device online` */
	int64_t online_at_us; /* when that was last */
	/* cards were keyed in since the shoe last reported live, or a round went on without it */
	bool was_keyed;
	/*
	 * a late card differed from the keyed one, or a round went on without what is not keyed
	 * in: later ones cannot be placed
	 */
	bool has_differed, went_on;
	bool has_load;
	/* in this load messages of the shoe are missing, or events, and nobody knows how many */
	bool has_uncounted_loss;
};

/* Start without keyed cards. `keyed` may be uninitialised. */
void
sabot_keyed_cards_init(struct sabot_keyed_cards *keyed);
/* Free the list of cards. The struct itself is the caller's. */
void
sabot_keyed_cards_clear(struct sabot_keyed_cards *keyed);

/* Apply any event of the table. `is_torn`: the round may lack cards that the shoe has read. */
void
sabot_keyed_cards_apply(struct sabot_keyed_cards *keyed, const struct sabot_event *event,
			bool is_torn);

enum sabot_late {
	SABOT_LATE_TAKE,     /* nobody keyed it in: it counts, late */
	SABOT_LATE_CONFIRM,  /* it was keyed in */
	SABOT_LATE_DIFFERS,  /* another card was keyed in in its place */
	SABOT_LATE_UNPLACED, /* it does not count: nobody can prove where it lay */
};

/*
 * Classify a late `card` or `cut_card` of the shoe. The state changes only with the event that
 * records the result.
 */
enum sabot_late
sabot_keyed_cards_judge(const struct sabot_keyed_cards *keyed, const struct sabot_event *event);

/*
 * True if a card that the shoe reads now, or that waited in its line, was just keyed in: it is
 * fully known, equals the first of the keyed cards, and comes so soon after that it is not another
 * one. Unlike a shoe that stores its events, this shoe cannot prove it.
 */
bool
sabot_keyed_cards_has(const struct sabot_keyed_cards *keyed, const struct sabot_event *event);
