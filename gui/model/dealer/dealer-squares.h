/*
 * What stands on the squares of a dealer's cloth: what is laid, and what is as in the last round.
 * The latter is what lay then, less what was removed, less what is replaced by something that lies
 * now. Plain values and questions; who changes them is dealer-bets.h. No GTK.
 */
#pragma once

#include "dealer-stakes.h"

/* A place on the cloth: a bet of a box. `bettor`: 0 whose seat it is, 1, 2 … behind him. */
struct sabot_dealer_square {
	int64_t box;
	const char *on; /* interned; SABOT_DEALER_BOX where no stakes are noted */
	int bettor;
};
#define SABOT_DEALER_BOX g_intern_static_string("box")

/* What stands on a square. */
struct sabot_dealer_square_state {
	int64_t amount_minor;
	bool is_in;        /* something lies there, or is as before */
	bool is_as_before; /* not laid: it becomes the bet when bets are closed */
	bool is_changed;   /* it is not what lay there in the last round */
	bool is_last;      /* touched last */
	bool is_too_low;
};

/* All of them together. */
struct sabot_dealer_bets_state {
	int n_playing;   /* boxes with a bet */
	int n_as_before; /* of them as in the last round; 0 where there was none */
	int n_changed;   /* boxes that are not, with those that are out */
	int n_too_low;   /* stakes below the minimum */
	int64_t sum_minor;
	bool has_before; /* there was a last round */
	bool can_undo, can_clear, can_repeat;
};

struct sabot_dealer_squares {
	bool is_blackjack, has_no_stakes;
	int64_t min_minor;
	int64_t n_boxes;
	GArray *laid, *before; /* of struct sabot_dealer_bet */
	GArray *removed;       /* likewise: of `before`, what does not stand any more */
	GArray *boxes;         /* of int64_t: in play without a stake */
	GArray *last_boxes;    /* likewise: in the last round */
};

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

/* That of the same bettor, box and bet, or NULL. */
const struct sabot_dealer_bet *
sabot_dealer_find_bet(const GArray *list, const struct sabot_dealer_bet *bet);
/* A number is in a list of int64_t. */
bool
sabot_dealer_has_box(const GArray *boxes, int64_t box);
/* Without stakes a box is a bet of its own. */
struct sabot_dealer_bet
sabot_dealer_bet_of_box(int64_t box);

/* The name of who bets there. Interned. */
const char *
sabot_dealer_name_bettor(const struct sabot_dealer_square *square);
/* The bet is shown on that square. */
bool
sabot_dealer_squares_is_on(const struct sabot_dealer_squares *squares,
			   const struct sabot_dealer_bet *bet,
			   const struct sabot_dealer_square *square);
/* Both are of one bettor, as far as squares show that. */
bool
sabot_dealer_squares_is_one_bettor(const struct sabot_dealer_squares *squares,
				   const struct sabot_dealer_bet *one,
				   const struct sabot_dealer_bet *two);
/* With `laid` on the cloth the bet `before` of the last round does not stand. */
bool
sabot_dealer_squares_does_replace(const struct sabot_dealer_squares *squares,
				  const struct sabot_dealer_bet *laid,
				  const struct sabot_dealer_bet *before);
/* A bet of the last round, and a box that was in play, become one of this round. */
bool
sabot_dealer_squares_is_as_before(const struct sabot_dealer_squares *squares,
				  const struct sabot_dealer_bet *before);
bool
sabot_dealer_squares_is_box_as_before(const struct sabot_dealer_squares *squares, int64_t box);

/* All but `is_last`. */
struct sabot_dealer_square_state
sabot_dealer_squares_get(const struct sabot_dealer_squares *squares,
			 const struct sabot_dealer_square *square);
/* A box bet in the last round and does not now. */
bool
sabot_dealer_squares_is_out(const struct sabot_dealer_squares *squares, int64_t box);
/* Something of a box is in. */
bool
sabot_dealer_squares_is_in(const struct sabot_dealer_squares *squares, int64_t box);
/* All but `can_undo`. */
struct sabot_dealer_bets_state
sabot_dealer_squares_sum(const struct sabot_dealer_squares *squares);
