/* One or both of two columns: see columns.h. */
#include "columns.h"

enum { BOTH_FROM_PX = 1500 };

static void
show(struct sabot_columns *columns)
{
	gboolean is_other = gtk_toggle_button_get_active(columns->other);

	gtk_widget_set_visible(GTK_WIDGET(columns->other), !columns->is_wide);
	gtk_widget_set_visible(columns->first, columns->is_wide || !is_other);
	gtk_widget_set_visible(columns->second, columns->is_wide || is_other);
}

static void
on_toggled(GtkToggleButton *other, gpointer data)
{
	(void)other;
	show(data);
}

static gboolean
on_due(gpointer data)
{
	struct sabot_columns *columns = data;

	columns->source = 0;
	show(columns);
	return G_SOURCE_REMOVE;
}

void
sabot_columns_init(struct sabot_columns *columns, GtkWidget *first, GtkWidget *second,
		   GtkToggleButton *other)
{
	*columns = (struct sabot_columns){.first = first, .second = second, .other = other};
	g_signal_connect(other, "toggled", G_CALLBACK(on_toggled), columns);
	show(columns);
}

void
sabot_columns_clear(struct sabot_columns *columns)
{
	g_clear_handle_id(&columns->source, g_source_remove);
	if (columns->other)
		g_signal_handlers_disconnect_by_data(columns->other, columns);
	columns->other = NULL;
}

/* What is shown is not changed in the middle of being laid out. */
void
sabot_columns_set_width(struct sabot_columns *columns, int width)
{
	gboolean is_wide = width >= BOTH_FROM_PX;

	if (is_wide == columns->is_wide)
		return;
	columns->is_wide = is_wide;
	if (!columns->source)
		columns->source = g_idle_add(on_due, columns);
}
