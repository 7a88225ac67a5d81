/* The form of a document of table money: see money-form.h; its layout is money-form.ui. */
#include "money-form.h"
#include "gui/widgets/template.h"

#include "gui/console/form/form-fields.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define MONEY_FORM_CHILDREN(CHILD)                                                                 \
	CHILD(GtkLabel, heading)                                                                   \
	CHILD(GtkLabel, said)                                                                      \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(SabotFormFields, fields)                                                             \
	CHILD(GtkButton, back)                                                                     \
	CHILD(GtkButton, record)                                                                   \
	CHILD(SabotSecondPerson, second)

struct _SabotMoneyForm {
	GtkBox parent_instance;
	SabotSession *session; /* borrowed */
	char *daemon; /* of a hub, where no table says it: whose document it is; else NULL */
	GCancellable *cancellable;
	const struct sabot_money_document *document;
	gboolean is_waiting;
	json_t *base;
	GPtrArray *barred; /* who may not sign it, of struct sabot_wire_barred; NULL: nobody */
	GArray *chips;     /* of int64_t; NULL: not known yet */
	json_t *event;     /* the complete event, while the second person logs in; else NULL */
	struct sabot_form_field asked[SABOT_FORM_FIELDS_MAX];
	MONEY_FORM_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_RECORDED, SIGNAL_LEFT, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotMoneyForm, sabot_money_form, GTK_TYPE_BOX)

static void
sabot_money_form_dispose(GObject *object)
{
	SabotMoneyForm *form = SABOT_MONEY_FORM(object);

	sabot_give_up(&form->cancellable);
	g_clear_pointer(&form->daemon, g_free);
	g_clear_pointer(&form->base, json_decref);
	g_clear_pointer(&form->barred, g_ptr_array_unref);
	g_clear_pointer(&form->chips, g_array_unref);
	g_clear_pointer(&form->event, json_decref);
	G_OBJECT_CLASS(sabot_money_form_parent_class)->dispose(object);
}

static void
sabot_money_form_class_init(SabotMoneyFormClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_money_form_dispose;
	signals[SIGNAL_RECORDED] =
		g_signal_new("recorded", SABOT_TYPE_MONEY_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
	signals[SIGNAL_LEFT] = g_signal_new("left", SABOT_TYPE_MONEY_FORM, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	g_type_ensure(SABOT_TYPE_FORM_FIELDS);
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/money/money-form.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotMoneyForm, MONEY_FORM_CHILDREN);
}

static gboolean
is_unnamed(SabotMoneyForm *form)
{
	return sabot_session_get_state(form->session) == SABOT_SESSION_FREE;
}

static gboolean
wants_pin(SabotMoneyForm *form)
{
	return form->document->is_of_two && !is_unnamed(form);
}

static void
show_fields(SabotMoneyForm *form)
{
	gtk_stack_set_visible_child_name(form->pages, "fields");
	if (!sabot_form_fields_begin(form->fields))
		gtk_widget_grab_focus(GTK_WIDGET(form->record));
}

static void
require_second(SabotMoneyForm *form)
{
	gtk_stack_set_visible_child_name(form->pages, "second");
	sabot_second_person_begin(form->second);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotMoneyForm *form = data;
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;
	struct sabot_wire_recorded *recorded;

	(void)client;
	gtk_widget_set_sensitive(GTK_WIDGET(form), TRUE);
	/* One person signs it, unless the shift is sealed. */
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_SECOND_WANTED)) {
		require_second(form);
		return;
	}
	sabot_label_set(form->said, text);
	recorded = error ? NULL : sabot_record_parse(&sabot_wire_recorded_type, ok, NULL);
	if (recorded && recorded->out->len > 0)
		g_signal_emit(form, signals[SIGNAL_RECORDED], 0,
			      g_ptr_array_index(recorded->out, 0));
	sabot_record_unref(recorded);
}

/* `second`: NULL if one person signs. */
static void
send(SabotMoneyForm *form, const json_t *second)
{
	gtk_widget_set_sensitive(GTK_WIDGET(form), FALSE);
	sabot_session_request(
		form->session, "document",
		sabot_session_aim(json_pack("{s:O, s:O*}", "event", form->event, "second", second),
				  form->daemon),
		form->cancellable, on_answered, form);
}

