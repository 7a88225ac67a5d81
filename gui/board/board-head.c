/* Head and band of a board: see board-head.h. */
#include "board-head.h"

#include "gui/model/board/board-phrases.h"
#include "gui/model/board/road-grid.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/road.h"

#include <glib/gi18n.h>
#include <string.h>

enum {
	LOGO_WIDTH = 330,
	LOGO_HEIGHT = 84,
	RULE = 3, /* below the head */
	NATURAL_POINTS = 8,
	NATURAL_CARDS = 2,
};

#define BOX(...) ((struct sabot_board_box){__VA_ARGS__})
#define TEXT(...) ((struct sabot_board_text){__VA_ARGS__})

static void
draw_pixbuf(const struct sabot_board_pen *pen, const struct sabot_board_box *box, GdkPixbuf *logo)
{
	GdkRectangle place = sabot_board_pixels(pen, box);

	gdk_cairo_set_source_pixbuf(pen->cr, logo,
				    place.x + (place.width - gdk_pixbuf_get_width(logo)) / 2,
				    place.y + (place.height - gdk_pixbuf_get_height(logo)) / 2);
	cairo_paint(pen->cr);
}

/* Draw the logo, or the house's name instead. Returns where the title may begin. */
static double
draw_house(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene, double x,
	   double y)
{
	const struct sabot_board_box box = {x, y, LOGO_WIDTH, LOGO_HEIGHT};
	const char *name = sabot_board_style_get_name(scene->style);
	GdkPixbuf *logo = sabot_board_style_get_logo(scene->style, (int)(LOGO_WIDTH * pen->unit_px),
						     (int)(LOGO_HEIGHT * pen->unit_px));

	if (logo) {
		draw_pixbuf(pen, &box, logo);
		return x + LOGO_WIDTH + 26;
	}
	if (!*name)
		return x;
	sabot_board_plate(pen, &box, NULL, "sabot_board_gold", 1);
	sabot_board_write(pen, &BOX(x + 10, y, LOGO_WIDTH - 20, LOGO_HEIGHT),
			  &TEXT(name, 32, PANGO_WEIGHT_MEDIUM, "sabot_board_gold", 0.5));
	return x + LOGO_WIDTH + 26;
}

/* "Baccarat", with the table's name beside it. */
static void
draw_title(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
	   const struct sabot_board_box *box, double size, bool is_right)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	const char *game = view ? sabot_board_phrase_game(view->game) : "";
	const struct sabot_board_text title = {game, size, PANGO_WEIGHT_BOLD, "sabot_board_on_head",
					       0};
	const struct sabot_board_text name = {sabot_board_table_get_name(scene->table), size * 0.73,
					      PANGO_WEIGHT_NORMAL, "sabot_board_on_head", 0};
	double gap = *game ? size * 0.42 : 0, title_width = sabot_board_measure(pen, &title);
	double width = title_width + gap + sabot_board_measure(pen, &name);
	double scale = MIN(1, box->width / width);
	double x = is_right ? box->x + box->width - width * scale : box->x;

	sabot_board_write(pen, &BOX(x, box->y, title_width * scale + 1, box->height), &title);
	x += (title_width + gap) * scale;
	sabot_board_write(pen, &BOX(x, box->y, box->x + box->width - x + 1, box->height), &name);
}

/* "Bets 10 – 1000" with larger figures; at the left or the right of its place. */
static void
draw_limits(const struct sabot_board_pen *pen, const struct sabot_wire_view *view,
	    const struct sabot_board_box *box, double size, bool is_right)
{
	g_autofree char *limits = sabot_board_phrase_limits(view->min_minor, view->max_minor);
	const struct sabot_board_text word = {C_("board", "Bets"), size / 2, PANGO_WEIGHT_NORMAL,
					      "sabot_board_on_head", 0};
	const struct sabot_board_text figures = {limits, size, PANGO_WEIGHT_BOLD,
						 "sabot_board_on_head", 0};
	double word_width = sabot_board_measure(pen, &word);
	double width = word_width + size * 0.25 + sabot_board_measure(pen, &figures);
	double x = is_right ? box->x + box->width - width : box->x;

	if (!*limits)
		return;
	sabot_board_write(pen, &BOX(x, box->y + size * 0.14, word_width + 1, box->height), &word);
	x += word_width + size * 0.25;
	sabot_board_write(pen, &BOX(x, box->y, box->x + box->width - x + 1, box->height), &figures);
}

