/* Hands and counts of a board: see board-score.h. */
#include "board-score.h"

#include "gui/model/board/board-coups.h"
#include "gui/model/board/board-phrases.h"
#include "gui/model/board/road-grid.h"
#include "gui/model/phrases.h"
#include "gui/widgets/card-paint.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/road.h"

#include <glib/gi18n.h>
#include <math.h>

#define BOX(...) ((struct sabot_board_box){__VA_ARGS__})
#define TEXT(...) ((struct sabot_board_text){__VA_ARGS__})

enum { TITLE_MOST = 90 };
static const double past_alpha = 0.45;

void
sabot_board_draw_cards(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		       const GArray *cards)
{
	GdkRectangle place = sabot_board_pixels(pen, box);

	/* If even overlapping cards are too wide, lower ones fit. */
	while (place.height > 1 && sabot_cards_narrow((int)cards->len, place.height) > place.width)
		place.height -= MAX(1, place.height / 50);
	place.y += (int)(box->height * pen->unit_px - place.height) / 2;
	sabot_cards_paint(pen->widget, pen->cr, &place, cards);
}

void
sabot_board_draw_hand(const struct sabot_board_pen *pen, const struct sabot_board_box *place,
		      const struct sabot_board_hand *hand)
{
	g_autofree char *total = sabot_board_phrase_total(hand->hand);
	double line = MIN(place->height * 0.27, TITLE_MOST); /* line of the title */
	const struct sabot_board_box cards = {place->x + 20, place->y + line, place->width - 40,
					      place->height - line - 10};
	const struct sabot_board_text last = {C_("board", "Last hand"), line * 0.36,
					      PANGO_WEIGHT_NORMAL, "sabot_quiet", 0};
	double width, rest;

	sabot_board_plate(pen, place, "sabot_field", hand->has_won ? hand->colour : "sabot_line",
			  hand->has_won ? 5 : 1.5);
	width = sabot_board_write(pen, &BOX(place->x + 20, place->y, place->width * 0.5, line),
				  &TEXT(hand->title, line * 0.56, PANGO_WEIGHT_BOLD, hand->colour,
					0));
	if (!hand->hand || hand->hand->cards->len == 0)
		return;
	rest = place->width * 0.75 - 36 - width;
	/* On the smallest screens the past hand is only pale. */
	if (hand->is_past && sabot_board_has_room(pen, &last, rest))
		sabot_board_write(pen, &BOX(place->x + 36 + width, place->y, rest, line), &last);
	cairo_push_group(pen->cr);
	sabot_board_write(
		pen, &BOX(place->x + place->width * 0.75, place->y, place->width * 0.25 - 16, line),
		&TEXT(total, line * 0.88, PANGO_WEIGHT_BOLD, "sabot_ink", 1));
	sabot_board_draw_cards(pen, &cards, hand->hand->cards);
	cairo_pop_group_to_source(pen->cr);
	cairo_paint_with_alpha(pen->cr, hand->is_past ? past_alpha : 1);
}

/* True while the hands of the last round are still shown, until the next one's first card. */
static bool
is_past(const struct sabot_wire_view *view)
{
	return view->phase == SABOT_WIRE_PHASE_BETTING || view->phase == SABOT_WIRE_PHASE_NO_LOAD ||
	       view->phase == SABOT_WIRE_PHASE_AFTER_CUT ||
	       (!view->is_round_open && view->phase != SABOT_WIRE_PHASE_DECIDED);
}

static void
draw_side(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
	  const struct sabot_board_box *place, enum sabot_winner who)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	struct sabot_board_hand hand = {
		.title = sabot_board_phrase_side(who),
		.colour = sabot_board_colour_of(who),
	};

	if (view) {
		hand.hand = who == SABOT_WINNER_PUNTO ? view->punto : view->banca;
		hand.is_past = is_past(view);
		hand.has_won = !hand.is_past && view->winner == who;
	}
	sabot_board_draw_hand(pen, place, &hand);
}

void
sabot_board_draw_punto(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		       const struct sabot_board_box *place)
{
	draw_side(pen, scene, place, SABOT_WINNER_PUNTO);
}

void
sabot_board_draw_banca(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		       const struct sabot_board_box *place)
{
	draw_side(pen, scene, place, SABOT_WINNER_BANCA);
}

static char *
name_side(const struct sabot_board_scene *scene, enum sabot_winner who)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	const char *title = sabot_board_phrase_side(who);
	const struct sabot_wire_hand *hand = !view                       ? NULL
					     : who == SABOT_WINNER_PUNTO ? view->punto
									 : view->banca;

	return hand && hand->cards->len > 0 ? sabot_phrase_hand_name(title, hand) : g_strdup(title);
}