static void
on_record(gpointer widget, gpointer data)
{
	SabotMoneyForm *form = data;
	const char *texts[SABOT_FORM_FIELDS_MAX];
	json_t *event = form->is_waiting ? NULL : sabot_money_document_build(form->document);
	g_autofree char *why = NULL;

	(void)widget;
	if (!event)
		return; /* Return was pressed before the key could be */
	json_object_update(event, form->base);
	sabot_form_fields_get_texts(form->fields, texts);
	g_clear_pointer(&form->event, json_decref);
	if (sabot_form_fill(form->asked, texts, event, &why))
		form->event = event;
	else
		json_decref(event);
	sabot_label_set(form->said, why);
	if (!form->event)
		sabot_form_fields_begin_unfit(form->fields);
	if (form->event && wants_pin(form))
		require_second(form);
	else if (form->event)
		send(form, NULL);
}

static void
on_back(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
on_signed(SabotSecondPerson *second, gpointer proof, gpointer data)
{
	(void)second;
	send(data, proof);
}

static void
sabot_money_form_init(SabotMoneyForm *form)
{
	gtk_widget_init_template(GTK_WIDGET(form));
	form->cancellable = g_cancellable_new();
	g_signal_connect(form->record, "clicked", G_CALLBACK(on_record), form);
	g_signal_connect(form->fields, "complete", G_CALLBACK(on_record), form);
	g_signal_connect(form->back, "clicked", G_CALLBACK(on_back), form);
	g_signal_connect(form->second, "signed", G_CALLBACK(on_signed), form);
	g_signal_connect_swapped(form->second, "left", G_CALLBACK(show_fields), form);
}

void
sabot_money_form_set_session(SabotMoneyForm *form, SabotSession *session)
{
	form->session = session;
	sabot_second_person_set_session(form->second, session);
}

void
sabot_money_form_set_daemon(SabotMoneyForm *form, const char *daemon)
{
	g_free(form->daemon);
	form->daemon = g_strdup(daemon);
}

void
sabot_money_form_set_chips(SabotMoneyForm *form, GArray *chips)
{
	g_clear_pointer(&form->chips, g_array_unref);
	form->chips = g_array_ref(chips);
}

void
sabot_money_form_set_waiting(SabotMoneyForm *form, gboolean is_waiting)
{
	form->is_waiting = is_waiting;
	gtk_widget_set_sensitive(GTK_WIDGET(form->record), !is_waiting);
}

static void
set_document(SabotMoneyForm *form, const struct sabot_money_start *start, const char *title,
	     const json_t *base)
{
	bool is_sealed = start->is_sealed;

	g_clear_pointer(&form->base, json_decref);
	form->document = start->document;
	form->base = json_deep_copy(base);
	sabot_money_document_get_fields(start->document, start->corrects != 0, is_unnamed(form),
					form->asked);
	sabot_second_person_set_right(
		form->second, sabot_money_document_second_right(start->document, is_sealed));
	sabot_second_person_set_hindrance(form->second, sabot_money_start_bars, start->barred);
	g_clear_pointer(&form->barred, g_ptr_array_unref);
	form->barred = start->barred ? g_ptr_array_ref(start->barred) : NULL;
	sabot_label_set(form->heading, title);
	if (is_sealed)
		sabot_label_set(form->said,
				_("The shift is sealed: this amends it, and two persons "
				  "sign it."));
	gtk_button_set_label(form->record,
			     wants_pin(form) ? _("On to the second person") : _("Record it"));
}

void
sabot_money_form_begin(SabotMoneyForm *form, const struct sabot_money_start *start,
		       const char *title, const json_t *base)
{
	char *texts[SABOT_FORM_FIELDS_MAX] = {0};

	sabot_label_set(form->said, NULL);
	set_document(form, start, title, base);
	sabot_form_read_back(form->asked, start->from, texts);
	sabot_form_fields_set(form->fields, form->asked, form->session, form->chips,
			      (const char *const *)texts);
	for (gsize i = 0; i < SABOT_FORM_FIELDS_MAX; i++)
		g_free(texts[i]);
	show_fields(form);
}

void
sabot_money_form_begin_again(SabotMoneyForm *form, const struct sabot_money_start *start,
			     const char *title, const json_t *base)
{
	set_document(form, start, title, base);
	sabot_form_fields_set_again(form->fields, form->asked, form->chips);
}