static void
draw_wide(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
	  const struct sabot_board_box *place, const char *where)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	double x = draw_house(pen, scene, 24, 14), right = place->width - 24;

	draw_title(pen, scene, &BOX(x, 0, right - 660 - x, 112), 52, false);
	if (view)
		draw_limits(pen, view, &BOX(right - 640, 8, 640, 58), 44, true);
	sabot_board_write(pen, &BOX(right - 640, 68, 640, 32),
			  &TEXT(where, 22, PANGO_WEIGHT_NORMAL, "sabot_board_on_head", 1));
}

static void
draw_tall(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
	  const struct sabot_board_box *place, const char *where)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	double x = draw_house(pen, scene, 24, 20), right = place->width - 24;

	draw_title(pen, scene, &BOX(x, 16, right - x, 92), 50, x > 24);
	if (view)
		draw_limits(pen, view, &BOX(24, 116, 560, 72), 44, false);
	sabot_board_write(pen, &BOX(right - 440, 116, 440, 72),
			  &TEXT(where, 24, PANGO_WEIGHT_NORMAL, "sabot_board_on_head", 1));
}

static void
draw_tile(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
	  const struct sabot_board_box *place, const char *where)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	const struct sabot_board_text load =
		TEXT(where, 26, PANGO_WEIGHT_NORMAL, "sabot_board_on_head", 0.5);
	double half = place->width * 0.42;

	sabot_board_write(pen, &BOX(16, 0, half - 200, 69),
			  &TEXT(sabot_board_table_get_name(scene->table), 40, PANGO_WEIGHT_BOLD,
				"sabot_board_on_head", 0));
	/* A number is left out rather than cut off. */
	if (sabot_board_has_room(pen, &load, 270))
		sabot_board_write(pen, &BOX(half - 170, 0, 270, 69), &load);
	if (view)
		draw_limits(pen, view, &BOX(half + 110, 0, place->width - half - 126, 69), 38,
			    true);
}

void
sabot_board_draw_head(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		      const struct sabot_board_box *place)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	g_autofree char *where = view ? sabot_board_phrase_place(view) : g_strdup("");
	GdkRectangle all = sabot_board_pixels(pen, place);
	double rule_px = MAX(1, RULE * pen->unit_px);

	sabot_paint_set_colour(pen->widget, pen->cr, "sabot_board_head");
	cairo_rectangle(pen->cr, 0, 0, all.width + 1, all.height - rule_px);
	cairo_fill(pen->cr);
	sabot_paint_set_colour(pen->widget, pen->cr, "sabot_board_gold");
	cairo_rectangle(pen->cr, 0, all.height - rule_px, all.width + 1, rule_px);
	cairo_fill(pen->cr);
	switch (scene->layout.form) {
	case SABOT_BOARD_WIDE:
		draw_wide(pen, scene, place, where);
		break;
	case SABOT_BOARD_TALL:
		draw_tall(pen, scene, place, where);
		break;
	case SABOT_BOARD_TILE:
		draw_tile(pen, scene, place, where);
		break;
	}
}

char *
sabot_board_name_head(const struct sabot_board_scene *scene)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	const char *table = sabot_board_table_get_name(scene->table);
	g_autofree char *limits = NULL, *where = NULL;

	if (!view)
		return g_strdup(table);
	limits = sabot_board_phrase_limits(view->min_minor, view->max_minor);
	where = sabot_board_phrase_place(view);
	return g_strdup_printf("%s, %s, %s %s, %s", table, sabot_board_phrase_game(view->game),
			       C_("board", "Bets"), limits, where);
}

static bool
is_natural(const struct sabot_wire_hand *hand)
{
	return hand && hand->cards->len == NATURAL_CARDS && hand->total >= NATURAL_POINTS;
}

