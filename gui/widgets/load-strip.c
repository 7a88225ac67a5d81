/* The load by positions: see load-strip.h. */
#include "gui/widgets/load-strip.h"

#include "gui/model/tables/feed.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/paint.h"
#include "proto/messages/table-messages.h"

enum { MARK_MIN_PX = 3, CUT_PX = 2 };

struct _SabotLoadStrip {
	GtkDrawingArea parent_instance;
	SabotTableItem *item;
	gulong changed_handler;
	GCancellable *cancellable;       /* for requests about this table */
	int64_t load, round, n_unread;   /* as of the last request */
	gboolean is_cut;                 /* likewise */
	struct sabot_wire_load *shown;   /* or NULL */
	int64_t seen_cards, total_cards; /* as drawn */
};

G_DEFINE_FINAL_TYPE(SabotLoadStrip, sabot_load_strip, GTK_TYPE_DRAWING_AREA)

static void
forget_item(SabotLoadStrip *strip)
{
	sabot_give_up(&strip->cancellable);
	if (strip->item)
		g_clear_signal_handler(&strip->changed_handler, strip->item);
	g_clear_object(&strip->item);
	g_clear_pointer(&strip->shown, sabot_record_unref);
}

static void
sabot_load_strip_dispose(GObject *object)
{
	forget_item(SABOT_LOAD_STRIP(object));
	G_OBJECT_CLASS(sabot_load_strip_parent_class)->dispose(object);
}

/* Draw `n_cards` from the `first`; at least wide enough to be visible. */
static void
fill(SabotLoadStrip *strip, cairo_t *cr, int64_t first, int64_t n_cards, const char *colour)
{
	GtkWidget *widget = GTK_WIDGET(strip);
	double card_px = gtk_widget_get_allocated_width(widget) / (double)strip->total_cards;

	sabot_paint_set_colour(widget, cr, colour);
	cairo_rectangle(cr, (double)first * card_px, 0, MAX((double)n_cards * card_px, MARK_MIN_PX),
			gtk_widget_get_allocated_height(widget));
	cairo_fill(cr);
}

static void
fill_marked(SabotLoadStrip *strip, cairo_t *cr, char mark, const char *colour)
{
	const char *positions =
		strip->shown && strip->shown->positions ? strip->shown->positions : "";

	for (int64_t i = 0; positions[i]; i++)
		if (positions[i] == mark)
			fill(strip, cr, i, 1, colour);
}

/* Where the cut card came, or where it must be, if known. */
static void
draw_cut(SabotLoadStrip *strip, cairo_t *cr)
{
	const struct sabot_wire_load *reported = strip->shown;
	GtkWidget *widget = GTK_WIDGET(strip);
	int64_t at = -1;

	if (reported && reported->is_cut)
		at = reported->cut_at_cards;
	else if (reported && reported->behind_cards >= 0)
		at = strip->total_cards - reported->behind_cards;
	if (at < 0)
		return;
	sabot_paint_set_colour(widget, cr, "sabot_ink");
	cairo_rectangle(cr,
			(double)at * gtk_widget_get_allocated_width(widget) /
				(double)strip->total_cards,
			0, CUT_PX, gtk_widget_get_allocated_height(widget));
	cairo_fill(cr);
}

static gboolean
draw(GtkWidget *widget, cairo_t *cr)
{
	SabotLoadStrip *strip = SABOT_LOAD_STRIP(widget);

	if (strip->total_cards <= 0)
		return FALSE;
	fill(strip, cr, 0, strip->total_cards, "sabot_panel");
	if (strip->seen_cards > 0)
		fill(strip, cr, 0, strip->seen_cards, "sabot_off");
	fill_marked(strip, cr, 'b', "sabot_line");
	fill_marked(strip, cr, '?', "sabot_card_unread");
	draw_cut(strip, cr);
	sabot_paint_set_colour(widget, cr, "sabot_line");
	cairo_set_line_width(cr, 1);
	cairo_rectangle(cr, 0.5, 0.5, gtk_widget_get_allocated_width(widget) - 1.0,
			gtk_widget_get_allocated_height(widget) - 1.0);
	cairo_stroke(cr);
	return FALSE;
}

static void
sabot_load_strip_class_init(SabotLoadStripClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_load_strip_dispose;
	widget_class->draw = draw;
	gtk_widget_class_set_css_name(widget_class, "sabot-load-strip");
	gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_IMAGE);
}

static void
sabot_load_strip_init(SabotLoadStrip *strip)
{
	gtk_widget_set_has_window(GTK_WIDGET(strip), FALSE);
}

static void
show(SabotLoadStrip *strip, const struct sabot_wire_view *view)
{
	int64_t seen = view->shoe ? view->shoe->seen_cards : 0;
	int64_t total = view->shoe ? view->shoe->decks * SABOT_DECK_CARDS : 0;
	g_autofree char *name = NULL;

	gtk_widget_set_visible(GTK_WIDGET(strip), total > 0);
	if (seen == strip->seen_cards && total == strip->total_cards)
		return;
	strip->seen_cards = seen;
	strip->total_cards = total;
	name = view->shoe ? sabot_phrase_shoe(view->shoe) : g_strdup("");
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(strip)), name);
	gtk_widget_queue_draw(GTK_WIDGET(strip));
}

static void
on_load_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLoadStrip *strip = data;
	struct sabot_wire_load_answer *answer =
		error ? NULL : sabot_record_parse(&sabot_wire_load_answer_type, ok, NULL);

	(void)client;
	sabot_record_unref(strip->shown);
	strip->shown = answer && answer->load ? sabot_record_ref(answer->load) : NULL;
	sabot_record_unref(answer);
	gtk_widget_queue_draw(GTK_WIDGET(strip));
}

/* What the view does not contain is requested again when it may have changed. */
static void
on_changed(SabotTableItem *item, gpointer data)
{
	SabotLoadStrip *strip = data;
	const struct sabot_wire_view *view = sabot_table_item_get_view(item);
	int64_t n_unread = view->shoe ? view->shoe->unread_cards : 0;
	gboolean is_cut = view->shoe && view->shoe->is_cut;

	show(strip, view);
	if (view->load == strip->load && view->round == strip->round &&
	    n_unread == strip->n_unread && is_cut == strip->is_cut)
		return;
	strip->load = view->load;
	strip->round = view->round;
	strip->n_unread = n_unread;
	strip->is_cut = is_cut;
	sabot_session_request(sabot_feed_get_session(sabot_table_item_get_feed(item)), "load",
			      json_pack("{s:s}", "table", view->table), strip->cancellable,
			      on_load_came, strip);
}

void
sabot_load_strip_set_item(SabotLoadStrip *strip, SabotTableItem *item)
{
	if (item && item == strip->item)
		return;
	forget_item(strip);
	strip->load = strip->round = strip->total_cards = -1;
	gtk_widget_set_visible(GTK_WIDGET(strip), item != NULL);
	if (!item)
		return;
	strip->cancellable = g_cancellable_new();
	strip->item = g_object_ref(item);
	strip->changed_handler = g_signal_connect(item, "changed", G_CALLBACK(on_changed), strip);
	on_changed(item, strip);
}
