/* Who is logged in: see person-button.h. */
#include "gui/widgets/person-button.h"

#include "gui/model/phrases.h"

#include <glib/gi18n.h>

struct _SabotPersonButton {
	GtkButton parent_instance;
	SabotFeed *feed;
	gboolean is_short;
};

enum { SHORT_CHARS = 12 };

G_DEFINE_FINAL_TYPE(SabotPersonButton, sabot_person_button, GTK_TYPE_BUTTON)

static void
sabot_person_button_dispose(GObject *object)
{
	SabotPersonButton *button = SABOT_PERSON_BUTTON(object);

	if (button->feed) {
		g_signal_handlers_disconnect_by_data(button->feed, button);
		g_signal_handlers_disconnect_by_data(sabot_feed_get_session(button->feed), button);
	}
	g_clear_object(&button->feed);
	G_OBJECT_CLASS(sabot_person_button_parent_class)->dispose(object);
}

static void
sabot_person_button_class_init(SabotPersonButtonClass *klass)
{
	G_OBJECT_CLASS(klass)->dispose = sabot_person_button_dispose;
}

static void
sabot_person_button_init(SabotPersonButton *button)
{
	gtk_widget_set_valign(GTK_WIDGET(button), GTK_ALIGN_CENTER);
}

static char *
who_text(SabotSession *session, gboolean is_short)
{
	const struct sabot_wire_person *person = sabot_session_get_person(session);

	switch (sabot_session_get_state(session)) {
	case SABOT_SESSION_FREE:
		return g_strdup(_("No persons"));
	case SABOT_SESSION_AWAY:
	case SABOT_SESSION_OUT:
		return g_strdup(_("Log in"));
	case SABOT_SESSION_IN:
		break;
	}
	if (is_short)
		return g_strdup(person->name);
	/* Translators: who is logged in, his role. */
	return g_strdup_printf(C_("person", "%s, %s"), person->name,
			       sabot_phrase_role(person->role));
}

static const char *
help_text(SabotSession *session)
{
	switch (sabot_session_get_state(session)) {
	case SABOT_SESSION_AWAY:
		return _("The daemon is not heard: nothing can be done now.");
	case SABOT_SESSION_FREE:
		return _("This house has no persons yet: everybody who sits here may act.");
	case SABOT_SESSION_OUT:
		return _("Log in by name and PIN (F2)");
	case SABOT_SESSION_IN:
		return _("Another person logs in (F2)");
	}
	return "";
}

static void
refresh(SabotPersonButton *button)
{
	SabotSession *session = sabot_feed_get_session(button->feed);
	enum sabot_session_state state = sabot_session_get_state(session);
	const char *label = sabot_feed_get_label(button->feed);
	g_autofree char *who = who_text(session, button->is_short);
	g_autofree char *all = who_text(session, FALSE);
	GtkWidget *shown;
	/* Translators: one of several daemons by its site; who is logged in there. */
	g_autofree char *text =
		*label ? g_strdup_printf(C_("person", "%s: %s"), label, who) : g_strdup(who);

	gtk_button_set_label(GTK_BUTTON(button), text);
	shown = gtk_bin_get_child(GTK_BIN(button));
	gtk_label_set_ellipsize(GTK_LABEL(shown),
				button->is_short ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
	gtk_label_set_max_width_chars(GTK_LABEL(shown), button->is_short ? SHORT_CHARS : -1);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(button)), *label ? text : all);
	gtk_widget_set_tooltip_text(GTK_WIDGET(button), help_text(session));
	gtk_widget_set_sensitive(GTK_WIDGET(button),
				 state == SABOT_SESSION_IN || state == SABOT_SESSION_OUT);
}

void
sabot_person_button_set_short(SabotPersonButton *button, gboolean is_short)
{
	button->is_short = is_short;
	refresh(button);
}

GtkWidget *
sabot_person_button_new(SabotFeed *feed)
{
	SabotPersonButton *button = g_object_new(SABOT_TYPE_PERSON_BUTTON, NULL);

	button->feed = g_object_ref(feed);
	g_signal_connect_swapped(feed, "state-changed", G_CALLBACK(refresh), button);
	g_signal_connect_swapped(sabot_feed_get_session(feed), "changed", G_CALLBACK(refresh),
				 button);
	refresh(button);
	return GTK_WIDGET(button);
}

SabotFeed *
sabot_person_button_get_feed(SabotPersonButton *button)
{
	return button->feed;
}
