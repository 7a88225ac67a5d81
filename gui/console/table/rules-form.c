/* Change of a table's rules: see rules-form.h; its layout is rules-form.ui. */
#include "rules-form.h"
#include "gui/widgets/template.h"

#include "gui/console/form/form-fields.h"
#include "gui/model/rules-change.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"

#include <glib/gi18n.h>
#include <string.h>

enum { LIMITS = 2 }; /* number of leading fields that the pit may change */

/* The children of the template. */
#define RULES_FORM_CHILDREN(CHILD)                                                                 \
	CHILD(GtkLabel, said)                                                                      \
	CHILD(GtkLabel, refusal)                                                                   \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(GtkComboBoxText, profile)                                                            \
	CHILD(SabotFormFields, fields)                                                             \
	CHILD(GtkButton, configured)                                                               \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkButton, record)                                                                   \
	CHILD(SabotSecondPerson, second)

struct _SabotRulesForm {
	GtkBox parent_instance;
	SabotSession *session; /* borrowed */
	GCancellable *cancellable;
	char *table;
	struct sabot_wire_rules *rules; /* or NULL */
	struct sabot_form_field asked[SABOT_FORM_FIELDS_MAX];
	RULES_FORM_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_RECORDED, SIGNAL_LEFT, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotRulesForm, sabot_rules_form, GTK_TYPE_BOX)

static void
sabot_rules_form_dispose(GObject *object)
{
	SabotRulesForm *form = SABOT_RULES_FORM(object);

	sabot_give_up(&form->cancellable);
	g_clear_pointer(&form->table, g_free);
	g_clear_pointer(&form->rules, sabot_record_unref);
	G_OBJECT_CLASS(sabot_rules_form_parent_class)->dispose(object);
}

static void
sabot_rules_form_class_init(SabotRulesFormClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_rules_form_dispose;
	signals[SIGNAL_RECORDED] =
		g_signal_new("recorded", SABOT_TYPE_RULES_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 0);
	signals[SIGNAL_LEFT] = g_signal_new("left", SABOT_TYPE_RULES_FORM, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	g_type_ensure(SABOT_TYPE_FORM_FIELDS);
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/table/rules-form.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotRulesForm, RULES_FORM_CHILDREN);
}

static void
show_fields(SabotRulesForm *form)
{
	gtk_stack_set_visible_child_name(form->pages, "fields");
	sabot_form_fields_begin(form->fields);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotRulesForm *form = data;
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_label_set(form->said, text);
	if (!error)
		g_signal_emit(form, signals[SIGNAL_RECORDED], 0);
}

/* `args` is transferred. */
static void
request(SabotRulesForm *form, json_t *args)
{
	json_object_set_new(args, "table", json_string(form->table));
	if (sabot_session_get_state(form->session) == SABOT_SESSION_FREE)
		json_object_set_new(args, "by", json_string("console"));
	sabot_second_person_request(form->second, "rules_change", args, on_answered, form);
}

static void
on_record(gpointer widget, gpointer data)
{
	SabotRulesForm *form = data;
	const char *texts[SABOT_FORM_FIELDS_MAX];
	g_autofree char *why = NULL;
	json_t *args;

	(void)widget;
	sabot_form_fields_get_texts(form->fields, texts);
	args = sabot_rules_change_build(form->rules,
					gtk_combo_box_get_active_id(GTK_COMBO_BOX(form->profile)),
					texts, &why);
	sabot_label_set(form->said, why);
	if (args)
		request(form, args);
	else
		sabot_form_fields_begin_unfit(form->fields);
}

static void
on_configured(GtkButton *button, gpointer data)
{
	(void)button;
	request(data, json_pack("{s:b}", "configured", 1));
}

static void
on_back(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
sabot_rules_form_init(SabotRulesForm *form)
{
	gtk_widget_init_template(GTK_WIDGET(form));
	form->cancellable = g_cancellable_new();
	g_signal_connect(form->record, "clicked", G_CALLBACK(on_record), form);
	g_signal_connect(form->fields, "complete", G_CALLBACK(on_record), form);
	g_signal_connect(form->configured, "clicked", G_CALLBACK(on_configured), form);
	g_signal_connect(form->back, "clicked", G_CALLBACK(on_back), form);
	g_signal_connect_swapped(form->second, "left", G_CALLBACK(show_fields), form);
}

void
sabot_rules_form_set_table(SabotRulesForm *form, SabotSession *session, const char *table)
{
	form->session = session;
	form->table = g_strdup(table);
	sabot_second_person_set_session(form->second, session);
}

/* The profiles for the table's game. */
static void
on_profiles_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotRulesForm *form = data;
	const char *wanted = sabot_rules_change_profile(form->rules);
	struct sabot_wire_page *page =
		error ? NULL : sabot_record_parse(&sabot_wire_profiles_type, ok, NULL);

	(void)client;
	for (guint i = 0; page && i < page->items->len; i++) {
		const struct sabot_wire_profile *profile = g_ptr_array_index(page->items, i);

		if (g_strcmp0(profile->game, form->rules->game) == 0 &&
		    strcmp(profile->name, wanted) != 0)
			gtk_combo_box_text_append(form->profile, profile->name, profile->name);
	}
	if (page && page->next)
		sabot_session_request(form->session, "profiles",
				      json_pack("{s:I}", "from", (json_int_t)page->next),
				      form->cancellable, on_profiles_came, form);
	sabot_record_unref(page);
}

static void
request_fields(SabotRulesForm *form, gboolean has_all)
{
	char *texts[SABOT_FORM_FIELDS_MAX] = {0};

	memcpy(form->asked, sabot_rules_change_fields, sizeof form->asked);
	if (!has_all)
		form->asked[LIMITS].name = NULL;
	sabot_rules_change_texts(form->rules, texts);
	sabot_form_fields_set(form->fields, form->asked, form->session, NULL,
			      (const char *const *)texts);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX; i++)
		g_free(texts[i]);
}

void
sabot_rules_form_begin(SabotRulesForm *form, struct sabot_wire_rules *rules)
{
	g_autofree char *refusal = sabot_session_refusal(form->session, "change");
	const char *wanted;

	g_clear_pointer(&form->rules, sabot_record_unref);
	form->rules = sabot_record_ref(rules);
	wanted = sabot_rules_change_profile(rules);
	gtk_combo_box_text_remove_all(form->profile);
	gtk_combo_box_text_append(form->profile, wanted, wanted);
	gtk_combo_box_set_active_id(GTK_COMBO_BOX(form->profile), wanted);
	gtk_widget_set_sensitive(GTK_WIDGET(form->profile), !refusal);
	gtk_widget_set_visible(GTK_WIDGET(form->configured), !refusal && !rules->is_configured);
	sabot_label_set(form->refusal, refusal);
	sabot_label_set(form->said, NULL);
	request_fields(form, !refusal);
	show_fields(form);
	sabot_session_request(form->session, "profiles", NULL, form->cancellable, on_profiles_came,
			      form);
}
