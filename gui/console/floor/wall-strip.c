/* The strip: see wall-strip.h. Emits "table-activated" with the item of the touched tile. */
#include "wall-strip.h"

#include "gui/model/phrases.h"
#include "gui/model/tables/arrangement.h"
#include "gui/widgets/label.h"
#include "gui/style/screen-font.h"
#include "table-tile.h"

enum { TURN_S = 8, GAP_PX = 10, N_TILES_MAX = 4 };

/* In units of the font's size. Where a page is lower than `low_em` the others need the room. */
static const double tile_width_em = 26, height_em = 17.2, low_em = 56, low_height_em = 9.5;

struct _SabotWallStrip {
	GtkBox parent_instance;
	GPtrArray *items; /* of SabotTableItem, all that wait */
	GtkWidget *tiles; /* a box */
	GtkLabel *more;
	guint first, n_shown;
	gboolean is_low;
	guint turn_source;
	guint width_source; /* while the number of tiles has to change; else 0 */
};

enum { SIGNAL_TABLE_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotWallStrip, sabot_wall_strip, GTK_TYPE_BOX)

static void
sabot_wall_strip_dispose(GObject *object)
{
	SabotWallStrip *strip = SABOT_WALL_STRIP(object);

	g_clear_handle_id(&strip->turn_source, g_source_remove);
	g_clear_handle_id(&strip->width_source, g_source_remove);
	g_clear_pointer(&strip->items, g_ptr_array_unref);
	G_OBJECT_CLASS(sabot_wall_strip_parent_class)->dispose(object);
}

/* As many as are wide enough for a table's name. */
static guint
count_places(SabotWallStrip *strip)
{
	GtkWidget *page = gtk_widget_get_parent(GTK_WIDGET(strip));
	int width = page ? gtk_widget_get_allocated_width(page) : 0;

	return (guint)CLAMP(width / (tile_width_em * sabot_font_get_letter_size(GTK_WIDGET(strip))),
			    1, N_TILES_MAX);
}

static gboolean
is_low(SabotWallStrip *strip)
{
	GtkWidget *page = gtk_widget_get_parent(GTK_WIDGET(strip));
	int height = page ? gtk_widget_get_allocated_height(page) : 0;

	return height > 1 && height < low_em * sabot_font_get_size(GTK_WIDGET(strip));
}

static void
on_clicked(GtkButton *tile, gpointer data)
{
	g_signal_emit(data, signals[SIGNAL_TABLE_ACTIVATED], 0,
		      sabot_table_tile_get_item(SABOT_TABLE_TILE(tile)));
}

static void
add_tile(SabotWallStrip *strip, SabotTableItem *item)
{
	GtkWidget *tile = sabot_table_tile_new(item, SABOT_TILE_WALL);

	g_signal_connect(tile, "clicked", G_CALLBACK(on_clicked), strip);
	gtk_box_pack_start(GTK_BOX(strip->tiles), tile, TRUE, TRUE, 0);
}

static void
show(SabotWallStrip *strip)
{
	guint n = strip->items->len, n_places = count_places(strip);
	g_autofree char *more = NULL;

	sabot_container_clear(strip->tiles);
	strip->n_shown = MIN(n, n_places);
	strip->is_low = is_low(strip);
	sabot_style_set_class(strip, "low", strip->is_low);
	for (guint i = 0; i < strip->n_shown; i++)
		add_tile(strip, g_ptr_array_index(strip->items, (strip->first + i) % n));
	more = sabot_phrase_more((int)(n - strip->n_shown));
	sabot_label_set(strip->more, more);
	gtk_widget_set_size_request(strip->tiles, -1,
				    (int)((strip->is_low ? low_height_em : height_em) *
					  sabot_font_get_line_size(GTK_WIDGET(strip))));
	gtk_widget_set_visible(GTK_WIDGET(strip), n > 0);
}

static gboolean
on_turn_due(gpointer data)
{
	SabotWallStrip *strip = data;

	if (strip->items->len > strip->n_shown) {
		strip->first = (strip->first + strip->n_shown) % strip->items->len;
		show(strip);
	}
	return G_SOURCE_CONTINUE;
}

static gboolean
on_width_due(gpointer data)
{
	SabotWallStrip *strip = data;

	strip->width_source = 0;
	show(strip);
	return G_SOURCE_REMOVE;
}

/* A narrower window has fewer places at once, but they must not change during layout. */
static void
size_allocate(GtkWidget *widget, GtkAllocation *room)
{
	SabotWallStrip *strip = SABOT_WALL_STRIP(widget);

	GTK_WIDGET_CLASS(sabot_wall_strip_parent_class)->size_allocate(widget, room);
	if ((MIN(strip->items->len, count_places(strip)) != strip->n_shown ||
	     is_low(strip) != strip->is_low) &&
	    !strip->width_source)
		strip->width_source =
			g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_width_due, strip, NULL);
}

static void
sabot_wall_strip_class_init(SabotWallStripClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_wall_strip_dispose;
	GTK_WIDGET_CLASS(klass)->size_allocate = size_allocate;
	gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "sabot-wall-strip");
	signals[SIGNAL_TABLE_ACTIVATED] =
		g_signal_new("table-activated", SABOT_TYPE_WALL_STRIP, G_SIGNAL_RUN_LAST, 0, NULL,
			     NULL, NULL, G_TYPE_NONE, 1, SABOT_TYPE_TABLE_ITEM);
}

static void
sabot_wall_strip_init(SabotWallStrip *strip)
{
	strip->items = g_ptr_array_new_with_free_func(g_object_unref);
	strip->tiles = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, GAP_PX);
	gtk_box_set_homogeneous(GTK_BOX(strip->tiles), TRUE);
	strip->more = GTK_LABEL(gtk_label_new(NULL));
	sabot_style_set_class(strip->more, "wall-more", TRUE);
	gtk_box_pack_start(GTK_BOX(strip), strip->tiles, TRUE, TRUE, 0);
	gtk_box_pack_start(GTK_BOX(strip), GTK_WIDGET(strip->more), FALSE, FALSE, 0);
	gtk_widget_show(strip->tiles);
	strip->turn_source = g_timeout_add_seconds(TURN_S, on_turn_due, strip);
}

void
sabot_wall_strip_set(SabotWallStrip *strip, const GPtrArray *items)
{
	guint n_shown = MIN(items->len, count_places(strip));

	if (sabot_arrangement_is_same(items, strip->items) && n_shown == strip->n_shown &&
	    is_low(strip) == strip->is_low) {
		sabot_wall_strip_refresh(strip);
		return;
	}
	g_ptr_array_set_size(strip->items, 0);
	for (guint i = 0; i < items->len; i++)
		g_ptr_array_add(strip->items, g_object_ref(g_ptr_array_index(items, i)));
	strip->first = 0;
	show(strip);
}

static void
refresh_tile(GtkWidget *tile, gpointer data)
{
	(void)data;
	sabot_table_tile_refresh(SABOT_TABLE_TILE(tile));
}

void
sabot_wall_strip_refresh(SabotWallStrip *strip)
{
	gtk_container_foreach(GTK_CONTAINER(strip->tiles), refresh_tile, NULL);
}
