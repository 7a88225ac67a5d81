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
