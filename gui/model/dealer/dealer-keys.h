/*
 * The keys that a dealer can press now: from a table's view to labels and the events that they
 * send. Pure; impossible ones are left out, and what a card decides by itself has none. No GTK.
 */
#pragma once

#include "proto/view.h"

enum sabot_dealer_key_kind {
	SABOT_DEALER_KEY_STEP,   /* what comes next in the game */
	SABOT_DEALER_KEY_CHOICE, /* a player's decision, a stake's treatment */
	SABOT_DEALER_KEY_SIDE,   /* allowed, seldom wanted */
};

/* Whose the cards in the shoe of a practice table are. */
enum sabot_dealer_practice {
	SABOT_DEALER_NO_PRACTICE,
	SABOT_DEALER_PRACTICE_LOAD, /* this display's simulated shoe holds them */
	SABOT_DEALER_OTHER_LOAD,    /* another display's, or those of a run before */
};

struct sabot_dealer_key {
	enum sabot_dealer_key_kind kind;
	char *label;   /* translated */
	json_t *event; /* what it sends; or an array of such; NULL: it opens the colour-up, or: */
	bool reads_again; /* it asks once more which card it was, or leaves it */
};

/* What the screen knows beside the view. */
struct sabot_dealer_state {
	bool can_undo;       /* the last press can be taken back */
	const char *reading; /* the card that was named last, and can be named again; or NULL */
	bool reads_again;    /* it is being named again */
	bool has_bets;       /* a box is in play: laid, or as in the last round */
	int64_t decks;       /* of a load by the rules; 0 = not known yet */
	int64_t n_boxes;     /* of the table; 0 = not known yet */
	int64_t number;      /* of cards, typed for a load or its end; -1 = none */
	bool is_by_hand;     /* no shoe reports cards */
	enum sabot_dealer_practice practice;
	bool is_disputed; /* the pit was called: nothing changes until it has ruled */
	json_t *again;    /* the `bet`s of the last round, an array; or NULL */
};

/* Of struct sabot_dealer_key, in the order in which they stand; transferred. */
GPtrArray *
sabot_dealer_keys(const struct sabot_wire_view *view, const struct sabot_dealer_state *state);

/* True if both lists have the same keys in the same order. */
bool
sabot_dealer_keys_are_equal(const GPtrArray *a, const GPtrArray *b);
