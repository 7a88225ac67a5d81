/* An action's form: see action-panel.h; its layout is action-panel.ui, its fields' rows are made
 * here from the action's table. */
#include "gui/console/action-panel.h"

#include "gui/widgets/person-list.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

struct _SabotActionPanel {
	SabotPanel parent_instance;
	const struct sabot_table_action *action;
	SabotTableItem *item;
	gulong changed_handler;
	GCancellable *cancellable;
	GtkWidget *inputs[SABOT_ACTION_FIELDS_MAX]; /* GtkEntry or SabotPersonList */
	GtkLabel *help, *hindrance;
	GtkBox *fields;
	GtkButton *apply;
};

G_DEFINE_FINAL_TYPE(SabotActionPanel, sabot_action_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotActionPanel *panel)
{
	return sabot_feed_get_session(sabot_table_item_get_feed(panel->item));
}

static void
sabot_action_panel_dispose(GObject *object)
{
	SabotActionPanel *panel = SABOT_ACTION_PANEL(object);

	if (panel->cancellable)
		g_cancellable_cancel(panel->cancellable);
	g_clear_object(&panel->cancellable);
	if (panel->item) {
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
		g_clear_signal_handler(&panel->changed_handler, panel->item);
	}
	g_clear_object(&panel->item);
	G_OBJECT_CLASS(sabot_action_panel_parent_class)->dispose(object);
}

static void
begin(SabotPanel *base)
{
	SabotActionPanel *panel = SABOT_ACTION_PANEL(base);
	GtkWidget *first = panel->inputs[0];

	if (!first)
		gtk_widget_grab_focus(GTK_WIDGET(panel->apply));
	else if (SABOT_IS_PERSON_LIST(first))
		sabot_person_list_begin(SABOT_PERSON_LIST(first));
	else
		gtk_widget_grab_focus(first);
}

static void
sabot_action_panel_class_init(SabotActionPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_action_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/action-panel.ui");
	gtk_widget_class_bind_template_child(widget_class, SabotActionPanel, help);
	gtk_widget_class_bind_template_child(widget_class, SabotActionPanel, hindrance);
	gtk_widget_class_bind_template_child(widget_class, SabotActionPanel, fields);
	gtk_widget_class_bind_template_child(widget_class, SabotActionPanel, apply);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotActionPanel *panel = data;
	g_autofree char *text = NULL;

	(void)client;
	gtk_widget_set_sensitive(GTK_WIDGET(panel), TRUE);
	text = error ? sabot_session_explain(error) : sabot_session_objection(ok);
	sabot_panel_say(SABOT_PANEL(panel), text);
	if (!text)
		sabot_panel_close(SABOT_PANEL(panel));
}

static const char *
get_text(GtkWidget *input)
{
	if (SABOT_IS_PERSON_LIST(input))
		return sabot_person_list_get_id(SABOT_PERSON_LIST(input));
	return input ? gtk_entry_get_text(GTK_ENTRY(input)) : NULL;
}

static void
on_apply(gpointer widget, gpointer data)
{
	SabotActionPanel *panel = data;
	const char *texts[SABOT_ACTION_FIELDS_MAX];
	g_autofree char *why = NULL;
	json_t *event;

	(void)widget;
	if (!gtk_widget_get_sensitive(GTK_WIDGET(panel->apply)))
		return;
	for (gsize i = 0; i < SABOT_ACTION_FIELDS_MAX; i++)
		texts[i] = get_text(panel->inputs[i]);
	event = sabot_table_action_build(panel->action, texts, &why);
	sabot_panel_say(SABOT_PANEL(panel), why);
	if (!event)
		return;
	gtk_widget_set_sensitive(GTK_WIDGET(panel), FALSE);
	sabot_session_request(get_session(panel), "event",
			      json_pack("{s:s, s:o}", "table",
					sabot_table_item_get_name(panel->item), "event", event),
			      panel->cancellable, on_answered, panel);
}

static void
sabot_action_panel_init(SabotActionPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	g_signal_connect(panel->apply, "clicked", G_CALLBACK(on_apply), panel);
}

/* What stands in the way may come and go while the form is open. */
static void
show_hindrance(SabotActionPanel *panel)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(panel->item);
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), panel->action->right);
	const char *hindrance = panel->action->hindrance ? panel->action->hindrance(view) : NULL;

	sabot_label_set(panel->hindrance, refusal ? refusal : hindrance);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->apply), !refusal && !hindrance);
}

static GtkWidget *
person_input_new(SabotActionPanel *panel, const char *title)
{
	GtkWidget *list = g_object_new(SABOT_TYPE_PERSON_LIST, NULL);

	sabot_person_list_set_session(SABOT_PERSON_LIST(list), get_session(panel), "deal", FALSE);
	atk_object_set_name(gtk_widget_get_accessible(list), title);
	return list;
}

static GtkWidget *
entry_new(SabotActionPanel *panel, const struct sabot_action_field *field, const char *title)
{
	g_autofree char *initial =
		sabot_action_field_initial(field, sabot_table_item_get_view(panel->item));
	GtkWidget *entry = gtk_entry_new();

	gtk_entry_set_text(GTK_ENTRY(entry), initial);
	g_signal_connect(entry, "activate", G_CALLBACK(on_apply), panel);
	atk_object_set_name(gtk_widget_get_accessible(entry), title);
	return entry;
}

static void
add_field(SabotActionPanel *panel, gsize n)
{
	const struct sabot_action_field *field = &panel->action->fields[n];
	const char *title = sabot_action_field_title(field);
	GtkWidget *label = gtk_label_new(title);
	/* A house without persons writes names. */
	gboolean is_choice = field->kind == SABOT_FIELD_PERSON &&
			     sabot_session_get_persons(get_session(panel))->len > 0;

	gtk_label_set_xalign(GTK_LABEL(label), 0);
	panel->inputs[n] =
		is_choice ? person_input_new(panel, title) : entry_new(panel, field, title);
	gtk_box_pack_start(panel->fields, label, FALSE, FALSE, 0);
	gtk_box_pack_start(panel->fields, panel->inputs[n], FALSE, FALSE, 0);
	gtk_widget_show(label);
	gtk_widget_show(panel->inputs[n]);
}

GtkWidget *
sabot_action_panel_new(const struct sabot_table_action *action, SabotTableItem *item)
{
	SabotActionPanel *panel = g_object_new(SABOT_TYPE_ACTION_PANEL, NULL);
	g_autofree char *title = NULL;

	panel->action = action;
	panel->item = g_object_ref(item);
	/* Translators: a table, what is to be done there. */
	title = g_strdup_printf(C_("panel", "%s: %s"), sabot_table_item_get_name(item),
				sabot_table_action_title(action));
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_label_set(panel->help, sabot_table_action_help(action));
	for (gsize i = 0; i < SABOT_ACTION_FIELDS_MAX && action->fields[i].name; i++)
		add_field(panel, i);
	panel->changed_handler =
		g_signal_connect_swapped(item, "changed", G_CALLBACK(show_hindrance), panel);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_hindrance), panel);
	show_hindrance(panel);
	return GTK_WIDGET(panel);
}
