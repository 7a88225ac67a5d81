/* Tags on the cloth: see pay-tag.h. */
#include "gui/display/pay-tag.h"

#include "gui/display/hold.h"
#include "gui/display/table-paint.h"
#include "gui/widgets/paint.h"
#include "gui/widgets/placed.h"

enum {
	RIM_PX = 2,            /* margin around the drawing: two tags that touch look apart */
	STACKED_PX = 54,       /* from this height on the texts are one below the other … */
	STACKED_WIDE_PX = 150, /* … in a place that is no wider */
	NARROW_PX = 66,        /* a narrower place has only a tick when it is done */
	FOOT_PX = 46,          /* from this height on the foot fits */
};

/* Height in letters from which on a frame fits around them. */
#define LOW_LINES 1.5

struct _SabotPayTag {
	GtkButton parent_instance;
	struct sabot_tag_picture picture; /* owns its texts */
};

G_DEFINE_FINAL_TYPE(SabotPayTag, sabot_pay_tag, GTK_TYPE_BUTTON)

static void
paint_dashed(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all, const char *colour)
{
	sabot_table_box_paint(widget, cr, all, colour,
			      (struct sabot_table_rim){
				      .radius_px = 6, .line_px = 1.5, .dash_px = 5, .gap_px = 4});
}

/* Returns the colour for its texts. */
static const char *
paint_ground(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all, enum sabot_tag_look look)
{
	bool is_pressed = gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_ACTIVE;
	/* In a place as low as its letters a frame would cross them. */
	bool is_low = all->height < sabot_table_letters(widget, 0, true) * LOW_LINES;

	if (is_pressed)
		sabot_table_box_paint(widget, cr, all, "sabot_pressed",
				      (struct sabot_table_rim){.radius_px = 6});
	switch (look) {
	case SABOT_TAG_PLAIN:
		if (!is_pressed)
			sabot_table_box_paint(widget, cr, all, "sabot_field",
					      (struct sabot_table_rim){.radius_px = 6});
		if (!is_low)
			sabot_table_box_paint(widget, cr, all, "sabot_edge",
					      (struct sabot_table_rim){.radius_px = 6,
								       .line_px = 2});
		return "sabot_ink";
	case SABOT_TAG_NEXT:
		sabot_table_box_paint(widget, cr, all, "sabot_turn",
				      (struct sabot_table_rim){.radius_px = 6});
		return "sabot_on_turn";
	case SABOT_TAG_QUIET:
		if (!is_low)
			sabot_table_box_paint(widget, cr, all, "sabot_edge",
					      (struct sabot_table_rim){.radius_px = 6,
								       .line_px = 1.5});
		return "sabot_quiet";
	case SABOT_TAG_DASHED:
		paint_dashed(widget, cr, all, "sabot_edge");
		return "sabot_quiet";
	case SABOT_TAG_DONE:
		return "sabot_quiet";
	case SABOT_TAG_SEAT:
		sabot_table_box_paint(widget, cr, all, "sabot_cloth_line",
				      (struct sabot_table_rim){.radius_px = 6, .line_px = 1.5});
		return "sabot_ink";
	case SABOT_TAG_OPEN:
		paint_dashed(widget, cr, all, "sabot_cloth_line");
		return "sabot_quiet";
	}
	return "sabot_ink";
}

static void
paint_line(GtkWidget *widget, cairo_t *cr, GdkRectangle *line, int height_px,
	   const struct sabot_table_text *text)
{
	line->height = height_px;
	sabot_table_text_paint(widget, cr, line, text);
	line->y += height_px;
}

static double
letters(GtkWidget *widget, double px)
{
	return sabot_table_letters(widget, px, true);
}

static bool
fits(GtkWidget *widget, int width_px, const char *words)
{
	struct sabot_table_text text = {words, letters(widget, 16), PANGO_WEIGHT_BOLD, NULL, 0.5};

	return sabot_table_text_fitting(widget, width_px, &text) >= letters(widget, 0);
}

/* The sign above the amount, if they do not fit side by side. */
static bool
paint_brief_stacked(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all, const char *brief,
		    const char *colour)
{
	g_autofree char *sign = g_utf8_substring(brief, 0, 1);
	const char *amount = g_utf8_next_char(brief);
	struct sabot_table_text text = {sign, letters(widget, 0), PANGO_WEIGHT_BOLD, colour, 0.5};
	int line_px = all->height / 2;
	GdkRectangle line = {all->x, all->y, all->width, line_px};

	if (!*amount || line_px < text.size_px || !fits(widget, all->width - 2, amount))
		return false;
	paint_line(widget, cr, &line, line_px, &text);
	text.text = amount;
	paint_line(widget, cr, &line, line_px, &text);
	return true;
}

