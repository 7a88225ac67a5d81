/* An action's form: see action-panel.h; its layout is action-panel.ui. */
#include "action-panel.h"
#include "gui/widgets/template.h"

#include "gui/console/form/form-fields.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define ACTION_PANEL_CHILDREN(CHILD)                                                               \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkLabel, help)                                                                      \
	CHILD(GtkLabel, hindrance)                                                                 \
	CHILD(SabotFormFields, fields)                                                             \
	CHILD(GtkButton, apply)                                                                    \
	CHILD(SabotSecondPerson, second)

struct _SabotActionPanel {
	SabotPanel parent_instance;
	const struct sabot_table_action *action;
	SabotTableItem *item;
	gulong changed_handler;
	ACTION_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
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

	if (panel->item) {
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
		g_clear_signal_handler(&panel->changed_handler, panel->item);
	}
	g_clear_object(&panel->item);
	G_OBJECT_CLASS(sabot_action_panel_parent_class)->dispose(object);
}

static void
show_fields(SabotActionPanel *panel)
{
	gtk_stack_set_visible_child_name(panel->pages, "fields");
	if (!sabot_form_fields_begin(panel->fields))
		gtk_widget_grab_focus(GTK_WIDGET(panel->apply));
}

static void
begin(SabotPanel *base)
{
	show_fields(SABOT_ACTION_PANEL(base));
}

static void
sabot_action_panel_class_init(SabotActionPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_action_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	g_type_ensure(SABOT_TYPE_FORM_FIELDS);
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/action-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotActionPanel, ACTION_PANEL_CHILDREN);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotActionPanel *panel = data;
	g_autofree char *text = NULL;

	(void)client;
	text = error ? sabot_session_explain(error) : sabot_session_objection(ok);
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (!text)
		sabot_panel_close(SABOT_PANEL(panel));
	else if (!error)
		show_fields(panel);
}

static void
on_apply(gpointer widget, gpointer data)
{
	SabotActionPanel *panel = data;
	const char *texts[SABOT_FORM_FIELDS_MAX];
	g_autofree char *why = NULL;
	const char *verb;
	json_t *event, *args;

	(void)widget;
	if (!gtk_widget_get_sensitive(GTK_WIDGET(panel->apply)))
		return;
	sabot_form_fields_get_texts(panel->fields, texts);
	event = sabot_table_action_build(panel->action, texts, &why);
	sabot_panel_show_message(SABOT_PANEL(panel), why);
	if (!event) {
		sabot_form_fields_begin_unfit(panel->fields);
		return;
	}
	verb = sabot_table_action_request(panel->action, sabot_table_item_get_name(panel->item),
					  event, &args);
	sabot_second_person_request(panel->second, verb, args, on_answered, panel);
}

static void
sabot_action_panel_init(SabotActionPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	g_signal_connect(panel->apply, "clicked", G_CALLBACK(on_apply), panel);
	g_signal_connect(panel->fields, "complete", G_CALLBACK(on_apply), panel);
	g_signal_connect_swapped(panel->second, "left", G_CALLBACK(show_fields), panel);
}

/* The hindrance may change while the form is open. */
static void
show_hindrance(SabotActionPanel *panel)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(panel->item);
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), panel->action->right);
	const char *hindrance = panel->action->hindrance ? panel->action->hindrance(view) : NULL;

	sabot_label_set(panel->hindrance, refusal ? refusal : hindrance);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->apply), !refusal && !hindrance);
}

static void
send_request(SabotActionPanel *panel)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(panel->item);
	const struct sabot_form_field *fields = panel->action->fields;
	char *texts[SABOT_FORM_FIELDS_MAX] = {0};

	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX && fields[i].name; i++)
		texts[i] = sabot_form_field_initial(&fields[i], view);
	sabot_form_fields_set(panel->fields, fields, get_session(panel), NULL,
			      (const char *const *)texts);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX; i++)
		g_free(texts[i]);
}

GtkWidget *
sabot_action_panel_new(const struct sabot_table_action *action, SabotTableItem *item)
{
	SabotActionPanel *panel = g_object_new(SABOT_TYPE_ACTION_PANEL, NULL);
	g_autofree char *title = NULL;

	panel->action = action;
	panel->item = g_object_ref(item);
	sabot_second_person_set_session(panel->second, get_session(panel));
	/* Translators: a table, what is to be done there. */
	title = g_strdup_printf(C_("panel", "%s: %s"), sabot_table_item_get_name(item),
				sabot_table_action_title(action));
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_label_set(panel->help, sabot_table_action_help(action));
	send_request(panel);
	panel->changed_handler =
		g_signal_connect_swapped(item, "changed", G_CALLBACK(show_hindrance), panel);
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_hindrance), panel);
	show_hindrance(panel);
	return GTK_WIDGET(panel);
}
