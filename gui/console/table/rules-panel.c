/* A table's rules: see rules-panel.h; its layout is rules-panel.ui. */
#include "rules-panel.h"
#include "gui/widgets/template.h"

#include "rules-form.h"
#include "gui/model/tables/feed.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define RULES_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkLabel, profile)                                                                   \
	CHILD(GtkLabel, size)                                                                      \
	CHILD(GtkLabel, limits)                                                                    \
	CHILD(GtkLabel, next)                                                                      \
	CHILD(GtkLabel, bets)                                                                      \
	CHILD(GtkLabel, chips)                                                                     \
	CHILD(GtkLabel, refusal)                                                                   \
	CHILD(GtkButton, change)                                                                   \
	CHILD(SabotRulesForm, form)

struct _SabotRulesPanel {
	SabotPanel parent_instance;
	SabotTableItem *item;
	GCancellable *cancellable;
	struct sabot_wire_rules *rules; /* as last received, or NULL */
	RULES_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotRulesPanel, sabot_rules_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotRulesPanel *panel)
{
	return sabot_feed_get_session(sabot_table_item_get_feed(panel->item));
}

static void
sabot_rules_panel_dispose(GObject *object)
{
	SabotRulesPanel *panel = SABOT_RULES_PANEL(object);

	sabot_give_up(&panel->cancellable);
	if (panel->item)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	g_clear_object(&panel->item);
	g_clear_pointer(&panel->rules, sabot_record_unref);
	G_OBJECT_CLASS(sabot_rules_panel_parent_class)->dispose(object);
}

static void
sabot_rules_panel_class_init(SabotRulesPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_rules_panel_dispose;
	g_type_ensure(SABOT_TYPE_RULES_FORM);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/rules-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotRulesPanel, RULES_PANEL_CHILDREN);
}

/* The pit may change the table's limits; the form shows what else the role may not change. */
static void
show_refusal(SabotRulesPanel *panel)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "run");

	sabot_label_set(panel->refusal, refusal);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->change), panel->rules && !refusal);
}

static void
show_rules(SabotRulesPanel *panel)
{
	const struct sabot_wire_rules *rules = panel->rules;
	g_autofree char *size = sabot_phrase_rules_size(rules);
	g_autofree char *limits = sabot_phrase_limits(rules->min_minor, rules->max_minor);
	g_autofree char *bets = sabot_phrase_rules_bets(rules);
	g_autofree char *chips = sabot_phrase_rules_chips(rules);
	g_autofree char *next = sabot_phrase_rules_next(rules);

	sabot_label_set(panel->profile, rules->rules);
	sabot_label_set(panel->size, size);
	sabot_label_set(panel->limits, limits);
	sabot_label_set(panel->bets, bets);
	sabot_label_set(panel->chips, chips);
	sabot_label_set(panel->next, next);
}

static void
on_rules_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotRulesPanel *panel = data;
	g_autofree char *why = error ? sabot_session_explain(error) : NULL;
	struct sabot_wire_rules *rules =
		error ? NULL : sabot_record_parse(&sabot_wire_rules_type, ok, NULL);

	(void)client;
	sabot_panel_show_message(SABOT_PANEL(panel), why);
	if (!rules)
		return;
	sabot_record_unref(panel->rules);
	panel->rules = rules;
	show_rules(panel);
	show_refusal(panel);
}

static void
show_facts(SabotRulesPanel *panel)
{
	gtk_stack_set_visible_child_name(panel->pages, "facts");
	/* A form opened now would show the rules from before the change. */
	g_clear_pointer(&panel->rules, sabot_record_unref);
	show_refusal(panel);
	sabot_session_request(get_session(panel), "rules",
			      json_pack("{s:s}", "table", sabot_table_item_get_name(panel->item)),
			      panel->cancellable, on_rules_came, panel);
}

static void
on_change(GtkButton *button, gpointer data)
{
	SabotRulesPanel *panel = data;

	(void)button;
	gtk_stack_set_visible_child_name(panel->pages, "form");
	sabot_rules_form_begin(panel->form, panel->rules);
}

static void
sabot_rules_panel_init(SabotRulesPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	g_signal_connect(panel->change, "clicked", G_CALLBACK(on_change), panel);
	g_signal_connect_swapped(panel->form, "recorded", G_CALLBACK(show_facts), panel);
	g_signal_connect_swapped(panel->form, "left", G_CALLBACK(show_facts), panel);
}

GtkWidget *
sabot_rules_panel_new(SabotTableItem *item)
{
	SabotRulesPanel *panel = g_object_new(SABOT_TYPE_RULES_PANEL, NULL);
	/* Translators: a table. */
	g_autofree char *title =
		g_strdup_printf(_("%s: rules and chips"), sabot_table_item_get_name(item));

	panel->item = g_object_ref(item);
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_rules_form_set_table(panel->form, get_session(panel),
				   sabot_table_item_get_name(item));
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_refusal), panel);
	show_refusal(panel);
	show_facts(panel);
	return GTK_WIDGET(panel);
}