/* At most one character is drawn smaller than readable: the sign shows the direction. */
static void
paint_brief(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all, const char *brief,
	    const char *colour)
{
	g_autofree char *sign = g_utf8_substring(brief, 0, 1);
	double size_px = MIN(letters(widget, 21), all->height * 0.68);
	struct sabot_table_text text = {brief, MAX(size_px, letters(widget, 0)), PANGO_WEIGHT_BOLD,
					colour, 0.5};

	if (sabot_table_text_fitting(widget, all->width - 2, &text) < letters(widget, 0)) {
		if (paint_brief_stacked(widget, cr, all, brief, colour))
			return;
		text.text = sign;
	}
	sabot_table_text_paint(widget, cr, all, &text);
}

/* A seat's bets in a narrow place: its number, then a word a line. */
static void
paint_seat(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all,
	   const struct sabot_tag_picture *picture, const char *colour)
{
	g_auto(GStrv) words = g_strsplit(picture->text, " ", 2);
	struct sabot_table_text text = {picture->brief, letters(widget, 0), PANGO_WEIGHT_SEMIBOLD,
					"sabot_quiet", 0.5};
	int n_lines = 1 + (int)g_strv_length(words), line_px = all->height / n_lines;
	GdkRectangle line = {all->x, all->y, all->width, line_px};

	paint_line(widget, cr, &line, line_px, &text);
	text.weight = PANGO_WEIGHT_BOLD;
	text.colour = colour;
	for (int i = 0; words[i]; i++) {
		text.text = words[i];
		paint_line(widget, cr, &line, line_px, &text);
	}
}

/* True if the smallest letters of all texts on the tag are readable. */
static bool
is_readable(GtkWidget *widget, const GdkRectangle *all, const struct sabot_tag_picture *picture,
	    bool is_stacked)
{
	g_autofree char *whole = is_stacked ? g_strdup(picture->text)
					    : g_strconcat(picture->head, *picture->head ? " " : "",
							  picture->text, NULL);

	return fits(widget, all->width - 8, whole) &&
	       (!is_stacked || fits(widget, all->width - 8, picture->head));
}

/* The longer of the two that fits; NULL if none does. */
static const char *
choose_foot(GtkWidget *widget, int width_px, const struct sabot_tag_picture *picture)
{
	if (*picture->foot && fits(widget, width_px, picture->foot))
		return picture->foot;
	if (*picture->foot_brief && fits(widget, width_px, picture->foot_brief))
		return picture->foot_brief;
	return NULL;
}

static void
paint_stacked(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all,
	      const struct sabot_tag_picture *picture, const char *colour)
{
	struct sabot_table_text head = {picture->head, letters(widget, 16), PANGO_WEIGHT_SEMIBOLD,
					colour, 0.5};
	struct sabot_table_text text = {picture->text, letters(widget, 25), PANGO_WEIGHT_BOLD,
					colour, 0.5};
	struct sabot_table_text foot = {choose_foot(widget, all->width - 6, picture),
					letters(widget, 15), PANGO_WEIGHT_MEDIUM, colour, 0.5};
	int head_px = *picture->head ? (int)(head.size_px * 1.1) : 0;
	int foot_px = foot.text ? (int)(foot.size_px * 1.1) : 0;
	int text_px = MIN((int)(text.size_px * 1.2), all->height - head_px - foot_px);
	GdkRectangle line = {all->x + 3, all->y, all->width - 6, 0};

	if (picture->look == SABOT_TAG_DONE || picture->look == SABOT_TAG_SEAT) {
		text.size_px = letters(widget, 19);
		text.weight =
			picture->look == SABOT_TAG_SEAT ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL;
	}
	line.y += (all->height - head_px - text_px - foot_px) / 2;
	paint_line(widget, cr, &line, head_px, &head);
	paint_line(widget, cr, &line, text_px, &text);
	if (foot.text)
		paint_line(widget, cr, &line, foot_px, &foot);
}

static void
paint_inline(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all,
	     const struct sabot_tag_picture *picture, const char *colour)
{
	const char *words = all->height >= sabot_table_px(widget, FOOT_PX)
				    ? choose_foot(widget, all->width - 8, picture)
				    : NULL;
	g_autofree char *whole =
		g_strconcat(picture->head, *picture->head ? " " : "", picture->text, NULL);
	bool is_done = picture->look == SABOT_TAG_DONE;
	struct sabot_table_text text = {
		whole,
		MAX(MIN(letters(widget, is_done ? 21 : 26), all->height * 0.68),
		    letters(widget, 0)),
		is_done ? PANGO_WEIGHT_MEDIUM : PANGO_WEIGHT_BOLD, colour, 0.5};
	struct sabot_table_text foot = {words, letters(widget, 14), PANGO_WEIGHT_MEDIUM, colour,
					0.5};
	GdkRectangle line = {all->x + 4, all->y, all->width - 8, all->height};
	int foot_px = words ? (int)(foot.size_px * 1.15) : 0;

	paint_line(widget, cr, &line, all->height - foot_px - (words ? 2 : 0), &text);
	if (words)
		paint_line(widget, cr, &line, foot_px, &foot);
}

