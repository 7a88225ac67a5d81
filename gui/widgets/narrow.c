/* See narrow.h. */
#include "gui/widgets/narrow.h"

#include "gui/style/style-sheet.h"

#define KEY "sabot-narrow"

struct narrow {
	GtkWidget *widget; /* owns this */
	int below_px;
	gboolean is_narrow;
	guint source;
	sabot_narrow_fn *fn;
	gpointer data;
};

static void
free_narrow(gpointer data)
{
	struct narrow *narrow = data;

	g_clear_handle_id(&narrow->source, g_source_remove);
	g_free(narrow);
}

static gboolean
is_too_narrow(const struct narrow *narrow)
{
	GtkWidget *scrolled = gtk_widget_get_ancestor(narrow->widget, GTK_TYPE_SCROLLED_WINDOW);

	return sabot_style_room(gtk_widget_get_allocated_width(
		       scrolled ? scrolled : narrow->widget)) < narrow->below_px;
}

static gboolean
on_due(gpointer data)
{
	struct narrow *narrow = data;
	gboolean is_narrow = is_too_narrow(narrow);

	narrow->source = 0;
	if (is_narrow == narrow->is_narrow || !gtk_widget_get_mapped(narrow->widget))
		return G_SOURCE_REMOVE;
	narrow->is_narrow = is_narrow;
	narrow->fn(narrow->widget, is_narrow, narrow->data);
	return G_SOURCE_REMOVE;
}

static void
on_size_allocated(GtkWidget *widget, GdkRectangle *allocation, gpointer data)
{
	struct narrow *narrow = data;

	(void)widget;
	(void)allocation;
	if (is_too_narrow(narrow) != narrow->is_narrow && !narrow->source)
		narrow->source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_due, narrow, NULL);
}

void
sabot_narrow_watch(GtkWidget *widget, int below_px, sabot_narrow_fn *fn, gpointer data)
{
	struct narrow *narrow = g_new0(struct narrow, 1);

	narrow->widget = widget;
	narrow->below_px = below_px;
	narrow->fn = fn;
	narrow->data = data;
	g_object_set_data_full(G_OBJECT(widget), KEY, narrow, free_narrow);
	g_signal_connect(widget, "size-allocate", G_CALLBACK(on_size_allocated), narrow);
}
