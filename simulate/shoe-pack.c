/*
 * The simulated shoe's cards, see the header.
 */
#include "shoe-pack.h"

#include <string.h>

static void
shuffle(struct shoe_pack *pack, struct shoe_random *random)
{
	for (unsigned i = pack->n_cards; i > 1; i--) {
		unsigned j = shoe_random_below(random, i);
		struct sabot_card held = pack->cards[i - 1];

		pack->cards[i - 1] = pack->cards[j];
		pack->cards[j] = held;
	}
}

void
shoe_pack_fill(struct shoe_pack *pack, int decks, struct shoe_random *random)
{
	*pack = (struct shoe_pack){0};
	for (unsigned i = 0; i < (unsigned)decks * SABOT_DECK_CARDS; i++)
		pack->cards[pack->n_cards++] = sabot_card_of_number(i % SABOT_DECK_CARDS + 1);
	shuffle(pack, random);
}

unsigned
shoe_pack_left(const struct shoe_pack *pack)
{
	return pack->n_cards - pack->n_drawn;
}

bool
shoe_pack_cut_is_next(const struct shoe_pack *pack)
{
	return pack->behind_cards > 0 && !pack->cut_is_out &&
	       shoe_pack_left(pack) <= pack->behind_cards;
}

void
shoe_pack_draw_cut(struct shoe_pack *pack)
{
	pack->cut_is_out = true;
}

bool
shoe_pack_draw(struct shoe_pack *pack, struct sabot_card *ret_card)
{
	if (shoe_pack_left(pack) == 0)
		return false;
	*ret_card = pack->cards[pack->n_drawn++];
	return true;
}

bool
shoe_pack_slip_in(struct shoe_pack *pack, struct shoe_random *random, struct sabot_card *ret_card)
{
	unsigned left = shoe_pack_left(pack);
	unsigned place;

	if (pack->n_cards == 0 || pack->n_cards == SHOE_PACK_CARDS_MAX)
		return false;
	*ret_card = pack->cards[shoe_random_below(random, pack->n_cards)];
	place = pack->n_drawn + shoe_random_below(random, left + 1);
	memmove(&pack->cards[place + 1], &pack->cards[place],
		(pack->n_cards - place) * sizeof(pack->cards[0]));
	pack->cards[place] = *ret_card;
	pack->n_cards++;
	return true;
}

bool
shoe_pack_take_out(struct shoe_pack *pack, struct shoe_random *random, struct sabot_card *ret_card)
{
	unsigned left = shoe_pack_left(pack);
	unsigned place;

	if (left == 0)
		return false;
	place = pack->n_drawn + shoe_random_below(random, left);
	*ret_card = pack->cards[place];
	pack->n_cards--;
	memmove(&pack->cards[place], &pack->cards[place + 1],
		(pack->n_cards - place) * sizeof(pack->cards[0]));
	return true;
}
