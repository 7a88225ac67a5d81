/* See scroll.h. What is left out is looked for at each painting: lines wrap, rows come and go. */
#include "gui/widgets/scroll.h"

#include "gui/widgets/paint.h"

#include <stdbool.h>

enum {
	MARK_WIDTH_PX = 18,
	MARK_HEIGHT_PX = 7,
	TAB_WIDTH_PX = 34, /* behind the mark, where no line is left out */
	TAB_HEIGHT_PX = 11,
	SLACK_PX = 2,    /* of a line's height nothing is painted there */
	PICTURE_PX = 56, /* a higher part is no line: its half can be looked at … */
	SLIVER_PX = 16,  /* … but not less than this of it */
	RIM_PX = 8,      /* of a box with parts so little is its frame alone */
	SHARE = 3,       /* a strip has at most this part of the height */
	ROUNDS_MAX = 8,  /* a line left out in one column can cut one in another */
};

/* What lies at one edge, in pixels of what is in sight. */
struct strip {
	bool is_shown;
	int from_px, to_px;
};

struct _SabotScroll {
	GtkScrolledWindow parent_instance;
	GtkGesture *touch;
	struct strip above, below; /* as painted last */
};

G_DEFINE_FINAL_TYPE(SabotScroll, sabot_scroll, GTK_TYPE_SCROLLED_WINDOW)

/* --- Lines at an edge ------------------------------------------------------------------------ */

/*
 * The lines that lie in a part of the view, or that one edge of no height cuts: from the highest
 * one's top to the lowest one's bottom.
 */
struct cut {
	GtkWidget *view;
	GdkRectangle part;
	bool is_upper; /* the upper edge */
	int top_px, bottom_px;
};

/* `painted_px`: from where to where something of the line is painted. */
static void
add_painted_line(struct cut *cut, const GdkRectangle *line, const int painted_px[2])
{
	const GdkRectangle *part = &cut->part;

	if (painted_px[0] >= part->y + part->height || painted_px[1] <= part->y ||
	    line->x >= part->x + part->width || line->x + line->width <= part->x)
		return;
	cut->top_px = MIN(cut->top_px, line->y);
	cut->bottom_px = MAX(cut->bottom_px, line->y + line->height);
}

static void
add_line(struct cut *cut, const GdkRectangle *line)
{
	const int painted_px[] = {line->y + SLACK_PX, line->y + line->height - SLACK_PX};

	add_painted_line(cut, line, painted_px);
}

/* `begin`: where the label begins. Letters below the line ("g") reach into its last pixels. */
static void
add_label(struct cut *cut, GtkLabel *label, const GdkRectangle *begin)
{
	PangoLayoutIter *line = pango_layout_get_iter(gtk_label_get_layout(label));
	GtkAllocation place;
	int text_x, text_y;

	gtk_widget_get_allocation(GTK_WIDGET(label), &place);
	gtk_label_get_layout_offsets(label, &text_x, &text_y);
	do {
		PangoRectangle ink, letters;
		GdkRectangle whole;
		int painted_px[2];

		pango_layout_iter_get_line_extents(line, &ink, &letters);
		whole.x = begin->x + text_x - place.x + letters.x / PANGO_SCALE;
		whole.y = begin->y + text_y - place.y + letters.y / PANGO_SCALE;
		whole.width = letters.width / PANGO_SCALE;
		whole.height = letters.height / PANGO_SCALE;
		painted_px[0] = MIN(whole.y + SLACK_PX,
				    begin->y + text_y - place.y + PANGO_PIXELS_FLOOR(ink.y));
		painted_px[1] =
			MAX(whole.y + whole.height - SLACK_PX,
			    begin->y + text_y - place.y + PANGO_PIXELS_CEIL(ink.y + ink.height));
		add_painted_line(cut, &whole, painted_px);
	} while (pango_layout_iter_next_line(line));
	pango_layout_iter_free(line);
}

static void
add_part(GtkWidget *part, gpointer data);

