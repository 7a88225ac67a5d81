/* The coups of a board: see board-coups.h. */
#include "board-coups.h"

enum { FIRST_CARDS = 2 };

bool
sabot_board_shows_winner(const struct sabot_wire_view *view)
{
	return view->phase == SABOT_WIRE_PHASE_DECIDED && view->state == SABOT_WIRE_TABLE_OPEN &&
	       view->winner != SABOT_WINNER_NONE && view->winner != SABOT_WINNER_VOID;
}

/* False if a card was not read. `ret_first` gets the first two. */
static bool
read_hand(const struct sabot_wire_hand *hand, struct sabot_card ret_first[FIRST_CARDS])
{
	guint n_cards = hand ? hand->cards->len : 0;

	for (guint i = 0; i < n_cards; i++) {
		struct sabot_card card = g_array_index(hand->cards, struct sabot_wire_card, i).card;

		if (card.rank == SABOT_RANK_UNKNOWN)
			return false;
		if (i < FIRST_CARDS)
			ret_first[i] = card;
	}
	return n_cards >= FIRST_CARDS;
}

static char
letter_of(const struct sabot_wire_view *view)
{
	struct sabot_card punto[FIRST_CARDS], banca[FIRST_CARDS];

	return read_hand(view->punto, punto) && read_hand(view->banca, banca)
		       ? sabot_wire_coup_letter(view->winner, punto, banca)
		       : SABOT_WIRE_COUP_UNVERIFIED;
}

char *
sabot_board_coups(const struct sabot_wire_view *view)
{
	GString *coups = g_string_new(view ? view->coups : NULL);

	if (view && view->game == SABOT_WIRE_GAME_PUNTO_BANCO && sabot_board_shows_winner(view))
		g_string_append_c(coups, letter_of(view));
	return g_string_free(coups, FALSE);
}
