/* See head-daemons.h. */
#include "head-daemons.h"

#include "gui/console/connection.h"
#include "gui/widgets/person-button.h"

struct sabot_head_daemons {
	GtkContainer *one, *several;
	GPtrArray *connections, *persons; /* borrowed from either */
};

struct sabot_head_daemons *
sabot_head_daemons_new(GtkContainer *one, GtkContainer *several)
{
	struct sabot_head_daemons *head = g_new0(struct sabot_head_daemons, 1);

	head->one = one;
	head->several = several;
	head->connections = g_ptr_array_new();
	head->persons = g_ptr_array_new();
	return head;
}

void
sabot_head_daemons_free(struct sabot_head_daemons *head)
{
	if (!head)
		return;
	g_ptr_array_unref(head->connections);
	g_ptr_array_unref(head->persons);
	g_free(head);
}

static void
place_daemon(struct sabot_head_daemons *head, GtkWidget *daemon, gboolean is_only)
{
	GtkWidget *place;

	if (is_only) {
		gtk_container_add(head->one, daemon);
		return;
	}
	place = gtk_flow_box_child_new();
	gtk_widget_set_can_focus(place, FALSE);
	atk_object_set_role(gtk_widget_get_accessible(place), ATK_ROLE_FILLER);
	gtk_container_add(GTK_CONTAINER(place), daemon);
	gtk_container_add(head->several, place);
	gtk_widget_show_all(GTK_WIDGET(head->several));
}

GtkWidget *
sabot_head_daemons_add(struct sabot_head_daemons *head, SabotFeed *feed, gboolean is_only)
{
	GtkWidget *daemon = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
	GtkWidget *connection = sabot_connection_new(feed), *person = sabot_person_button_new(feed);

	g_ptr_array_add(head->connections, connection);
	g_ptr_array_add(head->persons, person);
	gtk_container_add(GTK_CONTAINER(daemon), connection);
	gtk_container_add(GTK_CONTAINER(daemon), person);
	gtk_widget_show_all(daemon);
	place_daemon(head, daemon, is_only);
	return person;
}

void
sabot_head_daemons_refresh(struct sabot_head_daemons *head)
{
	for (guint i = 0; i < head->connections->len; i++)
		sabot_connection_refresh(g_ptr_array_index(head->connections, i));
}

void
sabot_head_daemons_set_short(struct sabot_head_daemons *head, gboolean is_short)
{
	for (guint i = 0; i < head->persons->len; i++) {
		sabot_connection_set_short(g_ptr_array_index(head->connections, i), is_short);
		sabot_person_button_set_short(g_ptr_array_index(head->persons, i), is_short);
	}
}
