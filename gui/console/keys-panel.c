/*
 * The keys: see keys-panel.h; they are listed in keys-panel.ui and bound in pit.c. (GTK's own
 * shortcuts window leaves a handler behind when closed, which a change of style then calls.)
 */
#include "gui/console/keys-panel.h"

#include <glib/gi18n.h>

struct _SabotKeysPanel {
	SabotPanel parent_instance;
};

G_DEFINE_FINAL_TYPE(SabotKeysPanel, sabot_keys_panel, SABOT_TYPE_PANEL)

static void
sabot_keys_panel_class_init(SabotKeysPanelClass *klass)
{
	gtk_widget_class_set_template_from_resource(GTK_WIDGET_CLASS(klass),
						    "/org/sabot/console/keys-panel.ui");
}

static void
sabot_keys_panel_init(SabotKeysPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	sabot_panel_set_title(SABOT_PANEL(panel), C_("keys", "Keys"));
}

GtkWidget *
sabot_keys_panel_new(void)
{
	return g_object_new(SABOT_TYPE_KEYS_PANEL, NULL);
}
