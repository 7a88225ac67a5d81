/*
 * A load as bytes, and what has to be true of one in either game: each card as often as it must be,
 * no run of five, the cut card where it belongs. Private to the batches, but for the load itself.
 */
#pragma once

#include "event.h"
#include "round.h"
#include "rules.h"

enum {
	SABOT_BATCH_ROUNDS_MAX = SABOT_LOAD_CARDS_MAX / 3, /* one box, and no second card */
	SABOT_BATCH_PLACES = 448, /* a load and some more, so that loops have no remainder */
	SABOT_BATCH_BEYOND = 16,
};

/*
 * A load as a log tells it, where nothing but cards, decisions and results was said. Everything is
 * borrowed.
 */
struct sabot_batch_load {
	int decks;
	int behind_cards; /* as declared; -1 = not */
	const uint8_t
		*cards; /* sabot_batch_card(), as they left the shoe, then as they were run out */
	int n_cards;    /* all of them */
	int n_drawn;    /* that left the shoe one by one */
	int cut_at;     /* drawn when the cut card came, with the bets closed; -1 = it did not */
	/* What the game's batch keeps of each round; the burn drew the other cards. */
	const uint8_t *rounds;
	int n_rounds;
	int n_bytes; /* of `rounds`; at punto banco it is one a round, and this is not used */
};

/* A fully known card as a byte, and back. */
uint8_t
sabot_batch_card(struct sabot_card card);
struct sabot_card
sabot_batch_read_card(uint8_t code);

/* Goes over a load's events. Zero it to begin. */
struct sabot_batch_walk {
	bool begun, in_round, cut_is_out, over;
	int n_drawn, n_rounds;
	int due_cards; /* of the burn, or of the round */
	struct sabot_card run_out[SABOT_LOAD_CARDS_MAX];
};

/* What a table's rules say of any load. */
struct sabot_batch_limits {
	int burn_cards;
	int cut_min_cards, cut_tolerance_cards, hands_after_cut;
	bool check_unshuffled_order;
};

void
sabot_batch_limits_init(struct sabot_batch_limits *limits, const struct sabot_rules *rules);

/* Copy a load's cards, zeros after the last. False when there are too many or none. */
bool
sabot_batch_copy_cards(const struct sabot_batch_load *load,
		       uint8_t ret_cards[SABOT_BATCH_PLACES + SABOT_BATCH_BEYOND]);

/* How many cards are burned when this one is the first. */
int
sabot_batch_burn_due(const struct sabot_batch_limits *limits, uint8_t first);

/* PB-03: how many rounds may follow the one that began at `begin`, in which the cut card came. */
int
sabot_batch_rounds_after(const struct sabot_batch_limits *limits,
			 const struct sabot_batch_load *load, int begin);

/* The cards are all there and shuffled, and the cut card was well placed. `cards` as copied. */
bool
sabot_batch_is_load_right(const struct sabot_batch_limits *limits,
			  const struct sabot_batch_load *load, const uint8_t *cards);

/* The events of a load: how it begins, its next card (or before it the cut card), how it ends. */
struct sabot_event
sabot_batch_event(enum sabot_event_type type);
struct sabot_event
sabot_batch_load_event(const struct sabot_batch_load *load);
struct sabot_event
sabot_batch_draw_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk);
/* The cut card, when it came after the last card that was drawn. */
bool
sabot_batch_cut_is_due(const struct sabot_batch_load *load, const struct sabot_batch_walk *walk);
struct sabot_event
sabot_batch_unload_event(const struct sabot_batch_load *load, struct sabot_batch_walk *walk);
