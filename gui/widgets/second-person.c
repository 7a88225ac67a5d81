/* The second of two signers: see second-person.h; its layout is second-person.ui. */
#include "gui/widgets/second-person.h"
#include "template.h"

#include "gui/widgets/pin-pad.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define SECOND_PERSON_CHILDREN(CHILD)                                                              \
	CHILD(SabotPersonList, persons)                                                            \
	CHILD(SabotPinPad, pin)                                                                    \
	CHILD(GtkButton, back)

struct _SabotSecondPerson {
	GtkBox parent_instance;
	SabotSession *session; /* borrowed */
	GCancellable *cancellable;
	const char *verb;          /* verb of the request that may require two, or NULL */
	json_t *args;              /* its arguments, or NULL */
	sabot_client_reply_fn *fn; /* receives the reply */
	gpointer data;
	SECOND_PERSON_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_SIGNED, SIGNAL_LEFT, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotSecondPerson, sabot_second_person, GTK_TYPE_BOX)

static void
sabot_second_person_dispose(GObject *object)
{
	SabotSecondPerson *second = SABOT_SECOND_PERSON(object);

	sabot_give_up(&second->cancellable);
	g_clear_pointer(&second->args, json_decref);
	G_OBJECT_CLASS(sabot_second_person_parent_class)->dispose(object);
}

static void
sabot_second_person_class_init(SabotSecondPersonClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_second_person_dispose;
	signals[SIGNAL_SIGNED] = g_signal_new("signed", SABOT_TYPE_SECOND_PERSON, G_SIGNAL_RUN_LAST,
					      0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
	signals[SIGNAL_LEFT] = g_signal_new("left", SABOT_TYPE_SECOND_PERSON, G_SIGNAL_RUN_LAST, 0,
					    NULL, NULL, NULL, G_TYPE_NONE, 0);
	g_type_ensure(SABOT_TYPE_PERSON_LIST);
	g_type_ensure(SABOT_TYPE_PIN_PAD);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/widgets/second-person.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotSecondPerson, SECOND_PERSON_CHILDREN);
}

static void
prompt_pin(SabotSecondPerson *second)
{
	g_autofree char *title =
		g_strdup_printf(_("PIN of %s"), sabot_person_list_get_name(second->persons));

	sabot_pin_pad_set_title(second->pin, title);
	gtk_widget_set_sensitive(GTK_WIDGET(second->pin), TRUE);
	sabot_pin_pad_begin(second->pin);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotSecondPerson *second = data;
	GtkWidget *pages = gtk_widget_get_parent(GTK_WIDGET(second));

	json_object_del(second->args, "second");
	gtk_widget_set_sensitive(pages, TRUE);
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_SECOND_WANTED) ||
	    g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_CARD_WANTED)) {
		gtk_stack_set_visible_child(GTK_STACK(pages), GTK_WIDGET(second));
		sabot_second_person_begin(second);
	}
	second->fn(client, ok, error, second->data);
}

static void
send(SabotSecondPerson *second)
{
	gtk_widget_set_sensitive(gtk_widget_get_parent(GTK_WIDGET(second)), FALSE);
	sabot_session_request(second->session, second->verb, json_incref(second->args),
			      second->cancellable, on_answered, second);
}

static void
on_entered(SabotPinPad *pad, gpointer data)
{
	SabotSecondPerson *second = data;
	json_t *proof = json_pack("{s:s, s:s}", "name", sabot_person_list_get_name(second->persons),
				  "pin", sabot_pin_pad_get_pin(pad));

	sabot_pin_pad_begin(pad);
	if (second->args) {
		json_object_set(second->args, "second", proof);
		send(second);
	}
	g_signal_emit(second, signals[SIGNAL_SIGNED], 0, proof);
	json_decref(proof);
}

static void
on_back(GtkButton *button, gpointer data)
{
	(void)button;
	g_signal_emit(data, signals[SIGNAL_LEFT], 0);
}

static void
sabot_second_person_init(SabotSecondPerson *second)
{
	gtk_widget_init_template(GTK_WIDGET(second));
	second->cancellable = g_cancellable_new();
	gtk_widget_set_sensitive(GTK_WIDGET(second->pin), FALSE);
	g_signal_connect_swapped(second->persons, "chosen", G_CALLBACK(prompt_pin), second);
	g_signal_connect(second->pin, "entered", G_CALLBACK(on_entered), second);
	g_signal_connect(second->back, "clicked", G_CALLBACK(on_back), second);
}

void
sabot_second_person_set_session(SabotSecondPerson *second, SabotSession *session)
{
	second->session = session;
	sabot_person_list_set_session(second->persons, session, "second", TRUE);
}

void
sabot_second_person_set_right(SabotSecondPerson *second, const char *right)
{
	sabot_person_list_set_right(second->persons, right);
}

void
sabot_second_person_set_hindrance(SabotSecondPerson *second, sabot_person_hinder_fn *hinder,
				  gconstpointer data)
{
	sabot_person_list_set_hindrance(second->persons, hinder, data);
}

void
sabot_second_person_begin(SabotSecondPerson *second)
{
	gtk_widget_set_sensitive(GTK_WIDGET(second->pin), FALSE);
	if (sabot_person_list_is_choice_good(second->persons)) {
		prompt_pin(second);
		return;
	}
	sabot_pin_pad_set_title(second->pin, _("PIN"));
	sabot_person_list_begin(second->persons);
}

void
sabot_second_person_request(SabotSecondPerson *second, const char *verb, json_t *args,
			    sabot_client_reply_fn *fn, gpointer data)
{
	second->verb = verb;
	g_clear_pointer(&second->args, json_decref);
	second->args = args;
	second->fn = fn;
	second->data = data;
	send(second);
}
