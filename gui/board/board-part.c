/* The parts: see board-part.h. */
#include "board-part.h"

#include "board-blackjack.h"
#include "board-head.h"
#include "board-score.h"
#include "gui/model/board/board-phrases.h"

struct _SabotBoardPart {
	GtkDrawingArea parent_instance;
	enum sabot_board_part part;
	enum sabot_wire_road road; /* the road that it labels; SABOT_WIRE_ROADS: it is a part */
	const struct sabot_board_scene *scene;
	struct sabot_board_texts texts;
};

G_DEFINE_FINAL_TYPE(SabotBoardPart, sabot_board_part, GTK_TYPE_DRAWING_AREA)

static const struct {
	sabot_board_draw_fn *draw;
	sabot_board_name_fn *name;
} kinds[SABOT_BOARD_PARTS] = {
	[SABOT_BOARD_HEAD] = {sabot_board_draw_head, sabot_board_name_head},
	[SABOT_BOARD_PUNTO] = {sabot_board_draw_punto, sabot_board_name_punto},
	[SABOT_BOARD_BANCA] = {sabot_board_draw_banca, sabot_board_name_banca},
	[SABOT_BOARD_BAND] = {sabot_board_draw_band, sabot_board_name_band},
	[SABOT_BOARD_COUNTS] = {sabot_board_draw_counts, sabot_board_name_counts},
	[SABOT_BOARD_ASK] = {sabot_board_draw_ask, sabot_board_name_ask},
	[SABOT_BOARD_NOW] = {sabot_board_draw_now, sabot_board_name_now},
	[SABOT_BOARD_LEGEND] = {sabot_board_draw_legend, sabot_board_name_legend},
	[SABOT_BOARD_DEALER] = {sabot_board_draw_dealer, sabot_board_name_dealer},
	[SABOT_BOARD_RULES] = {sabot_board_draw_rules, sabot_board_name_rules},
	[SABOT_BOARD_LAST] = {sabot_board_draw_last, sabot_board_name_last},
};

/* Above its grid, at the left; for a derived road with its glyph. */
static void
draw_label(const struct sabot_board_pen *pen, enum sabot_wire_road road,
	   const struct sabot_board_box *place)
{
	static const char *const glyphs[SABOT_WIRE_ROADS] = {[SABOT_WIRE_ROAD_BIG_EYE] = "  ○",
							     [SABOT_WIRE_ROAD_SMALL] = "  ●",
							     [SABOT_WIRE_ROAD_COCKROACH] = "  ⁄"};
	/* There is room above for letters larger than the drawing's. */
	const struct sabot_board_box line = {0, place->height * 0.26, place->width,
					     place->height * 0.74};
	g_autofree char *text =
		g_strconcat(sabot_board_phrase_road(road), glyphs[road] ? glyphs[road] : "", NULL);

	sabot_board_write_title(pen, &line,
				&(struct sabot_board_text){.text = text,
							   .size = line.height * 0.7,
							   .weight = PANGO_WEIGHT_NORMAL,
							   .colour = "sabot_quiet"});
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotBoardPart *part = SABOT_BOARD_PART(widget);
	double unit_px = part->scene->layout.unit_px;
	const struct sabot_board_pen pen = {widget, cr, unit_px, &part->texts};
	const struct sabot_board_box place = {
		.width = gtk_widget_get_allocated_width(widget) / unit_px,
		.height = gtk_widget_get_allocated_height(widget) / unit_px};

	part->texts = (struct sabot_board_texts){.least_px = G_MAXINT};
	if (part->road != SABOT_WIRE_ROADS)
		draw_label(&pen, part->road, &place);
	else
		kinds[part->part].draw(&pen, part->scene, &place);
	return FALSE;
}

static void
sabot_board_part_class_init(SabotBoardPartClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	widget_class->draw = draw;
	gtk_widget_class_set_css_name(widget_class, "sabot-board-part");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_LABEL);
}

static void
sabot_board_part_init(SabotBoardPart *part)
{
	gtk_widget_set_has_window(GTK_WIDGET(part), FALSE);
}

static GtkWidget *
new_part(enum sabot_board_part kind, enum sabot_wire_road road,
	 const struct sabot_board_scene *scene)
{
	SabotBoardPart *part = g_object_new(SABOT_TYPE_BOARD_PART, "visible", TRUE, NULL);

	part->part = kind;
	part->road = road;
	part->scene = scene;
	sabot_board_style_apply(scene->style, GTK_WIDGET(part));
	sabot_board_part_update(part);
	return GTK_WIDGET(part);
}

GtkWidget *
sabot_board_part_new(enum sabot_board_part part, const struct sabot_board_scene *scene)
{
	return new_part(part, SABOT_WIRE_ROADS, scene);
}

GtkWidget *
sabot_board_part_new_label(enum sabot_wire_road road, const struct sabot_board_scene *scene)
{
	return new_part(SABOT_BOARD_PARTS, road, scene);
}

void
sabot_board_part_update(SabotBoardPart *part)
{
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(part));
	g_autofree char *name = part->road != SABOT_WIRE_ROADS
					? g_strdup(sabot_board_phrase_road(part->road))
					: kinds[part->part].name(part->scene);

	if (g_strcmp0(atk_object_get_name(accessible), name) != 0)
		atk_object_set_name(accessible, name);
	gtk_widget_queue_draw(GTK_WIDGET(part));
}

const struct sabot_board_texts *
sabot_board_part_get_texts(SabotBoardPart *part)
{
	return &part->texts;
}
