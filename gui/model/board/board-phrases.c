/* The board's sentences: see board-phrases.h. */
#include "board-phrases.h"
#include "board-coups.h"
#include "text/money.h"
#include "text/number.h"

#include <glib/gi18n.h>
#include <string.h>

enum { BEST_TOTAL = 21, MINOR_PER_MAJOR = 100 };

const char *
sabot_board_phrase_letter(char mark)
{
	switch (mark) {
	case 'b':
		/* Translators: one letter in a disc: banca has won. */
		return C_("board", "B");
	case 'p':
		/* Translators: one letter in a disc: punto has won. */
		return C_("board", "P");
	case 't':
		/* Translators: one letter in a disc: a tie. */
		return C_("board", "T");
	default:
		return "?";
	}
}

/* Append `part`, unless it is NULL or "". */
static void
add_part(GString *parts, const char *part)
{
	if (part && *part != '\0')
		g_string_append_printf(parts, "%s%s", parts->len > 0 ? ", " : "", part);
}

static const char *
name_mark(char mark)
{
	switch (mark) {
	case 'b':
		return sabot_board_phrase_side(SABOT_WINNER_BANCA);
	case 'p':
		return sabot_board_phrase_side(SABOT_WINNER_PUNTO);
	case 't':
		return sabot_board_phrase_side(SABOT_WINNER_TIE);
	case 'r':
		/* Translators: the colour of a derived road's mark. */
		return C_("board", "red");
	case 'i':
		/* Translators: the colour of a derived road's mark. */
		return C_("board", "blue");
	default:
		return "?";
	}
}

char *
sabot_board_phrase_mark(const struct sabot_wire_cell *cell)
{
	GString *parts = g_string_new(NULL);
	g_autofree char *ties = NULL;

	if (cell->coup > 0)
		g_string_append_printf(parts, "%d", cell->coup);
	add_part(parts, name_mark(cell->mark));
	add_part(parts, cell->natural ? C_("board", "Natural") : NULL);
	add_part(parts, cell->banca_pair ? C_("board", "Banker pair") : NULL);
	add_part(parts, cell->punto_pair ? C_("board", "Player pair") : NULL);
	if (cell->ties > 0)
		/* Translators: how many ties follow this hand. */
		ties = g_strdup_printf(C_("board", "Ties: %d"), cell->ties);
	add_part(parts, ties);
	return g_string_free(parts, FALSE);
}

const char *
sabot_board_phrase_side(enum sabot_winner who)
{
	switch (who) {
	case SABOT_WINNER_PUNTO:
		return C_("board", "Player");
	case SABOT_WINNER_BANCA:
		return C_("board", "Banker");
	case SABOT_WINNER_TIE:
		return C_("board", "Tie");
	case SABOT_WINNER_NONE:
	case SABOT_WINNER_VOID:
		break;
	}
	return "";
}

const char *
sabot_board_phrase_road(enum sabot_wire_road road)
{
	switch (road) {
	case SABOT_WIRE_ROAD_BEAD:
		return C_("board", "Bead plate");
	case SABOT_WIRE_ROAD_BIG:
		return C_("board", "Big road");
	case SABOT_WIRE_ROAD_BIG_EYE:
		return C_("board", "Big eye boy");
	case SABOT_WIRE_ROAD_SMALL:
		return C_("board", "Small road");
	case SABOT_WIRE_ROAD_COCKROACH:
		return C_("board", "Cockroach");
	case SABOT_WIRE_ROADS:
		break;
	}
	return "";
}

const char *
sabot_board_phrase_game(enum sabot_wire_game game)
{
	switch (game) {
	case SABOT_WIRE_GAME_PUNTO_BANCO:
		return C_("board", "Baccarat");
	case SABOT_WIRE_GAME_BLACKJACK:
		return C_("board", "Blackjack");
	case SABOT_WIRE_GAME_UNKNOWN:
		break;
	}
	return "";
}

/* "1,000": without decimals where they are zero. Transferred. */
static char *
phrase_amount(int64_t minor)
{
	return minor % MINOR_PER_MAJOR == 0
		       ? g_string_free(sabot_text_grouped(false, (uint64_t)minor / MINOR_PER_MAJOR),
				       FALSE)
		       : sabot_text_money_dup(minor);
}

char *
sabot_board_phrase_limits(int64_t min_minor, int64_t max_minor)
{
	g_autofree char *min = NULL, *max = NULL;

	if (min_minor < 0 || max_minor < 0)
		return g_strdup("");
	min = phrase_amount(min_minor);
	max = phrase_amount(max_minor);
	return g_strdup_printf("%s – %s", min, max);
}

