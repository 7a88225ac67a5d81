/* A board of blackjack: see board-blackjack.h. */
#include "board-blackjack.h"

#include "board-score.h"

#include "gui/model/board/board-phrases.h"
#include "gui/model/phrases.h"

#include <glib/gi18n.h>

enum {
	LAST_ROW = 104,
	LAST_WIDTH = 380,
	TILE_ROW = 44,
	TILE_LAST_WIDTH = 250,
	LAST_GAP = 20, /* around a total beside its cards */
	RULE_LINE = 56,
	RULE_TEXT = 36
};
/* shares of a past hand's width, and its row */
static const double cards_share = 0.48, total_share = 0.42;

#define BOX(...) ((struct sabot_board_box){__VA_ARGS__})
#define TEXT(...) ((struct sabot_board_text){__VA_ARGS__})

void
sabot_board_draw_dealer(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
			const struct sabot_board_box *place)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	const struct sabot_board_hand hand = {
		.title = C_("board", "Dealer"),
		.colour = "sabot_ink",
		.hand = view ? view->dealer : NULL,
		.is_past = view && !view->is_round_open,
	};

	sabot_board_draw_hand(pen, place, &hand);
}

char *
sabot_board_name_dealer(const struct sabot_board_scene *scene)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	const char *title = C_("board", "Dealer");

	return view && view->dealer && view->dealer->cards->len > 0
		       ? sabot_phrase_hand_name(title, view->dealer)
		       : g_strdup(title);
}

static GPtrArray *
list_rules(const struct sabot_board_scene *scene)
{
	const struct sabot_wire_rules *rules = sabot_board_table_get_rules(scene->table);

	return rules ? sabot_board_phrase_rules(rules) : g_ptr_array_new_with_free_func(g_free);
}

/* The rules from the nth on, in one line. Transferred. */
static char *
join_rules(const struct sabot_board_scene *scene, guint n)
{
	g_autoptr(GPtrArray) lines = list_rules(scene);

	g_ptr_array_add(lines, NULL);
	return g_strjoinv(" · ", (char **)lines->pdata + MIN(n, lines->len - 1));
}

static void
write_rule(const struct sabot_board_pen *pen, double width, int row, const char *text)
{
	sabot_board_write(pen, &BOX(20, row * RULE_LINE, width - 40, RULE_LINE),
			  &TEXT(text, RULE_TEXT, PANGO_WEIGHT_NORMAL, "sabot_ink", 0));
}

/* One below the other; on a tile in two lines. */
void
sabot_board_draw_rules(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		       const struct sabot_board_box *place)
{
	bool is_tile = scene->layout.form == SABOT_BOARD_TILE;
	g_autoptr(GPtrArray) lines = list_rules(scene);
	g_autofree char *others = join_rules(scene, 1);

	for (guint i = 0; i < lines->len; i++)
		if (i == 0 || !is_tile)
			write_rule(pen, place->width, (int)i, g_ptr_array_index(lines, i));
	if (is_tile)
		write_rule(pen, place->width, 1, others);
}

char *
sabot_board_name_rules(const struct sabot_board_scene *scene)
{
	return join_rules(scene, 0);
}

/* Cards are aligned left, because centred ones are hard to compare. */
static void
draw_last(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
	  const struct sabot_wire_past_round *past)
{
	g_autofree char *total = sabot_board_phrase_dealer(past->dealer, past->dealer_cards->len);
	double width = box->width * cards_share;
	const struct sabot_board_box cards = {box->x, box->y + box->height * 0.06, width,
					      box->height * 0.88};

	sabot_board_draw_cards(pen, &cards, past->dealer_cards);
	sabot_board_write(
		pen, &BOX(box->x + width + 8, box->y, box->width - width - LAST_GAP, box->height),
		&TEXT(total, box->height * total_share, PANGO_WEIGHT_BOLD, "sabot_ink", 0));
}

/* As many columns as leave room for every total. */
static int
count_columns(const struct sabot_board_pen *pen, const GPtrArray *rounds, double width,
	      bool is_tile)
{
	int n = MAX(1, (int)(width / (is_tile ? TILE_LAST_WIDTH : LAST_WIDTH)));
	double size = (is_tile ? TILE_ROW : LAST_ROW) * total_share;

	for (guint i = 0; rounds && i < rounds->len; i++) {
		const struct sabot_wire_past_round *past = g_ptr_array_index(rounds, i);
		g_autofree char *total =
			sabot_board_phrase_dealer(past->dealer, past->dealer_cards->len);
		const struct sabot_board_text text =
			TEXT(total, size, PANGO_WEIGHT_BOLD, "sabot_ink", 0);

		while (n > 1 &&
		       !sabot_board_has_room(pen, &text, width / n * (1 - cards_share) - LAST_GAP))
			n--;
	}
	return n;
}

/* Rounds that the dealer played; newest first, column after column. */
void
sabot_board_draw_last(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		      const struct sabot_board_box *place)
{
	const GPtrArray *rounds = sabot_board_table_get_rounds(scene->table);
	bool is_tile = scene->layout.form == SABOT_BOARD_TILE;
	double label = is_tile ? 0 : 40, row = is_tile ? TILE_ROW : LAST_ROW;
	int n_columns = count_columns(pen, rounds, place->width, is_tile);
	int n_rows = MAX(1, (int)((place->height - label) / row)), n = 0;
	double width = place->width / n_columns;

	if (!is_tile)
		sabot_board_write(pen, &BOX(0, 0, place->width, label),
				  &TEXT(C_("board", "The dealer's last hands"), 24,
					PANGO_WEIGHT_NORMAL, "sabot_quiet", 0));
	for (guint i = 0; rounds && i < rounds->len && n < n_rows * n_columns; i++) {
		const struct sabot_wire_past_round *past = g_ptr_array_index(rounds, i);
		const struct sabot_board_box box = {n / n_rows * width, label + n % n_rows * row,
						    width, row};

		if (past->dealer_cards->len == 0)
			continue;
		draw_last(pen, &box, past);
		n++;
	}
}

char *
sabot_board_name_last(const struct sabot_board_scene *scene)
{
	const GPtrArray *rounds = sabot_board_table_get_rounds(scene->table);
	GString *name = g_string_new(C_("board", "The dealer's last hands"));

	for (guint i = 0; rounds && i < rounds->len; i++) {
		const struct sabot_wire_past_round *past = g_ptr_array_index(rounds, i);
		g_autofree char *total =
			sabot_board_phrase_dealer(past->dealer, past->dealer_cards->len);

		if (past->dealer_cards->len > 0)
			g_string_append_printf(name, " · %s", total);
	}
	return g_string_free(name, FALSE);
}