/* Only the rows at both ends of what is looked at: there are hundreds. */
static void
add_rows(struct cut *cut, GtkListBox *list, int list_y)
{
	int y = cut->part.y - list_y;
	GtkListBoxRow *first = gtk_list_box_get_row_at_y(list, y);
	GtkListBoxRow *last = gtk_list_box_get_row_at_y(list, y + cut->part.height);

	if (first)
		add_part(GTK_WIDGET(first), cut);
	if (last && last != first)
		add_part(GTK_WIDGET(last), cut);
	if (!gtk_list_box_get_row_at_index(list, 0)) /* what is there instead of rows */
		gtk_container_forall(GTK_CONTAINER(list), add_part, cut);
}

/* Of what an edge cuts less is in sight than would say what it is. */
static bool
is_sliver(const struct cut *cut, const GdkRectangle *place, int least_px)
{
	int seen_px =
		cut->is_upper ? place->y + place->height - cut->part.y : cut->part.y - place->y;

	return cut->part.height == 0 && seen_px < least_px;
}

/* Only what reaches into that part is looked at. */
static void
add_part(GtkWidget *part, gpointer data)
{
	struct cut *cut = data;
	GdkRectangle place = {0, 0, gtk_widget_get_allocated_width(part),
			      gtk_widget_get_allocated_height(part)};

	if (!gtk_widget_get_mapped(part) ||
	    !gtk_widget_translate_coordinates(part, cut->view, 0, 0, &place.x, &place.y) ||
	    place.y >= cut->part.y + cut->part.height || place.y + place.height <= cut->part.y)
		return;
	if (GTK_IS_LABEL(part)) {
		add_label(cut, GTK_LABEL(part), &place);
	} else if (GTK_IS_LIST_BOX(part)) {
		add_rows(cut, GTK_LIST_BOX(part), place.y);
	} else if (GTK_IS_CONTAINER(part)) {
		if (is_sliver(cut, &place, RIM_PX))
			add_line(cut, &place);
		gtk_container_forall(GTK_CONTAINER(part), add_part, cut);
	} else if (place.height <= PICTURE_PX || is_sliver(cut, &place, SLIVER_PX)) {
		add_line(cut, &place);
	}
}

static GtkWidget *
view_of(SabotScroll *scroll)
{
	return gtk_bin_get_child(GTK_BIN(scroll));
}

static struct cut
find_lines(GtkWidget *view, const GdkRectangle *part, bool is_upper)
{
	struct cut cut = {view, *part, is_upper, part->y + part->height, part->y};

	gtk_container_forall(GTK_CONTAINER(view), add_part, &cut);
	return cut;
}

/* Where the lines that an edge cuts begin; at the upper edge: where they end. */
static int
find_end(GtkWidget *view, int edge_px, bool is_upper)
{
	GdkRectangle edge = {0, edge_px, gtk_widget_get_allocated_width(view), 0};
	struct cut cut = find_lines(view, &edge, is_upper);

	return is_upper ? cut.bottom_px : cut.top_px;
}

static bool
is_free(GtkWidget *view, const GdkRectangle *part)
{
	struct cut cut = find_lines(view, part, false);

	return cut.top_px > cut.bottom_px;
}

/* --- Strips ---------------------------------------------------------------------------------- */

/*
 * The tab of a mark lies at the edge, in its middle; a strip of left out lines can be higher. Where
 * there is none, the tab is beside the letters: false if it is over some wherever it is.
 */
static bool
find_tab(GtkWidget *view, const struct strip *strip, GdkRectangle *ret_tab)
{
	int all_px = gtk_widget_get_allocated_width(view);
	int width_px = MIN(TAB_WIDTH_PX, all_px), right_px = all_px - width_px;
	int height_px = strip->to_px - strip->from_px;
	const int places_px[] = {right_px / 2, right_px, 0};
	GdkRectangle tab = {0, 0, width_px, MAX(TAB_HEIGHT_PX, height_px)};

	tab.y = strip->from_px <= 0 ? 0 : gtk_widget_get_allocated_height(view) - tab.height;
	for (gsize i = 0; i < G_N_ELEMENTS(places_px); i++) {
		tab.x = places_px[i];
		*ret_tab = tab;
		if (height_px >= TAB_HEIGHT_PX || is_free(view, &tab))
			return true;
	}
	ret_tab->x = places_px[0];
	return false;
}

