/*
 * The cards in the simulated shoe, in their order, and the position of the cut card among them. A
 * plain value; a shuffle is Fisher and Yates's.
 */
#pragma once

#include "shoe-random.h"
#include "engine/core/card.h"

enum { SHOE_PACK_CARDS_MAX = SABOT_LOAD_CARDS_MAX + 64 }; /* room for additional cards */

struct shoe_pack {
	struct sabot_card cards[SHOE_PACK_CARDS_MAX];
	unsigned n_cards;
	unsigned n_drawn;
	unsigned behind_cards; /* behind the cut card; 0 = there is no cut card */
	bool cut_is_out;
};

/* A fresh, honest, shuffled load of 1 … SABOT_DECKS_MAX decks. */
void
shoe_pack_fill(struct shoe_pack *pack, int decks, struct shoe_random *random);

/* Cards not drawn yet. */
unsigned
shoe_pack_left(const struct shoe_pack *pack);

/* True if the next card is the cut card. It is out once shoe_pack_draw_cut() was called. */
bool
shoe_pack_cut_is_next(const struct shoe_pack *pack);
void
shoe_pack_draw_cut(struct shoe_pack *pack);

/* Draw the next card; false if the shoe is empty. */
bool
shoe_pack_draw(struct shoe_pack *pack, struct sabot_card *ret_card);

/*
 * Insert a further copy of a card of the load among those not drawn yet, or remove one of these.
 * False, changing nothing, if there is no room, or no card left.
 */
bool
shoe_pack_slip_in(struct shoe_pack *pack, struct shoe_random *random, struct sabot_card *ret_card);
bool
shoe_pack_take_out(struct shoe_pack *pack, struct shoe_random *random, struct sabot_card *ret_card);