static void
paint_tick(GtkWidget *widget, cairo_t *cr, const GdkRectangle *all, const char *colour)
{
	double size_px = MIN(all->width, all->height) * 0.6;
	struct sabot_point corner = {all->x + (all->width - size_px) / 2,
				     all->y + (all->height - size_px) / 2};

	sabot_table_tick_paint(widget, cr, corner, size_px, colour);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	const struct sabot_tag_picture *picture = &SABOT_PAY_TAG(widget)->picture;
	int rim = sabot_table_grow(widget, RIM_PX);
	GdkRectangle all = {rim, rim, gtk_widget_get_allocated_width(widget) - 2 * rim,
			    gtk_widget_get_allocated_height(widget) - 2 * rim};
	const char *colour = paint_ground(widget, cr, &all, picture->look);

	bool is_stacked = all.height >= sabot_table_px(widget, STACKED_PX) &&
			  all.width <= sabot_table_px(widget, STACKED_WIDE_PX);

	if (picture->look == SABOT_TAG_DONE && all.width < sabot_table_px(widget, NARROW_PX))
		paint_tick(widget, cr, &all, colour);
	else if ((picture->look == SABOT_TAG_SEAT || picture->look == SABOT_TAG_OPEN) &&
		 *picture->brief && !is_readable(widget, &all, picture, is_stacked))
		paint_seat(widget, cr, &all, picture, colour);
	else if (*picture->brief && !is_readable(widget, &all, picture, is_stacked))
		paint_brief(widget, cr, &all, picture->brief, colour);
	else if (is_stacked)
		paint_stacked(widget, cr, &all, picture, colour);
	else
		paint_inline(widget, cr, &all, picture, colour);
	if (gtk_widget_has_visible_focus(widget)) {
		GdkRectangle inner = {all.x + 3, all.y + 3, all.width - 6, all.height - 6};

		sabot_table_box_paint(widget, cr, &inner, "sabot_rim",
				      (struct sabot_table_rim){.radius_px = 4, .line_px = 2});
	}
	return FALSE;
}

static void
free_texts(SabotPayTag *tag)
{
	g_free((char *)tag->picture.head);
	g_free((char *)tag->picture.text);
	g_free((char *)tag->picture.foot);
	g_free((char *)tag->picture.foot_brief);
	g_free((char *)tag->picture.brief);
}

static void
sabot_pay_tag_finalize(GObject *object)
{
	free_texts(SABOT_PAY_TAG(object));
	G_OBJECT_CLASS(sabot_pay_tag_parent_class)->finalize(object);
}

static void
sabot_pay_tag_class_init(SabotPayTagClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_pay_tag_finalize;
	widget_class->draw = draw;
	sabot_placed_class(widget_class);
	gtk_widget_class_set_css_name(widget_class, "sabot-pay-tag");
}

static void
sabot_pay_tag_init(SabotPayTag *tag)
{
	gtk_widget_set_focus_on_click(GTK_WIDGET(tag), FALSE);
	tag->picture.head = g_strdup("");
	tag->picture.text = g_strdup("");
	tag->picture.foot = g_strdup("");
	tag->picture.foot_brief = g_strdup("");
	tag->picture.brief = g_strdup("");
}

GtkWidget *
sabot_pay_tag_new(void)
{
	return g_object_new(SABOT_TYPE_PAY_TAG, "visible", TRUE, NULL);
}

void
sabot_pay_tag_set(SabotPayTag *tag, const char *name, const struct sabot_tag_picture *picture)
{
	GtkWidget *widget = GTK_WIDGET(tag);

	if (tag->picture.look != picture->look ||
	    g_strcmp0(tag->picture.head, picture->head) != 0 ||
	    g_strcmp0(tag->picture.text, picture->text) != 0 ||
	    g_strcmp0(tag->picture.foot, picture->foot) != 0 ||
	    g_strcmp0(tag->picture.foot_brief, picture->foot_brief) != 0 ||
	    g_strcmp0(tag->picture.brief, picture->brief) != 0) {
		free_texts(tag);
		tag->picture.look = picture->look;
		tag->picture.head = g_strdup(picture->head ? picture->head : "");
		tag->picture.text = g_strdup(picture->text ? picture->text : "");
		tag->picture.foot = g_strdup(picture->foot ? picture->foot : "");
		tag->picture.foot_brief = g_strdup(picture->foot_brief ? picture->foot_brief : "");
		tag->picture.brief = g_strdup(picture->brief ? picture->brief : "");
		gtk_widget_queue_draw(widget);
	}
	sabot_hold_set(widget, picture->meaning, picture->can_press);
	gtk_widget_set_can_focus(widget, picture->can_press);
	atk_object_set_name(gtk_widget_get_accessible(widget), name);
}
