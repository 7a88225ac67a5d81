/*
 * Logging in: see login-panel.h; its layout is login-panel.ui.
 *
 * NAME ──chosen──► PIN ──right──► closed
 *                   │ right, but somebody else's choice
 *                   ▼
 *                  NEW ──► AGAIN ──the same──► logged in with it, closed
 *                   ▲        │ not the same
 *                   └────────┘
 */
#include "gui/widgets/login-panel.h"
#include "template.h"

#include "gui/widgets/person-list.h"
#include "gui/widgets/pin-pad.h"

#include <glib/gi18n.h>

enum step { STEP_NAME, STEP_PIN, STEP_NEW, STEP_AGAIN };

/* The children of the template. */
#define LOGIN_PANEL_CHILDREN(CHILD)                                                                \
	CHILD(GtkBox, body)                                                                        \
	CHILD(SabotPersonList, persons)                                                            \
	CHILD(SabotPinPad, pad)

struct _SabotLoginPanel {
	SabotPanel parent_instance;
	SabotSession *session;
	GCancellable *cancellable;
	enum step step;
	char *pin, *new_pin;
	LOGIN_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotLoginPanel, sabot_login_panel, SABOT_TYPE_PANEL)

static void
sabot_login_panel_dispose(GObject *object)
{
	SabotLoginPanel *panel = SABOT_LOGIN_PANEL(object);

	sabot_give_up(&panel->cancellable);
	g_clear_object(&panel->session);
	g_clear_pointer(&panel->pin, g_free);
	g_clear_pointer(&panel->new_pin, g_free);
	G_OBJECT_CLASS(sabot_login_panel_parent_class)->dispose(object);
}

static void
begin(SabotPanel *base)
{
	sabot_person_list_begin(SABOT_LOGIN_PANEL(base)->persons);
}

static void
sabot_login_panel_class_init(SabotLoginPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_login_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	g_type_ensure(SABOT_TYPE_PERSON_LIST);
	g_type_ensure(SABOT_TYPE_PIN_PAD);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/widgets/login-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotLoginPanel, LOGIN_PANEL_CHILDREN);
}

static void
set_step(SabotLoginPanel *panel, enum step step)
{
	g_autofree char *title = NULL;

	panel->step = step;
	switch (step) {
	case STEP_NAME:
		title = g_strdup(_("PIN"));
		break;
	case STEP_PIN: /* Translators: whose PIN is prompted for. */
		title = g_strdup_printf(_("PIN of %s"), sabot_person_list_get_name(panel->persons));
		break;
	case STEP_NEW:
		title = g_strdup(_("New PIN: 4 to 12 digits"));
		break;
	case STEP_AGAIN:
		title = g_strdup(_("New PIN, again"));
		break;
	}
	sabot_pin_pad_set_title(panel->pad, title);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->pad), step != STEP_NAME);
	if (step != STEP_NAME)
		sabot_pin_pad_begin(panel->pad);
}

static char *
explain(SabotLoginPanel *panel, const GError *error)
{
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NEW_PIN_WANTED))
		return g_strdup(_("Somebody else chose this PIN, or it is too short. Choose "
				  "your own now."));
	if (panel->new_pin)
		return sabot_session_explain(error);
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED))
		return g_strdup(_("The PIN is wrong, or it is locked. After five wrong PINs it is "
				  "locked for a minute, then longer."));
	return sabot_session_explain(error);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotLoginPanel *panel = data;
	g_autofree char *text = NULL;

	(void)client;
	(void)ok;
	gtk_widget_set_sensitive(GTK_WIDGET(panel), TRUE);
	if (!error) {
		sabot_panel_close(SABOT_PANEL(panel));
		return;
	}
	text = explain(panel, error);
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NEW_PIN_WANTED) ||
	    panel->new_pin)
		set_step(panel, STEP_NEW);
	else
		set_step(panel, STEP_PIN);
	g_clear_pointer(&panel->new_pin, g_free);
}

static void
prompt(SabotLoginPanel *panel)
{
	const char *const pins[2] = {panel->pin, panel->new_pin};

	gtk_widget_set_sensitive(GTK_WIDGET(panel), FALSE);
	sabot_session_login(panel->session, sabot_person_list_get_name(panel->persons), pins,
			    panel->cancellable, on_answered, panel);
}

static void
on_chosen(SabotPersonList *persons, gpointer data)
{
	SabotLoginPanel *panel = data;

	(void)persons;
	g_clear_pointer(&panel->new_pin, g_free);
	sabot_panel_show_message(SABOT_PANEL(panel), NULL);
	set_step(panel, STEP_PIN);
}

static void
on_entered(SabotPinPad *pad, gpointer data)
{
	SabotLoginPanel *panel = data;
	const char *entered = sabot_pin_pad_get_pin(pad);

	switch (panel->step) {
	case STEP_NAME:
		return;
	case STEP_PIN:
		g_free(panel->pin);
		panel->pin = g_strdup(entered);
		prompt(panel);
		return;
	case STEP_NEW:
		g_free(panel->new_pin);
		panel->new_pin = g_strdup(entered);
		set_step(panel, STEP_AGAIN);
		return;
	case STEP_AGAIN:
		if (g_strcmp0(panel->new_pin, entered) == 0) {
			prompt(panel);
			return;
		}
		sabot_panel_show_message(SABOT_PANEL(panel), _("The two are not the same."));
		g_clear_pointer(&panel->new_pin, g_free);
		set_step(panel, STEP_NEW);
		return;
	}
}

static void
sabot_login_panel_init(SabotLoginPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->cancellable = g_cancellable_new();
	sabot_panel_set_title(SABOT_PANEL(panel), _("Log in"));
	g_signal_connect(panel->persons, "chosen", G_CALLBACK(on_chosen), panel);
	g_signal_connect(panel->pad, "entered", G_CALLBACK(on_entered), panel);
	set_step(panel, STEP_NAME);
}

GtkWidget *
sabot_login_panel_new(SabotSession *session)
{
	SabotLoginPanel *panel = g_object_new(SABOT_TYPE_LOGIN_PANEL, NULL);

	panel->session = g_object_ref(session);
	sabot_session_refresh(session);
	sabot_person_list_set_session(panel->persons, session, NULL, FALSE);
	if (sabot_session_was_ended(session))
		sabot_panel_show_message(SABOT_PANEL(panel),
					 _("The log-in ended: nothing was done for a while, or an "
					   "administrator changed the person."));
	return GTK_WIDGET(panel);
}

void
sabot_login_panel_choose(SabotLoginPanel *panel, const char *name)
{
	sabot_person_list_choose(panel->persons, name);
}

void
sabot_login_panel_set_wide(SabotLoginPanel *panel, gboolean is_wide)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(panel->body),
				       is_wide ? GTK_ORIENTATION_HORIZONTAL
					       : GTK_ORIENTATION_VERTICAL);
	gtk_box_set_homogeneous(panel->body, is_wide);
	/* The digits stay where they are when a message comes. */
	sabot_panel_put_message(SABOT_PANEL(panel), is_wide ? GTK_BOX(panel->persons) : NULL);
}
