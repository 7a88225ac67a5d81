/* See about-panel.h; its layout is about-panel.ui. */
#include "gui/console/about-panel.h"
#include "gui/widgets/template.h"

#include "gui/model/phrases.h"
#include "gui/model/tables/software-phrases.h"
#include "gui/widgets/label.h"
#include "proto/version.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define ABOUT_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(GtkLabel, program)                                                                   \
	CHILD(GtkLabel, daemon)                                                                    \
	CHILD(GtkLabel, files)

struct _SabotAboutPanel {
	SabotPanel parent_instance;
	GCancellable *cancellable;
	ABOUT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotAboutPanel, sabot_about_panel, SABOT_TYPE_PANEL)

static void
sabot_about_panel_dispose(GObject *object)
{
	sabot_give_up(&SABOT_ABOUT_PANEL(object)->cancellable);
	G_OBJECT_CLASS(sabot_about_panel_parent_class)->dispose(object);
}

static void
sabot_about_panel_class_init(SabotAboutPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_about_panel_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/about-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotAboutPanel, ABOUT_PANEL_CHILDREN);
}

static void
sabot_about_panel_init(SabotAboutPanel *panel)
{
	g_autofree char *program = sabot_version_text("sabot-pit " SABOT_VERSION);

	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	sabot_panel_set_title(SABOT_PANEL(panel), _("About Sabot"));
	gtk_label_set_text(panel->program, program);
}

static void
on_status_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotAboutPanel *panel = data;
	g_autofree char *refusal = NULL;
	struct sabot_wire_status *status =
		sabot_session_read(ok, error, &sabot_wire_status_type, &refusal);
	g_autofree char *daemon = status ? sabot_phrase_daemon_version(status) : NULL;
	g_autofree char *files = status ? sabot_phrase_software(status->software) : NULL;

	(void)client;
	sabot_panel_show_message(SABOT_PANEL(panel), refusal);
	sabot_label_set(panel->daemon, daemon);
	sabot_label_set(panel->files, files);
	if (status)
		sabot_style_set_class(panel->files, "wrong",
				      status->software && status->software->differing > 0);
	sabot_record_unref(status);
}

GtkWidget *
sabot_about_panel_new(SabotFeed *feed)
{
	SabotAboutPanel *panel = g_object_new(SABOT_TYPE_ABOUT_PANEL, NULL);

	sabot_session_request(sabot_feed_get_session(feed), "status", NULL, panel->cancellable,
			      on_status_came, panel);
	return GTK_WIDGET(panel);
}