/* The strip ends at `end_px` unless it would be too high. Whether it does. */
static bool
extend(GtkWidget *view, struct strip *strip, int end_px)
{
	int height_px = gtk_widget_get_allocated_height(view);
	bool is_upper = strip->from_px <= 0;

	if ((is_upper ? end_px : height_px - end_px) > height_px / SHARE)
		return false;
	*(is_upper ? &strip->to_px : &strip->from_px) = end_px;
	return true;
}

static void
leave_out_cut_lines(GtkWidget *view, struct strip *strip)
{
	bool is_upper = strip->from_px <= 0;

	for (int i = 0; i < ROUNDS_MAX; i++) {
		int edge_px = is_upper ? strip->to_px : strip->from_px;
		int end_px = find_end(view, edge_px, is_upper);

		if (end_px == edge_px || !extend(view, strip, end_px))
			break;
	}
}

/* The mark is over no letters: if there is no place beside them, they are left out. */
static void
fill_strip(GtkWidget *view, struct strip *strip)
{
	bool is_upper = strip->from_px <= 0;
	struct cut under;
	GdkRectangle tab;

	if (!strip->is_shown)
		return;
	leave_out_cut_lines(view, strip);
	if (find_tab(view, strip, &tab))
		return;
	under = find_lines(view, &tab, is_upper);
	if (extend(view, strip, is_upper ? under.bottom_px : under.top_px))
		leave_out_cut_lines(view, strip);
}

static void
find_strips(SabotScroll *scroll)
{
	GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroll));
	GtkWidget *view = view_of(scroll);
	double value = gtk_adjustment_get_value(down);
	double last = gtk_adjustment_get_upper(down) - gtk_adjustment_get_page_size(down);
	int height_px = view ? gtk_widget_get_allocated_height(view) : 0;
	GtkPolicyType policy;

	gtk_scrolled_window_get_policy(GTK_SCROLLED_WINDOW(scroll), NULL, &policy);
	scroll->above = (struct strip){false, 0, 0};
	scroll->below = (struct strip){false, height_px, height_px};
	if (policy == GTK_POLICY_NEVER || !GTK_IS_CONTAINER(view))
		return;
	scroll->above.is_shown = value >= gtk_adjustment_get_lower(down) + 1;
	scroll->below.is_shown = value <= last - 1;
	fill_strip(view, &scroll->above);
	fill_strip(view, &scroll->below);
}

/* Where what is in sight lies. */
static GdkRectangle
place_of(SabotScroll *scroll)
{
	GtkWidget *view = view_of(scroll);
	GdkRectangle place = {0};

	if (!view)
		return place;
	gtk_widget_translate_coordinates(view, GTK_WIDGET(scroll), 0, 0, &place.x, &place.y);
	place.width = gtk_widget_get_allocated_width(view);
	place.height = gtk_widget_get_allocated_height(view);
	return place;
}

static GdkRectangle
tab_of(SabotScroll *scroll, const struct strip *strip)
{
	GdkRectangle all = place_of(scroll), tab;

	find_tab(view_of(scroll), strip, &tab);
	tab.x += all.x;
	tab.y += all.y;
	return tab;
}

static void
paint_mark(SabotScroll *scroll, cairo_t *cr, const GdkRectangle *tab, bool is_below)
{
	GtkWidget *widget = GTK_WIDGET(scroll);
	double way = is_below ? MARK_HEIGHT_PX / 2.0 : -MARK_HEIGHT_PX / 2.0;
	double x = tab->x + tab->width / 2.0;
	double y = tab->y + (is_below ? tab->height - TAB_HEIGHT_PX / 2.0 : TAB_HEIGHT_PX / 2.0);

	gtk_render_background(gtk_widget_get_style_context(widget), cr, tab->x, tab->y, tab->width,
			      tab->height);
	cairo_move_to(cr, x - MARK_WIDTH_PX / 2.0, y - way);
	cairo_line_to(cr, x + MARK_WIDTH_PX / 2.0, y - way);
	cairo_line_to(cr, x, y + way);
	cairo_close_path(cr);
	sabot_paint_set_colour(widget, cr, "sabot_quiet");
	cairo_fill(cr);
}