char *
sabot_board_name_punto(const struct sabot_board_scene *scene)
{
	return name_side(scene, SABOT_WINNER_PUNTO);
}

char *
sabot_board_name_banca(const struct sabot_board_scene *scene)
{
	return name_side(scene, SABOT_WINNER_BANCA);
}

/* A line of the counts with its sign: a bead, a pair's dot, a natural's star. */
struct count {
	const char *name;
	int n;
	enum sabot_winner who; /* NONE: the sign is a star */
	bool is_bead;
};
enum { COUNTS = 6 };

static void
list_counts(const struct sabot_board_scene *scene, struct count counts[COUNTS])
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	g_autofree char *coups = sabot_board_coups(view);
	struct sabot_road_counts found = sabot_road_counts(coups);
	const struct count all[COUNTS] = {
		{sabot_board_phrase_side(SABOT_WINNER_BANCA), found.banca, SABOT_WINNER_BANCA,
		 true},
		{sabot_board_phrase_side(SABOT_WINNER_PUNTO), found.punto, SABOT_WINNER_PUNTO,
		 true},
		{sabot_board_phrase_side(SABOT_WINNER_TIE), found.tie, SABOT_WINNER_TIE, true},
		{C_("board", "Banker pair"), found.banca_pairs, SABOT_WINNER_BANCA, false},
		{C_("board", "Player pair"), found.punto_pairs, SABOT_WINNER_PUNTO, false},
		{C_("board", "Natural"), found.naturals, SABOT_WINNER_NONE, false},
	};

	for (int i = 0; i < COUNTS; i++)
		counts[i] = all[i];
}

static void
draw_sign(const struct sabot_board_pen *pen, const struct count *count, double x, double y,
	  double size)
{
	static const char marks[] = {
		[SABOT_WINNER_PUNTO] = 'p', [SABOT_WINNER_BANCA] = 'b', [SABOT_WINNER_TIE] = 't'};
	double size_px = size * pen->unit_px;

	if (count->who == SABOT_WINNER_NONE) {
		sabot_road_paint_star(pen->widget, pen->cr, x * pen->unit_px, y * pen->unit_px,
				      size_px * 0.34);
	} else if (count->is_bead) {
		const struct sabot_road_spot spot = {.cell.mark = marks[count->who],
						     .x = x * pen->unit_px,
						     .y = y * pen->unit_px};

		sabot_road_paint_mark(pen->widget, pen->cr, &spot, SABOT_WIRE_ROAD_BEAD,
				      size_px * 1.2);
	} else {
		sabot_paint_set_colour(pen->widget, pen->cr, sabot_board_colour_of(count->who));
		cairo_new_path(pen->cr);
		cairo_arc(pen->cr, x * pen->unit_px, y * pen->unit_px, size_px * 0.22, 0, 2 * M_PI);
		cairo_fill(pen->cr);
	}
}

/* A bead has its letter: a name beside it that would be cut off is left out. */
static void
write_count(const struct sabot_board_pen *pen, const struct count *count,
	    const struct sabot_board_box *box, double size)
{
	const struct sabot_board_text name = {
		.text = count->name,
		.size = size,
		.weight = count->is_bead ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL,
		.colour = count->is_bead ? "sabot_ink" : "sabot_quiet",
	};

	if (!count->is_bead || sabot_board_has_room(pen, &name, box->width))
		sabot_board_write(pen, box, &name);
}

/* One below the other; on a tile in two lines, where only the winners have names. */
void
sabot_board_draw_counts(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
			const struct sabot_board_box *place)
{
	int n_columns = scene->layout.form == SABOT_BOARD_TILE ? 3 : 1;
	double height = place->height * n_columns / COUNTS, width = place->width / n_columns;
	double size = MIN(height * 0.62, 30);
	struct count counts[COUNTS];

	list_counts(scene, counts);
	for (int i = 0; i < COUNTS; i++) {
		double x = i % n_columns * width, y = i / n_columns * height;
		g_autofree char *n = g_strdup_printf("%d", counts[i].n);
		const struct sabot_board_text number = {n, size * 1.25, PANGO_WEIGHT_BOLD,
							"sabot_ink", 1};
		double right = n_columns > 1 ? 22 : 0, room = sabot_board_measure(pen, &number);

		draw_sign(pen, &counts[i], x + size * 0.7, y + height / 2, size);
		if (n_columns == 1 || counts[i].is_bead)
			write_count(pen, &counts[i],
				    &BOX(x + size * 1.7, y, width - size * 1.9 - room - right,
					 height),
				    size);
		sabot_board_write(pen, &BOX(x, y, width - right + 1, height), &number);
	}
}

