/*
 * The keys that a dealer can press now: from a table's view to labels and the events that they
 * send. Pure; impossible ones are left out, and what a card decides by itself has none. No GTK.
 */
#pragma once

#include "proto/view.h"

/* Where a key stands: eight places that never move, from the left for a right hand. */
enum sabot_dealer_place {
	SABOT_DEALER_PLACE_CALL, /* A */
	SABOT_DEALER_PLACE_MORE, /* B: the key that opens what has no place of its own */
	SABOT_DEALER_PLACE_LAST, /* C: the last card */
	SABOT_DEALER_PLACE_UNDO, /* D */
	SABOT_DEALER_PLACE_LEFT, /* E, F, G: what can be chosen */
	SABOT_DEALER_PLACE_MIDDLE,
	SABOT_DEALER_PLACE_RIGHT,
	SABOT_DEALER_PLACE_NEXT, /* H: what goes on */
	SABOT_DEALER_PLACES,
	SABOT_DEALER_PLACE_SHEET = SABOT_DEALER_PLACES, /* the sheet that B opens */
	SABOT_DEALER_PLACE_ROW,                         /* always in a row above */
	SABOT_DEALER_PLACE_ANY, /* E, F or G; with more choices than these all in a row above */
};

/* What a key does. */
enum sabot_dealer_key_task {
	SABOT_DEALER_KEY_SENDS,       /* its event */
	SABOT_DEALER_KEY_READS_AGAIN, /* asks once more which card it was, or leaves it */
	SABOT_DEALER_KEY_READS_LATER, /* asks which card of a round that is over it was */
	SABOT_DEALER_KEY_COLOURS_UP,
	SABOT_DEALER_KEY_CLEARS_BETS,
	SABOT_DEALER_KEY_REPEATS_BETS, /* they are as in the last round */
	SABOT_DEALER_KEY_PAYS,         /* the next payment was done */
	SABOT_DEALER_KEY_PAYS_OTHER,   /* another amount is named, or not after all */
	SABOT_DEALER_KEY_PAYS_ALL,
	SABOT_DEALER_KEY_TAKES_BACK,    /* the last payment */
	SABOT_DEALER_KEY_MENDS,         /* asks what is wrong with the last card, or leaves it */
	SABOT_DEALER_KEY_MENDS_READING, /* asks which card it was */
};

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
	enum sabot_dealer_key_task task;
	enum sabot_dealer_place place;
	char *label;   /* translated */
	char *more;    /* likewise, below it; or NULL */
	bool differs;  /* records what is not as it should be */
	json_t *event; /* what it sends; or an array of such; or NULL */
};

/* Which key it is, whatever it says: by what it does. */
struct sabot_dealer_key_id {
	enum sabot_dealer_key_task task;
	json_t *event; /* a reference, or NULL */
};

/* To be cleared. */
struct sabot_dealer_key_id
sabot_dealer_key_get_id(const struct sabot_dealer_key *key);
void
sabot_dealer_key_id_clear(struct sabot_dealer_key_id *id);
bool
sabot_dealer_key_has_id(const struct sabot_dealer_key *key, const struct sabot_dealer_key_id *id);

/* What the screen knows beside the view. */
struct sabot_dealer_state {
	bool can_undo;       /* the last press can be taken back */
	const char *reading; /* the card that was named last, and can be named again; or NULL */
	bool reads_again;    /* it is being named again */
	bool has_bets;       /* a box is in play: laid, or as in the last round */
	bool can_repeat;     /* some that were removed can be as in the last round again */
	const char *bets;    /* what is said of them on the key that closes them; or NULL */
	int64_t decks;       /* of a load by the rules; 0 = not known yet */
	int64_t n_boxes;     /* of the table; 0 = not known yet */
	int64_t number;      /* of cards, typed for a load or its end; -1 = none */
	bool is_by_hand;     /* no shoe reports cards */
	enum sabot_dealer_practice practice;
	bool is_disputed; /* the pit was called: nothing changes until it has ruled */
	json_t *again;    /* the `bet`s of the last round, an array; or NULL */
};

/* Of struct sabot_dealer_key, those that can be pressed, in the order in which their places are
 * filled; transferred. */
GPtrArray *
sabot_dealer_keys(const struct sabot_wire_view *view, const struct sabot_dealer_state *state);

/* What the key of an action says. */
const char *
sabot_dealer_key_action(enum sabot_action action);