/* The lines that are not whole are not painted, so that what is behind them is seen there. */
static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotScroll *scroll = SABOT_SCROLL(widget);
	int width_px = gtk_widget_get_allocated_width(widget);
	int height_px = gtk_widget_get_allocated_height(widget);
	GdkRectangle view;

	find_strips(scroll);
	view = place_of(scroll);
	if (!scroll->above.is_shown && !scroll->below.is_shown)
		return GTK_WIDGET_CLASS(sabot_scroll_parent_class)->draw(widget, cr);
	gtk_render_background(gtk_widget_get_style_context(widget), cr, 0, 0, width_px, height_px);
	cairo_save(cr);
	cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
	cairo_rectangle(cr, 0, 0, width_px, height_px);
	for (int i = 0; i < 2; i++) {
		const struct strip *strip = i ? &scroll->below : &scroll->above;

		cairo_rectangle(cr, view.x, view.y + strip->from_px, view.width,
				strip->to_px - strip->from_px);
	}
	cairo_clip(cr);
	GTK_WIDGET_CLASS(sabot_scroll_parent_class)->draw(widget, cr);
	cairo_restore(cr);
	for (int i = 0; i < 2; i++) {
		const struct strip *strip = i ? &scroll->below : &scroll->above;
		GdkRectangle tab;

		if (!strip->is_shown)
			continue;
		tab = tab_of(scroll, strip);
		paint_mark(scroll, cr, &tab, i);
	}
	return FALSE;
}

/* --- Touches --------------------------------------------------------------------------------- */

static bool
is_touched(SabotScroll *scroll, const struct strip *strip, int x_px, int y_px)
{
	GdkRectangle view = place_of(scroll), tab;

	if (!strip->is_shown)
		return false;
	tab = tab_of(scroll, strip);
	if (x_px >= tab.x && x_px < tab.x + tab.width && y_px >= tab.y && y_px < tab.y + tab.height)
		return true;
	return y_px >= view.y + strip->from_px && y_px < view.y + strip->to_px;
}

/* What is not painted is not touched: the strip scrolls, to where it begins. */
static void
on_pressed(GtkGestureMultiPress *touch, int n_times, double x, double y, gpointer data)
{
	SabotScroll *scroll = data;
	GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroll));
	int height_px = place_of(scroll).height, by_px = 0;

	(void)n_times;
	if (is_touched(scroll, &scroll->below, (int)x, (int)y))
		by_px = scroll->below.from_px - scroll->above.to_px;
	else if (is_touched(scroll, &scroll->above, (int)x, (int)y))
		by_px = scroll->above.to_px - scroll->below.from_px;
	if (by_px == 0 || height_px <= 0) {
		gtk_gesture_set_state(GTK_GESTURE(touch), GTK_EVENT_SEQUENCE_DENIED);
		return;
	}
	gtk_gesture_set_state(GTK_GESTURE(touch), GTK_EVENT_SEQUENCE_CLAIMED);
	gtk_adjustment_set_value(down, gtk_adjustment_get_value(down) + by_px);
}

static void
on_moved(GtkScrolledWindow *scroll, GParamSpec *property, gpointer data)
{
	GtkAdjustment *down = gtk_scrolled_window_get_vadjustment(scroll);

	(void)property;
	(void)data;
	if (!down)
		return;
	g_signal_connect_object(down, "changed", G_CALLBACK(gtk_widget_queue_draw), scroll,
				G_CONNECT_SWAPPED);
	g_signal_connect_object(down, "value-changed", G_CALLBACK(gtk_widget_queue_draw), scroll,
				G_CONNECT_SWAPPED);
}

static void
sabot_scroll_finalize(GObject *object)
{
	g_object_unref(SABOT_SCROLL(object)->touch);
	G_OBJECT_CLASS(sabot_scroll_parent_class)->finalize(object);
}

static void
sabot_scroll_class_init(SabotScrollClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_scroll_finalize;
	GTK_WIDGET_CLASS(klass)->draw = draw;
}

static void
sabot_scroll_init(SabotScroll *scroll)
{
	scroll->touch = gtk_gesture_multi_press_new(GTK_WIDGET(scroll));
	gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(scroll->touch),
						   GTK_PHASE_CAPTURE);
	g_signal_connect(scroll->touch, "pressed", G_CALLBACK(on_pressed), scroll);
	g_signal_connect(scroll, "notify::vadjustment", G_CALLBACK(on_moved), NULL);
}

GtkWidget *
sabot_scroll_new(void)
{
	return g_object_new(SABOT_TYPE_SCROLL, NULL);
}