char *
sabot_board_name_counts(const struct sabot_board_scene *scene)
{
	GString *name = g_string_new(NULL);
	struct count counts[COUNTS];

	list_counts(scene, counts);
	for (int i = 0; i < COUNTS; i++)
		g_string_append_printf(name, "%s%s %d", i > 0 ? " · " : "", counts[i].name,
				       counts[i].n);
	return g_string_free(name, FALSE);
}

/* The marks that the three derived roads would get: – for none, ? while it is not certain. */
static void
draw_asked(const struct sabot_board_pen *pen, const struct sabot_board_box *box, const char *coups,
	   enum sabot_winner who)
{
	double size = box->height * 0.58, x = box->x + box->width - size * 1.35 * 3;
	char marks[SABOT_WIRE_ASK_SIZE];

	sabot_board_plate(pen, box, "sabot_field", sabot_board_colour_of(who), 2);
	sabot_board_write(pen,
			  &BOX(box->x + size * 0.4, box->y, x - box->x - size * 0.6, box->height),
			  &TEXT(sabot_board_phrase_side(who), size * 0.66, PANGO_WEIGHT_BOLD,
				sabot_board_colour_of(who), 0));
	sabot_wire_road_ask_all(coups, who, marks);
	for (int i = 0; marks[i]; i++, x += size * 1.3) {
		struct sabot_road_spot spot = {.cell.mark = marks[i],
					       .x = (x + size / 2) * pen->unit_px,
					       .y = (box->y + box->height / 2) * pen->unit_px};

		if (marks[i] == SABOT_WIRE_ASK_NONE)
			sabot_board_write(pen, &BOX(x, box->y, size, box->height),
					  &TEXT("–", size * 0.6, PANGO_WEIGHT_NORMAL, "sabot_quiet",
						0.5));
		else
			sabot_road_paint_mark(pen->widget, pen->cr, &spot,
					      (enum sabot_wire_road)(SABOT_WIRE_ROAD_BIG_EYE + i),
					      size * 0.9 * pen->unit_px);
	}
}

void
sabot_board_draw_ask(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		     const struct sabot_board_box *place)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	g_autofree char *coups = sabot_board_coups(view);
	double label = scene->layout.form == SABOT_BOARD_TILE ? 0 : 36;
	double row = (place->height - label - 8) / 2;

	if (label > 0)
		sabot_board_write(pen, &BOX(0, 0, place->width, label),
				  &TEXT(C_("board", "If next is …"), 22, PANGO_WEIGHT_NORMAL,
					"sabot_quiet", 0));
	draw_asked(pen, &BOX(0, label, place->width, row), coups, SABOT_WINNER_BANCA);
	draw_asked(pen, &BOX(0, label + row + 8, place->width, row), coups, SABOT_WINNER_PUNTO);
}

char *
sabot_board_name_ask(const struct sabot_board_scene *scene)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	char banca[SABOT_WIRE_ASK_SIZE], punto[SABOT_WIRE_ASK_SIZE];
	g_autofree char *coups = sabot_board_coups(view);

	sabot_wire_road_ask_all(coups, SABOT_WINNER_BANCA, banca);
	sabot_wire_road_ask_all(coups, SABOT_WINNER_PUNTO, punto);
	return g_strdup_printf("%s %s %s, %s %s", C_("board", "If next is …"),
			       sabot_board_phrase_side(SABOT_WINNER_BANCA), banca,
			       sabot_board_phrase_side(SABOT_WINNER_PUNTO), punto);
}

/* For guests who read the signs; left out if no font has them, or there is no room. */
void
sabot_board_draw_legend(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
			const struct sabot_board_box *place)
{
	g_autofree char *legend = sabot_board_name_legend(scene);
	const struct sabot_board_text text = {legend, 18, PANGO_WEIGHT_NORMAL, "sabot_quiet",
					      scene->layout.form == SABOT_BOARD_TALL ? 0.5 : 0};

	if (sabot_board_can_write(pen, legend) && sabot_board_has_room(pen, &text, place->width))
		sabot_board_write(pen, place, &text);
}

char *
sabot_board_name_legend(const struct sabot_board_scene *scene)
{
	(void)scene;
	/* Translators: banca, punto and tie in the signs of most boards, and in the guests' words;
	 * in Chinese the signs alone. */
	return g_strdup(C_("board", "莊 Banker · 閒 Player · 和 Tie"));
}
