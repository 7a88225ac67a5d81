/* See painted.h. */
#include "painted.h"

static const char painted[] = "sabot-painted";

void
sabot_painted_add_place(GString *picture, GdkRectangle place)
{
	g_string_append_printf(picture, " %d,%d,%d,%d", place.x, place.y, place.width,
			       place.height);
}

void
sabot_painted_set(GtkWidget *widget, GString *picture)
{
	char *text = g_string_free(picture, FALSE);

	if (g_strcmp0(g_object_get_data(G_OBJECT(widget), painted), text) != 0)
		gtk_widget_queue_draw(widget);
	g_object_set_data_full(G_OBJECT(widget), painted, text, g_free);
}
