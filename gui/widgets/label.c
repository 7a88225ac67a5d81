/* Labels that change only if needed: see label.h. */
#include "gui/widgets/label.h"

void
sabot_label_set(GtkLabel *label, const char *text)
{
	if (!text)
		text = "";
	if (g_strcmp0(gtk_label_get_text(label), text) != 0)
		gtk_label_set_text(label, text);
	gtk_widget_set_visible(GTK_WIDGET(label), *text != '\0');
}

static gboolean
on_query_tooltip(GtkWidget *widget, gint x, gint y, gboolean is_by_keyboard, GtkTooltip *tooltip)
{
	GtkLabel *label = GTK_LABEL(widget);

	(void)x;
	(void)y;
	(void)is_by_keyboard;
	if (!pango_layout_is_ellipsized(gtk_label_get_layout(label)))
		return FALSE;
	gtk_tooltip_set_text(tooltip, gtk_label_get_text(label));
	return TRUE;
}

void
sabot_label_explain_if_cut(GtkLabel *label)
{
	gtk_widget_set_has_tooltip(GTK_WIDGET(label), TRUE);
	g_signal_connect(label, "query-tooltip", G_CALLBACK(on_query_tooltip), NULL);
}

void
sabot_style_set_class(gpointer widget, const char *name, gboolean is_set)
{
	GtkStyleContext *context = gtk_widget_get_style_context(widget);

	if (gtk_style_context_has_class(context, name) == is_set)
		return;
	if (is_set)
		gtk_style_context_add_class(context, name);
	else
		gtk_style_context_remove_class(context, name);
}

static void
destroy_child(GtkWidget *child, gpointer data)
{
	(void)data;
	gtk_widget_destroy(child);
}

void
sabot_container_clear(gpointer container)
{
	gtk_container_foreach(container, destroy_child, NULL);
}