/* "9 : 6", the winner's points first; "" if points are not known. Transferred. */
static char *
phrase_points(const struct sabot_wire_view *view)
{
	bool is_punto = view->winner == SABOT_WINNER_PUNTO;
	const struct sabot_wire_hand *first = is_punto ? view->punto : view->banca;
	const struct sabot_wire_hand *second = is_punto ? view->banca : view->punto;

	if (!first || !second || first->total < 0 || second->total < 0)
		return g_strdup("");
	return g_strdup_printf("%d : %d", (int)first->total, (int)second->total);
}

/* Who has won, with the points; a natural also has its star. */
static void
draw_winner(const struct sabot_board_pen *pen, const struct sabot_wire_view *view,
	    const struct sabot_board_box *place, const char *winner)
{
	static const char *const fills[] = {
		[SABOT_WINNER_PUNTO] = "sabot_board_band_punto",
		[SABOT_WINNER_BANCA] = "sabot_board_band_banca",
		[SABOT_WINNER_TIE] = "sabot_board_band_tie",
	};
	bool natural = is_natural(view->punto) || is_natural(view->banca);
	double size = place->height * 0.65, star = size * 0.2, x, room;
	g_autofree char *points = phrase_points(view);
	g_autofree char *said = g_strchomp(g_strdup_printf("%s   %s", winner, points));
	const struct sabot_board_text text = {said, size, PANGO_WEIGHT_BOLD, "sabot_board_on_band",
					      natural ? 0 : 0.5};
	const struct sabot_board_text also = {C_("board", "Natural"), size * 0.46,
					      PANGO_WEIGHT_SEMIBOLD, "sabot_board_on_band", 0};
	double more = natural ? sabot_board_measure(pen, &also) + size * 0.4 + star * 2.6 : 0;

	sabot_board_plate(pen, place, fills[view->winner], NULL, 0);
	room = place->width - 32 - more;
	x = natural ? 16 + MAX(0, room - sabot_board_measure(pen, &text)) / 2 : 16;
	x += sabot_board_write(pen, &BOX(x, 0, room, place->height), &text) + size * 0.4 + star;
	if (!natural)
		return;
	sabot_road_paint_star(pen->widget, pen->cr, x * pen->unit_px,
			      place->height / 2 * pen->unit_px, star * pen->unit_px);
	x += star * 1.6;
	sabot_board_write(pen, &BOX(x, 0, place->width - x - 16, place->height), &also);
}

void
sabot_board_draw_band(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		      const struct sabot_board_box *place)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	bool is_stale = sabot_board_table_is_stale(scene->table);
	const char *winner = view && !is_stale ? sabot_board_phrase_winner(view) : "";

	if (*winner) {
		draw_winner(pen, view, place, winner);
		return;
	}
	sabot_board_plate(pen, place, is_stale ? "sabot_high" : "sabot_panel",
			  is_stale ? NULL : "sabot_line", 1.5);
	sabot_board_write(pen, &BOX(16, 0, place->width - 32, place->height),
			  &TEXT(sabot_board_phrase_now(view, is_stale), place->height * 0.55,
				PANGO_WEIGHT_BOLD, is_stale ? "sabot_on_high" : "sabot_ink", 0.5));
}

char *
sabot_board_name_band(const struct sabot_board_scene *scene)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	bool is_stale = sabot_board_table_is_stale(scene->table);
	const char *winner = view && !is_stale ? sabot_board_phrase_winner(view) : "";
	g_autofree char *points = NULL;

	if (!*winner)
		return g_strdup(sabot_board_phrase_now(view, is_stale));
	points = phrase_points(view);
	return g_strchomp(g_strdup_printf("%s %s", winner, points));
}

/* While the band shows who has won, this shows the state of the next hand. */
void
sabot_board_draw_now(const struct sabot_board_pen *pen, const struct sabot_board_scene *scene,
		     const struct sabot_board_box *place)
{
	g_autofree char *text = sabot_board_name_now(scene);

	sabot_board_write(pen, place, &TEXT(text, 60, PANGO_WEIGHT_BOLD, "sabot_ink", 0.5));
}

char *
sabot_board_name_now(const struct sabot_board_scene *scene)
{
	const struct sabot_wire_view *view = sabot_board_table_get_view(scene->table);
	bool is_stale = sabot_board_table_is_stale(scene->table);

	if (view && !is_stale && *sabot_board_phrase_winner(view))
		return g_strdup(C_("board", "Payments are made"));
	return g_strdup("");
}
