/* Keys that begin documents: see money-keys.h. */
#include "money-keys.h"

enum { DIGITS = 9 };

#define START_KEY "sabot-start"

const struct sabot_money_start *
sabot_money_key_get_start(GtkButton *button)
{
	return g_object_get_data(G_OBJECT(button), START_KEY);
}

GtkWidget *
sabot_money_keys_add(GtkFlowBox *keys, const struct sabot_money_document *document, unsigned number)
{
	const char *title = sabot_money_document_title(document);
	g_autofree char *label =
		number <= DIGITS ? g_strdup_printf("%u  %s", number, title) : g_strdup(title);
	GtkWidget *button = gtk_button_new_with_label(label), *place;

	gtk_label_set_line_wrap(GTK_LABEL(gtk_bin_get_child(GTK_BIN(button))), TRUE);
	g_object_set_data_full(G_OBJECT(button), START_KEY,
			       sabot_money_start_new(document->id, title, NULL),
			       sabot_money_start_free);
	gtk_container_add(GTK_CONTAINER(keys), button);
	place = gtk_widget_get_parent(button);
	gtk_widget_set_can_focus(place, FALSE);
	atk_object_set_name(gtk_widget_get_accessible(place), title);
	atk_object_set_name(gtk_widget_get_accessible(button), title);
	gtk_widget_show_all(place);
	return button;
}

static GtkWidget *
get_key(GtkFlowBox *keys, int index)
{
	GtkFlowBoxChild *place = gtk_flow_box_get_child_at_index(keys, index);

	return place ? gtk_bin_get_child(GTK_BIN(place)) : NULL;
}

gboolean
sabot_money_keys_press(GtkFlowBox *keys, const GdkEventKey *event)
{
	guint32 key = gdk_keyval_to_unicode(event->keyval);
	GtkWidget *button =
		key >= '1' && key < '1' + DIGITS ? get_key(keys, (int)(key - '1')) : NULL;

	if (button)
		gtk_widget_activate(button);
	return button != NULL;
}

void
sabot_money_keys_begin(GtkFlowBox *keys)
{
	gtk_widget_grab_focus(get_key(keys, 0));
}
