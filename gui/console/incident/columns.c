/* One or both of two columns: see columns.h. */
#include "columns.h"

#include "gui/style/style-sheet.h"
#include "gui/widgets/narrow.h"
#include "gui/widgets/panel.h"

#include <glib/gi18n.h>

enum {
	BOTH_FROM_PX = 1500,
	BRIEF_FROM_PX = 1200,
	LOW_BELOW_PX = 640,
	NARROW_BELOW_PX = 900,
	FIRST_PX = 400, /* width of the first column, at least */
	SECOND_PX = 360,
	NARROW_PX = 300, /* width of either */
};

static void
show(struct sabot_columns *columns)
{
	gboolean is_other = gtk_toggle_button_get_active(columns->other);

	gtk_widget_set_visible(GTK_WIDGET(columns->other), !columns->is_wide);
	gtk_widget_set_visible(columns->first, columns->is_wide || is_other == columns->is_narrow);
	gtk_widget_set_visible(columns->second, columns->is_wide || is_other);
	gtk_widget_set_visible(columns->pages, !columns->is_narrow || !is_other);
	gtk_scrollable_set_vscroll_policy(columns->third, columns->is_low ? GTK_SCROLL_NATURAL
									  : GTK_SCROLL_MINIMUM);
}

static void
on_narrow(GtkWidget *panel, gboolean is_narrow, gpointer data)
{
	struct sabot_columns *columns = data;

	columns->is_narrow = is_narrow;
	sabot_panel_set_keys_below(SABOT_PANEL(panel), is_narrow);
	gtk_button_set_label(GTK_BUTTON(columns->other),
			     is_narrow ? _("Round, events, camera") : _("Events and camera"));
	gtk_widget_set_size_request(columns->inner_first,
				    is_narrow || columns->is_brief ? NARROW_PX : FIRST_PX, -1);
	gtk_widget_set_size_request(columns->inner_second, is_narrow ? NARROW_PX : SECOND_PX, -1);
	show(columns);
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

static GtkWidget *
scrolled_of(gpointer widget, GType type)
{
	return gtk_widget_get_ancestor(widget, type);
}

void
sabot_columns_init(struct sabot_columns *columns, gpointer first, gpointer second, gpointer third,
		   GtkToggleButton *other)
{
	*columns = (struct sabot_columns){
		.first = scrolled_of(first, GTK_TYPE_SCROLLED_WINDOW),
		.second = scrolled_of(second, GTK_TYPE_SCROLLED_WINDOW),
		.third = GTK_SCROLLABLE(scrolled_of(third, GTK_TYPE_VIEWPORT)),
		.other = other,
		.inner_first = first,
		.inner_second = second,
		.pages = scrolled_of(third, GTK_TYPE_STACK),
	};
	sabot_narrow_watch(scrolled_of(first, SABOT_TYPE_PANEL), NARROW_BELOW_PX, on_narrow,
			   columns);
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

void
sabot_columns_set_brief(struct sabot_columns *columns, gboolean is_brief)
{
	columns->is_brief = is_brief;
	gtk_widget_set_hexpand(columns->first, !is_brief);
	gtk_widget_set_hexpand(columns->inner_first, !is_brief);
	if (is_brief)
		gtk_widget_set_size_request(columns->inner_first, NARROW_PX, -1);
}

/* The columns shown must not change during layout. */
void
sabot_columns_set_room(struct sabot_columns *columns, int width_px, int height_px)
{
	gboolean is_wide =
		sabot_style_room(width_px) >= (columns->is_brief ? BRIEF_FROM_PX : BOTH_FROM_PX);
	gboolean is_low = sabot_style_room(height_px) < LOW_BELOW_PX;

	if (is_wide == columns->is_wide && is_low == columns->is_low)
		return;
	columns->is_wide = is_wide;
	columns->is_low = is_low;
	if (!columns->source)
		columns->source = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_due, columns, NULL);
}
