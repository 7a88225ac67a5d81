/*
 * The keys that a dealer can press now, with labels and the events that they send, derived from a
 * table's view. Pure; impossible keys are left out, and there is none for what a card decides by
 * itself. No GTK.
 */
#pragma once

#include "proto/view.h"

/* The position of a key: eight places that never move, counted from the left for a right hand. */
enum sabot_dealer_place {
	SABOT_DEALER_PLACE_CALL, /* A */
	SABOT_DEALER_PLACE_MORE, /* B: opens the keys that have no place of their own */
	SABOT_DEALER_PLACE_LAST, /* C: the last card */
	SABOT_DEALER_PLACE_UNDO, /* D */
	SABOT_DEALER_PLACE_LEFT, /* E, F, G: choices */
	SABOT_DEALER_PLACE_MIDDLE,
	SABOT_DEALER_PLACE_RIGHT,
	SABOT_DEALER_PLACE_NEXT, /* H: the next step */
	SABOT_DEALER_PLACES,
	SABOT_DEALER_PLACE_SHEET = SABOT_DEALER_PLACES, /* the sheet that B opens */
	SABOT_DEALER_PLACE_ROW,                         /* always in a row above the places */
	/* E, F or G; if there are more choices than these, all are in a row above */
	SABOT_DEALER_PLACE_ANY,
};

/* What a key does. */
enum sabot_dealer_key_task {
	SABOT_DEALER_KEY_SENDS,       /* sends its event */
	SABOT_DEALER_KEY_READS_AGAIN, /* prompts for the last card again, or cancels that */
	SABOT_DEALER_KEY_READS_LATER, /* prompts for a card of a round that is over */
	SABOT_DEALER_KEY_COLOURS_UP,
	SABOT_DEALER_KEY_CLEARS_BETS,
	SABOT_DEALER_KEY_REPEATS_BETS, /* restores those of the last round */
	SABOT_DEALER_KEY_PAYS,         /* confirms the next payment */
	SABOT_DEALER_KEY_PAYS_OTHER,   /* begins to name another amount, or cancels that */
	SABOT_DEALER_KEY_PAYS_NAMED,   /* confirms that other amount */
	SABOT_DEALER_KEY_PAYS_ALL,
	SABOT_DEALER_KEY_TAKES_BACK, /* takes back the last payment */
	/* prompts for what is wrong with the last card, or cancels that */
	SABOT_DEALER_KEY_MENDS,
	SABOT_DEALER_KEY_MENDS_READING, /* prompts for which card it was */
};

enum sabot_dealer_key_kind {
	SABOT_DEALER_KEY_STEP,   /* the next step of the game */
	SABOT_DEALER_KEY_CHOICE, /* a player's decision, a stake's treatment */
	SABOT_DEALER_KEY_SIDE,   /* allowed, but rarely used */
};

/* Who holds the cards in the shoe of a practice table. */
enum sabot_dealer_practice {
	SABOT_DEALER_NO_PRACTICE,
	SABOT_DEALER_PRACTICE_LOAD, /* this display's simulated shoe holds them */
	SABOT_DEALER_OTHER_LOAD,    /* another display, or an earlier run, holds them */
};

struct sabot_dealer_key {
	enum sabot_dealer_key_kind kind;
	enum sabot_dealer_key_task task;
	enum sabot_dealer_place place;
	char *label;   /* translated */
	char *more;    /* translated, below the label; or NULL */
	bool differs;  /* records a difference from what is due */
	json_t *event; /* the event to send, an array of events, or NULL */
};

/* Identifies a key by what it does, whatever its label. */
struct sabot_dealer_key_id {
	enum sabot_dealer_key_task task;
	json_t *event; /* a reference, or NULL */
};

/* The id of a key; the caller clears it. */
struct sabot_dealer_key_id
sabot_dealer_key_get_id(const struct sabot_dealer_key *key);
void
sabot_dealer_key_id_clear(struct sabot_dealer_key_id *id);
bool
sabot_dealer_key_has_id(const struct sabot_dealer_key *key, const struct sabot_dealer_key_id *id);

/* State of the screen that the view does not contain. */
struct sabot_dealer_state {
	bool can_undo;       /* the last key press can be taken back */
	const char *reading; /* the card named last, if it can be named again; or NULL */
	bool reads_again;    /* that card is being named again */
	bool has_bets;       /* a box is in play, by a laid bet or one as in the last round */
	bool can_repeat;     /* bets of the last round that were removed can be restored */
	const char *bets;    /* text for the key that closes bets; or NULL */
	int64_t decks;       /* decks of a load by the rules; 0 = not known yet */
	int64_t n_boxes;     /* boxes of the table; 0 = not known yet */
	int64_t number;      /* number of cards typed for a load or its end; -1 = none */
	bool is_by_hand;     /* no shoe reports cards */
	enum sabot_dealer_practice practice;
	bool is_disputed; /* the pit was called: nothing changes until it has ruled */
	json_t *again;    /* the `bet`s of the last round, an array; or NULL */
};

/*
 * The keys that can be pressed, of struct sabot_dealer_key, in the order in which their places are
 * filled; transferred.
 */
GPtrArray *
sabot_dealer_keys(const struct sabot_wire_view *view, const struct sabot_dealer_state *state);

/* The label of an action's key. */
const char *
sabot_dealer_key_action(enum sabot_action action);
