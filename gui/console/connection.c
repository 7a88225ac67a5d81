/* The connection's label: see connection.h. */
#include "gui/console/connection.h"

#include "gui/widgets/label.h"
#include "text/refusal.h"

#include <glib/gi18n.h>

struct _SabotConnection {
	GtkLabel parent_instance;
	SabotFeed *feed;
	gboolean is_short;
};

G_DEFINE_FINAL_TYPE(SabotConnection, sabot_connection, GTK_TYPE_LABEL)

static void
sabot_connection_dispose(GObject *object)
{
	SabotConnection *connection = SABOT_CONNECTION(object);

	if (connection->feed)
		g_signal_handlers_disconnect_by_data(connection->feed, connection);
	g_clear_object(&connection->feed);
	G_OBJECT_CLASS(sabot_connection_parent_class)->dispose(object);
}

static void
sabot_connection_class_init(SabotConnectionClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_connection_dispose;
}

static void
sabot_connection_init(SabotConnection *connection)
{
	sabot_style_set_class(connection, "connection", TRUE);
	gtk_label_set_ellipsize(GTK_LABEL(connection), PANGO_ELLIPSIZE_END);
}

static char *
state_text(struct sabot_client *client)
{
	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_CONNECTING:
		return g_strdup(_("connecting …"));
	case SABOT_CLIENT_LIVE:
		return g_strdup(_("live"));
	case SABOT_CLIENT_STALE:
		return g_strdup_printf(_("STALE: nothing heard for %d s"),
				       (int)sabot_client_get_silence_s(client));
	case SABOT_CLIENT_OFFLINE:
		return g_strdup(_("OFFLINE: trying again"));
	}
	return NULL;
}

void
sabot_connection_refresh(SabotConnection *connection)
{
	static const char *const styles[] = {"connecting", "live", "stale", "offline"};
	struct sabot_client *client = sabot_feed_get_client(connection->feed);
	const char *label = sabot_feed_get_label(connection->feed);
	g_autofree char *state = state_text(client);
	g_autofree char *reason = sabot_text_refusal(sabot_client_get_reason(client));
	/* Translators: one of several daemons by its site; "live", "OFFLINE …". */
	g_autofree char *text = *label ? g_strdup_printf(C_("connection", "%s: %s"), label, state)
				       : g_strdup(state);
	/* Translators: for screen readers; %s is "live", "OFFLINE …". */
	g_autofree char *name = g_strdup_printf(_("connection: %s"), text);

	for (gsize i = 0; i < G_N_ELEMENTS(styles); i++)
		sabot_style_set_class(connection, styles[i],
				      i == (gsize)sabot_client_get_state(client));
	sabot_label_set(GTK_LABEL(connection), text);
	gtk_widget_set_visible(GTK_WIDGET(connection),
			       !connection->is_short ||
				       sabot_client_get_state(client) != SABOT_CLIENT_LIVE);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(connection)), name);
	gtk_widget_set_tooltip_text(GTK_WIDGET(connection), reason);
}

void
sabot_connection_set_short(SabotConnection *connection, gboolean is_short)
{
	connection->is_short = is_short;
	sabot_connection_refresh(connection);
}

static void
on_state_changed(SabotFeed *feed, gpointer data)
{
	(void)feed;
	sabot_connection_refresh(data);
}

GtkWidget *
sabot_connection_new(SabotFeed *feed)
{
	SabotConnection *connection = g_object_new(SABOT_TYPE_CONNECTION, NULL);

	connection->feed = g_object_ref(feed);
	g_signal_connect(feed, "state-changed", G_CALLBACK(on_state_changed), connection);
	sabot_connection_refresh(connection);
	return GTK_WIDGET(connection);
}
