/*
 * The bets on the squares of a dealer's cloth: those laid, and those as in the last round. The
 * latter are the last round's bets without those that were removed or replaced by a bet of this
 * round. Plain values and queries; dealer-bets.h changes them. No GTK.
 */
#pragma once

#include "dealer-stakes.h"

/*
 * A place on the cloth: a bet of a box. `bettor`: 0 for the seat's own player, 1, 2 … for those
 * behind.
 */
struct sabot_dealer_square {
	int64_t box;
	const char *on; /* interned; SABOT_DEALER_BOX if no stakes are recorded */
	int bettor;
};
#define SABOT_DEALER_BOX g_intern_static_string("box")

/* The state of a square. */
struct sabot_dealer_square_state {
	int64_t amount_minor;
	bool is_in;        /* a bet is laid there, or is as before */
	bool is_as_before; /* not laid: it becomes the bet when bets are closed */
	bool is_changed;   /* differs from the bet of the last round */
	bool is_last;      /* touched last */
	bool is_too_low;
	bool is_too_high; /* all stakes of the box on this bet together */
};

/* Summary of all squares. */
struct sabot_dealer_bets_state {
	int n_playing;   /* boxes with a bet */
	int n_as_before; /* boxes whose bets are as in the last round; 0 if there was none */
	int n_changed;   /* boxes whose bets are not, including those that dropped out */
	int n_too_low;   /* stakes below the minimum */
	int n_too_high;  /* bets of a box above the maximum */
	int64_t sum_minor;
	bool has_before; /* there was a last round */
	bool can_undo, can_clear, can_repeat;
};

struct sabot_dealer_squares {
	bool is_blackjack, has_no_stakes;
	int64_t min_minor, max_minor;
	int64_t n_boxes;
	GArray *laid, *before; /* of struct sabot_dealer_bet */
	GArray *removed;       /* bets of `before` that no longer stand */
	GArray *boxes;         /* of int64_t: in play without a stake */
	GArray *last_boxes;    /* of int64_t: boxes of the last round */
};

/* Without a bet or a box. `squares` may be uninitialised. */
void
sabot_dealer_squares_init(struct sabot_dealer_squares *squares);
void
sabot_dealer_squares_clear(struct sabot_dealer_squares *squares);

/* The nth of a list of bets. */
static inline const struct sabot_dealer_bet *
sabot_dealer_nth_bet(const GArray *list, guint n)
{
	return &g_array_index(list, struct sabot_dealer_bet, n);
}

/* The bet of the same bettor, box and kind, or NULL. */
const struct sabot_dealer_bet *
sabot_dealer_find_bet(const GArray *list, const struct sabot_dealer_bet *bet);
/* True if the list of int64_t contains the number. */
bool
sabot_dealer_has_box(const GArray *boxes, int64_t box);
/* A bet that stands for a whole box if no stakes are recorded. */
struct sabot_dealer_bet
sabot_dealer_bet_of_box(int64_t box);

/* The name of the bettor of a square. Interned. */
const char *
sabot_dealer_name_bettor(const struct sabot_dealer_square *square);
/* True if the bet is shown on that square. */
bool
sabot_dealer_squares_is_on(const struct sabot_dealer_squares *squares,
			   const struct sabot_dealer_bet *bet,
			   const struct sabot_dealer_square *square);
/* True if both are of one bettor, as far as squares show that. */
bool
sabot_dealer_squares_is_one_bettor(const struct sabot_dealer_squares *squares,
				   const struct sabot_dealer_bet *one,
				   const struct sabot_dealer_bet *two);
/* True if the bet `before` of the last round no longer stands because `laid` is on the cloth. */
bool
sabot_dealer_squares_does_replace(const struct sabot_dealer_squares *squares,
				  const struct sabot_dealer_bet *laid,
				  const struct sabot_dealer_bet *before);
/* True if a bet of the last round, or a box that was in play, becomes one of this round. */
bool
sabot_dealer_squares_is_as_before(const struct sabot_dealer_squares *squares,
				  const struct sabot_dealer_bet *before);
bool
sabot_dealer_squares_is_box_as_before(const struct sabot_dealer_squares *squares, int64_t box);

/* The state of a square, without `is_last`. */
struct sabot_dealer_square_state
sabot_dealer_squares_get(const struct sabot_dealer_squares *squares,
			 const struct sabot_dealer_square *square);
/* True if the box bet in the last round and does not bet now. */
bool
sabot_dealer_squares_is_out(const struct sabot_dealer_squares *squares, int64_t box);
/* True if any bet of the box is in. */
bool
sabot_dealer_squares_is_in(const struct sabot_dealer_squares *squares, int64_t box);
/* The summary, without `can_undo`. */
struct sabot_dealer_bets_state
sabot_dealer_squares_sum(const struct sabot_dealer_squares *squares);
