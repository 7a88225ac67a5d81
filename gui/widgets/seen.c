/* Refreshes only visible widgets: see seen.h. */
#include "seen.h"

struct seen {
	sabot_seen_fn *refresh;
	gboolean is_due;
};

static void
on_changed(GtkWidget *widget)
{
	struct seen *seen = g_object_get_data(G_OBJECT(widget), "sabot-seen");

	seen->is_due = !gtk_widget_get_mapped(widget);
	if (!seen->is_due)
		seen->refresh(widget);
}

static void
on_mapped(GtkWidget *widget, gpointer data)
{
	struct seen *seen = data;

	if (!seen->is_due)
		return;
	seen->is_due = FALSE;
	seen->refresh(widget);
}

void
sabot_seen_follow(gpointer widget, gpointer model, sabot_seen_fn *refresh)
{
	struct seen *seen = g_new0(struct seen, 1);

	seen->refresh = refresh;
	g_object_set_data_full(G_OBJECT(widget), "sabot-seen", seen, g_free);
	g_signal_connect(widget, "map", G_CALLBACK(on_mapped), seen);
	g_signal_connect_object(model, "changed", G_CALLBACK(on_changed), widget,
				G_CONNECT_SWAPPED);
}
