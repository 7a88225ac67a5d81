/* A table's rules: see rules-panel.h; its layout is rules-panel.ui. */
#include "gui/console/rules-panel.h"

#include "gui/model/feed.h"
#include "gui/model/table-phrases.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

struct _SabotRulesPanel {
	SabotPanel parent_instance;
	GCancellable *cancellable;
	GtkLabel *profile, *size, *bets, *chips;
};

G_DEFINE_FINAL_TYPE(SabotRulesPanel, sabot_rules_panel, SABOT_TYPE_PANEL)

static void
sabot_rules_panel_dispose(GObject *object)
{
	SabotRulesPanel *panel = SABOT_RULES_PANEL(object);

	g_cancellable_cancel(panel->cancellable);
	g_clear_object(&panel->cancellable);
	G_OBJECT_CLASS(sabot_rules_panel_parent_class)->dispose(object);
}

static void
sabot_rules_panel_class_init(SabotRulesPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_rules_panel_dispose;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/rules-panel.ui");
	gtk_widget_class_bind_template_child(widget_class, SabotRulesPanel, profile);
	gtk_widget_class_bind_template_child(widget_class, SabotRulesPanel, size);
	gtk_widget_class_bind_template_child(widget_class, SabotRulesPanel, bets);
	gtk_widget_class_bind_template_child(widget_class, SabotRulesPanel, chips);
}

static void
sabot_rules_panel_init(SabotRulesPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
}

static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotRulesPanel *panel = data;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;
	struct sabot_wire_rules *rules =
		error ? NULL : sabot_record_parse(&sabot_wire_rules_type, ok, NULL);
	g_autofree char *size = NULL, *bets = NULL, *chips = NULL;

	(void)client;
	sabot_panel_say(SABOT_PANEL(panel), why);
	if (!rules)
		return;
	size = sabot_phrase_rules_size(rules);
	bets = sabot_phrase_rules_bets(rules);
	chips = sabot_phrase_rules_chips(rules);
	sabot_label_set(panel->profile, rules->rules);
	sabot_label_set(panel->size, size);
	sabot_label_set(panel->bets, bets);
	sabot_label_set(panel->chips, chips);
	sabot_record_unref(rules);
}

GtkWidget *
sabot_rules_panel_new(SabotTableItem *item)
{
	SabotRulesPanel *panel = g_object_new(SABOT_TYPE_RULES_PANEL, NULL);
	/* Translators: a table. */
	g_autofree char *title =
		g_strdup_printf(_("%s: rules and chips"), sabot_table_item_get_name(item));

	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_session_request(sabot_feed_get_session(sabot_table_item_get_feed(item)), "rules",
			      json_pack("{s:s}", "table", sabot_table_item_get_name(item)),
			      panel->cancellable, on_rules_came, panel);
	return GTK_WIDGET(panel);
}