char *
sabot_board_phrase_place(const struct sabot_wire_view *view)
{
	int n_hands = view->coups ? (int)strlen(view->coups) : 0;

	if (view->phase == SABOT_WIRE_PHASE_NO_LOAD || view->load == 0)
		return g_strdup("");
	if (view->game != SABOT_WIRE_GAME_PUNTO_BANCO)
		return g_strdup_printf(C_("board", "shoe %d"), (int)view->load);
	/* Translators: which shoe of this table it is, and which hand of that shoe. */
	return g_strdup_printf(C_("board", "shoe %d, hand %d"), (int)view->load,
			       n_hands + view->is_round_open);
}

const char *
sabot_board_phrase_winner(const struct sabot_wire_view *view)
{
	if (!sabot_board_shows_winner(view))
		return "";
	switch (view->winner) {
	case SABOT_WINNER_PUNTO:
		return C_("board", "PLAYER WINS");
	case SABOT_WINNER_BANCA:
		return C_("board", "BANKER WINS");
	case SABOT_WINNER_TIE:
		return C_("board", "TIE");
	case SABOT_WINNER_NONE:
	case SABOT_WINNER_VOID:
		break;
	}
	return "";
}

static const char *
phrase_phase(const struct sabot_wire_view *view)
{
	bool is_blackjack = view->game == SABOT_WIRE_GAME_BLACKJACK;

	switch (view->phase) {
	case SABOT_WIRE_PHASE_NO_LOAD:
	case SABOT_WIRE_PHASE_BURN:
		return C_("board", "A new shoe is being prepared");
	case SABOT_WIRE_PHASE_BETTING:
		return C_("board", "Place your bets");
	case SABOT_WIRE_PHASE_DEALING:
	case SABOT_WIRE_PHASE_DECIDING:
		return C_("board", "No more bets");
	case SABOT_WIRE_PHASE_DECIDED:
		return is_blackjack ? C_("board", "The round is over")
				    : C_("board", "The result is being checked");
	case SABOT_WIRE_PHASE_RULING:
		return C_("board", "One moment, please");
	case SABOT_WIRE_PHASE_AFTER_CUT:
		return C_("board", "This shoe is over");
	case SABOT_WIRE_PHASE_UNKNOWN:
		break;
	}
	return "";
}

const char *
sabot_board_phrase_now(const struct sabot_wire_view *view, bool is_stale)
{
	if (is_stale || !view)
		/* Translators: what the board shows may be old. */
		return C_("board", "Not up to date");
	switch (view->state) {
	case SABOT_WIRE_TABLE_CLOSED:
		return C_("board", "This table is closed");
	case SABOT_WIRE_TABLE_PAUSED:
		return C_("board", "This table has a break");
	case SABOT_WIRE_TABLE_OPEN:
	case SABOT_WIRE_TABLE_UNKNOWN:
		break;
	}
	return phrase_phase(view);
}

char *
sabot_board_phrase_total(const struct sabot_wire_hand *hand)
{
	if (!hand || hand->cards->len == 0)
		return g_strdup("");
	if (hand->total >= 0)
		return g_strdup_printf("%d", (int)hand->total);
	for (guint i = 0; i < hand->cards->len; i++)
		if (g_array_index(hand->cards, struct sabot_wire_card, i).is_hidden)
			return g_strdup("");
	return g_strdup("?");
}

static int
ratio_part(const GArray *ratio, guint n)
{
	return (int)g_array_index(ratio, int64_t, n);
}

GPtrArray *
sabot_board_phrase_rules(const struct sabot_wire_rules *rules)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);

	if (g_strcmp0(rules->soft_17, "stand") == 0)
		g_ptr_array_add(lines, g_strdup(C_("board", "Dealer stands on soft 17")));
	if (g_strcmp0(rules->soft_17, "hit") == 0)
		g_ptr_array_add(lines, g_strdup(C_("board", "Dealer draws on soft 17")));
	if (rules->blackjack_pays->len == 2)
		g_ptr_array_add(lines, g_strdup_printf(C_("board", "Blackjack pays %d:%d"),
						       ratio_part(rules->blackjack_pays, 0),
						       ratio_part(rules->blackjack_pays, 1)));
	if (rules->insurance_pays->len == 2)
		g_ptr_array_add(lines, g_strdup_printf(C_("board", "Insurance pays %d:%d"),
						       ratio_part(rules->insurance_pays, 0),
						       ratio_part(rules->insurance_pays, 1)));
	return lines;
}

char *
sabot_board_phrase_dealer(int64_t total, guint n_cards)
{
	if (total < 0)
		return g_strdup("?");
	if (total == BEST_TOTAL && n_cards == 2)
		return g_strdup(C_("board", "Blackjack"));
	if (total > BEST_TOTAL)
		return g_strdup_printf(C_("board", "Bust %d"), (int)total);
	return g_strdup_printf("%d", (int)total);
}
