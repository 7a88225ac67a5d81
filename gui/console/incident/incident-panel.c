/*
 * An incident and its ruling: see incident-panel.h; its layout is incident-panel.ui.
 *
 * MAIN ──"which card"──► CARD ──touched──► MAIN
 *   │ apply, one person is enough ──► recorded, closed
 *   └ apply, it takes two ──► SECOND ──name and PIN──► recorded, closed
 */
#include "incident-panel.h"
#include "gui/widgets/template.h"

#include "gui/console/money/named-money.h"
#include "remedy-list.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/tables/phrases.h"
#include "gui/widgets/severity-badge.h"
#include "gui/widgets/card-pad.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

enum { SHELVE_MINUTES = 30, REFRESH_MS = 400 };

/* The children of the template. */
#define INCIDENT_PANEL_CHILDREN(CHILD)                                                             \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(SabotBadge, badge)                                                                   \
	CHILD(GtkLabel, severity)                                                                  \
	CHILD(GtkLabel, text)                                                                      \
	CHILD(GtkLabel, alarm)                                                                     \
	CHILD(GtkLabel, notes)                                                                     \
	CHILD(GtkLabel, reason)                                                                    \
	CHILD(GtkButton, acknowledge)                                                              \
	CHILD(GtkButton, shelve)                                                                   \
	CHILD(GtkButton, comment)                                                                  \
	CHILD(GtkButton, which_card)                                                               \
	CHILD(GtkButton, apply)                                                                    \
	CHILD(GtkComboBoxText, assigned)                                                           \
	CHILD(SabotRemedyList, remedies)                                                           \
	CHILD(GtkEntry, box)                                                                       \
	CHILD(GtkEntry, amount)                                                                    \
	CHILD(GtkEntry, note)                                                                      \
	CHILD(SabotCardPad, cards)                                                                 \
	CHILD(SabotSecondPerson, second)

struct _SabotIncidentPanel {
	SabotPanel parent_instance;
	SabotFloorModel *floor;
	SabotFeed *feed;
	struct sabot_wire_incident *incident;
	GCancellable *cancellable;
	char *card;    /* chosen on the pad, or NULL */
	json_t *shown; /* the remedies as they are shown, or NULL */
	gboolean is_filling;
	guint refresh_source; /* effects are requested again after events */

	INCIDENT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
	struct sabot_named_money money; /* box and amount */
};

G_DEFINE_FINAL_TYPE(SabotIncidentPanel, sabot_incident_panel, SABOT_TYPE_PANEL)

static SabotSession *
get_session(SabotIncidentPanel *panel)
{
	return sabot_feed_get_session(panel->feed);
}

static void
sabot_incident_panel_dispose(GObject *object)
{
	SabotIncidentPanel *panel = SABOT_INCIDENT_PANEL(object);

	g_clear_handle_id(&panel->refresh_source, g_source_remove);
	sabot_give_up(&panel->cancellable);
	if (panel->feed)
		g_signal_handlers_disconnect_by_data(get_session(panel), panel);
	if (panel->floor)
		g_signal_handlers_disconnect_by_data(panel->floor, panel);
	g_clear_object(&panel->feed);
	g_clear_object(&panel->floor);
	g_clear_pointer(&panel->incident, sabot_record_unref);
	g_clear_pointer(&panel->card, g_free);
	g_clear_pointer(&panel->shown, json_decref);
	G_OBJECT_CLASS(sabot_incident_panel_parent_class)->dispose(object);
}

static void
begin(SabotPanel *base)
{
	gtk_widget_child_focus(GTK_WIDGET(SABOT_INCIDENT_PANEL(base)->remedies),
			       GTK_DIR_TAB_FORWARD);
}

static void
sabot_incident_panel_class_init(SabotIncidentPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_incident_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	g_type_ensure(SABOT_TYPE_BADGE);
	g_type_ensure(SABOT_TYPE_CARD_PAD);
	g_type_ensure(SABOT_TYPE_SECOND_PERSON);
	g_type_ensure(SABOT_TYPE_REMEDY_LIST);
	gtk_widget_class_set_template_from_resource(
		widget_class, "/org/sabot/console/incident/incident-panel.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotIncidentPanel, INCIDENT_PANEL_CHILDREN);
}

/* --- What is shown ---------------------------------------------------------------------------- */

static const char *
right_for_ruling(SabotIncidentPanel *panel)
{
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(panel->remedies);

	if (g_strcmp0(panel->incident->table, "house") == 0)
		return "rule_house";
	if (remedy && g_strcmp0(remedy->remedy, "read_as") == 0 &&
	    g_strcmp0(panel->incident->code, "unread_card") == 0)
		return "read_as";
	return "rule";
}

/* What is missing before it can be applied, as a sentence; NULL: nothing. Transferred. */
static char *
missing_text(SabotIncidentPanel *panel)
{
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(panel->remedies);
	gboolean has_note = *gtk_entry_get_text(panel->note) != '\0';

	if (panel->incident->state != SABOT_WIRE_INCIDENT_OPEN)
		return g_strdup(_("It is settled."));
	if (!remedy)
		return g_strdup(_("Choose a remedy."));
	if (remedy->wants_card && !panel->card)
		return g_strdup(_("Say which card it was."));
	if (panel->incident->severity == SABOT_WIRE_SEVERITY_CRITICAL && !has_note)
		return g_strdup(_("A critical one takes a reason."));
	return sabot_session_refusal(get_session(panel), right_for_ruling(panel));
}

static void
set_allowed(SabotIncidentPanel *panel, gpointer widget)
{
	g_autofree char *refusal = sabot_session_refusal(get_session(panel), "alarm");
	gboolean is_open = panel->incident->state == SABOT_WIRE_INCIDENT_OPEN;

	gtk_widget_set_sensitive(widget, is_open && !refusal);
	gtk_widget_set_tooltip_text(widget, refusal);
	atk_object_set_description(gtk_widget_get_accessible(widget), refusal ? refusal : "");
}

static void
show_ruling(SabotIncidentPanel *panel)
{
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(panel->remedies);
	g_autofree char *missing = missing_text(panel);

	gtk_widget_set_visible(GTK_WIDGET(panel->which_card), remedy && remedy->wants_card);
	sabot_named_money_show(&panel->money, remedy);
	sabot_label_set(panel->reason, missing);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->apply), !missing);
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(panel->apply)),
				   missing ? missing : "");
}

static void
fill_assigned(SabotIncidentPanel *panel)
{
	const GPtrArray *persons = sabot_session_get_persons(get_session(panel));
	const struct sabot_wire_mark *assigned = panel->incident->assigned;

	panel->is_filling = TRUE;
	gtk_combo_box_text_remove_all(panel->assigned);
	gtk_combo_box_text_append(panel->assigned, "", _("Nobody has it"));
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		if (sabot_session_role_has(get_session(panel), person->role, "alarm"))
			gtk_combo_box_text_append(panel->assigned, person->person, person->name);
	}
	if (!gtk_combo_box_set_active_id(GTK_COMBO_BOX(panel->assigned),
					 assigned && assigned->to ? assigned->to : ""))
		gtk_combo_box_set_active_id(GTK_COMBO_BOX(panel->assigned), "");
	panel->is_filling = FALSE;
}

static char *
severity_text(const struct sabot_wire_incident *incident)
{
	g_autofree char *severity = g_utf8_strup(sabot_phrase_severity(incident->severity), -1);
	g_autofree char *round = NULL;

	if (incident->round <= 0)
		return g_steal_pointer(&severity);
	round = g_strdup_printf(C_("incident", "round %d"), (int)incident->round);
	/* Translators: how grave an incident is, in which round it was. */
	return g_strdup_printf(C_("severity", "%s · %s"), severity, round);
}

static void
show_incident(SabotIncidentPanel *panel)
{
	const struct sabot_wire_incident *incident = panel->incident;
	gboolean is_open = incident->state == SABOT_WIRE_INCIDENT_OPEN;
	enum sabot_wire_alarm alarm = sabot_wire_incident_alarm(incident, g_get_real_time());
	g_autofree char *severity = severity_text(incident);
	g_autofree char *sentence = sabot_phrase_incident(incident);
	g_autofree char *state =
		sabot_phrase_alarm(incident, get_session(panel), g_get_real_time());

	sabot_badge_set(panel->badge, incident->severity, !is_open);
	sabot_label_set(panel->severity, severity);
	sabot_label_set(panel->text, sentence);
	sabot_label_set(panel->alarm, state);
	set_allowed(panel, panel->acknowledge);
	set_allowed(panel, panel->shelve);
	set_allowed(panel, panel->comment);
	set_allowed(panel, panel->assigned);
	gtk_widget_set_visible(GTK_WIDGET(panel->acknowledge), alarm == SABOT_WIRE_ALARM_ACTIVE);
	gtk_button_set_label(panel->shelve, alarm == SABOT_WIRE_ALARM_SHELVED
						    ? C_("alarm", "Unshelve")
						    : C_("alarm", "Shelve 30 min"));
	fill_assigned(panel);
	show_ruling(panel);
}

/* --- What is asked ---------------------------------------------------------------------------- */

static json_t *
address(SabotIncidentPanel *panel)
{
	return json_pack("{s:s, s:I}", "table", panel->incident->table, "incident",
			 (json_int_t)panel->incident->id);
}

/* Redrawn only when the contents change: a finger may be on the list. */
static void
on_remedies_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentPanel *panel = data;
	struct sabot_wire_remedies *remedies;

	(void)client;
	if (error || json_equal(panel->shown, ok))
		return;
	json_decref(panel->shown);
	panel->shown = json_incref(ok);
	remedies = sabot_record_parse(&sabot_wire_remedies_type, ok, NULL);
	if (remedies)
		sabot_remedy_list_set(panel->remedies, remedies);
	sabot_record_unref(remedies);
}

static void
on_history_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentPanel *panel = data;
	g_autoptr(GString) text = g_string_new(NULL);
	struct sabot_wire_history *history =
		error ? NULL : sabot_record_parse(&sabot_wire_history_type, ok, NULL);

	(void)client;
	for (guint i = 0; history && i < history->notes->len; i++) {
		g_autofree char *note = sabot_phrase_incident_note(
			g_ptr_array_index(history->notes, i), get_session(panel));

		g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "", note);
	}
	sabot_record_unref(history);
	sabot_label_set(panel->notes, text->str);
}

/* What was done about it, and what could be. */
static void
request_all(SabotIncidentPanel *panel)
{
	json_t *args = address(panel);

	sabot_session_request(get_session(panel), "history", address(panel), panel->cancellable,
			      on_history_came, panel);
	if (panel->card)
		json_object_set_new(args, "card", json_string(panel->card));
	sabot_named_money_add(&panel->money, args);
	sabot_session_request(get_session(panel), "remedies", args, panel->cancellable,
			      on_remedies_came, panel);
}

static void
on_done(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : NULL;

	(void)client;
	(void)ok;
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (!error)
		gtk_entry_set_text(panel->note, "");
	show_incident(panel);
}

static void
on_ruled(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentPanel *panel = data;
	g_autofree char *text = error ? sabot_session_explain(error) : sabot_session_objection(ok);

	(void)client;
	sabot_panel_show_message(SABOT_PANEL(panel), text);
	if (!text)
		sabot_panel_close(SABOT_PANEL(panel));
}

/* NULL, and said why, when an amount or a box cannot be read. New reference. */
static json_t *
ruling_new(SabotIncidentPanel *panel, const struct sabot_wire_remedy *remedy)
{
	const char *note = gtk_entry_get_text(panel->note);
	json_t *event =
		json_pack("{s:s, s:I, s:s, s:s*, s:s*}", "ev", "ruling", "incident",
			  (json_int_t)panel->incident->id, "remedy", remedy->remedy, "card",
			  remedy->wants_card ? panel->card : NULL, "note", *note ? note : NULL);

	if (!sabot_named_money_add(&panel->money, event)) {
		sabot_panel_show_message(SABOT_PANEL(panel), _("Box and amount are numbers."));
		g_clear_pointer(&event, json_decref);
	}
	return event;
}

/* --- What is touched -------------------------------------------------------------------------- */

static void
on_acknowledge(GtkButton *button, gpointer data)
{
	SabotIncidentPanel *panel = data;

	(void)button;
	sabot_session_request(get_session(panel), "acknowledge", address(panel), panel->cancellable,
			      on_done, panel);
}

static void
on_shelve(GtkButton *button, gpointer data)
{
	SabotIncidentPanel *panel = data;
	const char *note = gtk_entry_get_text(panel->note);
	json_t *args = address(panel);
	gboolean is_shelved = sabot_wire_incident_alarm(panel->incident, g_get_real_time()) ==
			      SABOT_WIRE_ALARM_SHELVED;

	(void)button;
	if (!is_shelved) {
		json_object_set_new(args, "minutes", json_integer(SHELVE_MINUTES));
		if (*note)
			json_object_set_new(args, "reason", json_string(note));
	}
	sabot_session_request(get_session(panel), is_shelved ? "unshelve" : "shelve", args,
			      panel->cancellable, on_done, panel);
}

static void
on_comment(GtkButton *button, gpointer data)
{
	SabotIncidentPanel *panel = data;
	json_t *args = address(panel);

	(void)button;
	json_object_set_new(args, "text", json_string(gtk_entry_get_text(panel->note)));
	sabot_session_request(get_session(panel), "comment", args, panel->cancellable, on_done,
			      panel);
}

static void
on_assigned(GtkComboBox *combo, gpointer data)
{
	SabotIncidentPanel *panel = data;
	const char *to = gtk_combo_box_get_active_id(combo);
	json_t *args;

	if (panel->is_filling)
		return;
	args = address(panel);
	if (to && *to)
		json_object_set_new(args, "to", json_string(to));
	sabot_session_request(get_session(panel), "assign", args, panel->cancellable, on_done,
			      panel);
}

static gboolean
on_refresh_due(gpointer data)
{
	SabotIncidentPanel *panel = data;

	panel->refresh_source = 0;
	request_all(panel);
	return G_SOURCE_REMOVE;
}

/* What would follow depends on it, as on a card. */
static void
on_named(GtkEditable *entry, gpointer data)
{
	SabotIncidentPanel *panel = data;

	(void)entry;
	if (sabot_named_money_note(&panel->money) && !panel->refresh_source)
		panel->refresh_source = g_timeout_add(REFRESH_MS, on_refresh_due, panel);
}

static void
on_which_card(GtkButton *button, gpointer data)
{
	(void)button;
	gtk_stack_set_visible_child_name(SABOT_INCIDENT_PANEL(data)->pages, "card");
}

/* The effects depend on it: they are requested again. */
static void
on_card(SabotCardPad *pad, const char *code, gpointer data)
{
	SabotIncidentPanel *panel = data;
	struct sabot_card card = {0};
	g_autofree char *name = NULL;

	(void)pad;
	g_free(panel->card);
	panel->card = g_strdup(code);
	sabot_card_parse(code, strlen(code), &card);
	name = sabot_text_card(card);
	gtk_button_set_label(panel->which_card, name);
	gtk_stack_set_visible_child_name(panel->pages, "main");
	request_all(panel);
}

/* Where it takes a second person the daemon says so, and his PIN is prompted for. */
static void
on_apply(GtkButton *button, gpointer data)
{
	SabotIncidentPanel *panel = data;
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(panel->remedies);
	json_t *event = remedy ? ruling_new(panel, remedy) : NULL;

	(void)button;
	if (event)
		sabot_second_person_request(panel->second, "event",
					    json_pack("{s:s, s:o}", "table", panel->incident->table,
						      "event", event),
					    on_ruled, panel);
}

static void
on_second_left(SabotSecondPerson *second, gpointer data)
{
	SabotIncidentPanel *panel = data;

	(void)second;
	sabot_panel_show_message(SABOT_PANEL(panel), NULL);
	gtk_stack_set_visible_child_name(panel->pages, "main");
}

static void
connect_signals(SabotIncidentPanel *panel)
{
	g_signal_connect(panel->acknowledge, "clicked", G_CALLBACK(on_acknowledge), panel);
	g_signal_connect(panel->shelve, "clicked", G_CALLBACK(on_shelve), panel);
	g_signal_connect(panel->comment, "clicked", G_CALLBACK(on_comment), panel);
	g_signal_connect(panel->assigned, "changed", G_CALLBACK(on_assigned), panel);
	g_signal_connect(panel->which_card, "clicked", G_CALLBACK(on_which_card), panel);
	g_signal_connect(panel->box, "changed", G_CALLBACK(on_named), panel);
	g_signal_connect(panel->amount, "changed", G_CALLBACK(on_named), panel);
	g_signal_connect(panel->cards, "card", G_CALLBACK(on_card), panel);
	g_signal_connect(panel->apply, "clicked", G_CALLBACK(on_apply), panel);
	g_signal_connect(panel->second, "left", G_CALLBACK(on_second_left), panel);
	g_signal_connect_swapped(panel->note, "changed", G_CALLBACK(show_ruling), panel);
	g_signal_connect_swapped(panel->remedies, "chosen", G_CALLBACK(show_ruling), panel);
}

static void
sabot_incident_panel_init(SabotIncidentPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->money = (struct sabot_named_money){.box = panel->box, .amount = panel->amount};
	panel->cancellable = g_cancellable_new();
}

/* The same incident as it is now; what can be ruled may have changed with the round. */
static void
on_incidents_changed(SabotFloorModel *floor, gpointer data)
{
	SabotIncidentPanel *panel = data;
	GListModel *list = G_LIST_MODEL(sabot_feed_get_incidents(panel->feed));

	(void)floor;
	for (guint i = 0; i < g_list_model_get_n_items(list); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(list, i);
		const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);

		if (incident->id != panel->incident->id ||
		    g_strcmp0(incident->table, panel->incident->table) != 0)
			continue;
		if (!sabot_wire_incident_equal(incident, panel->incident)) {
			sabot_record_unref(panel->incident);
			panel->incident = sabot_record_ref((gpointer)incident);
			show_incident(panel);
		}
		break;
	}
	if (!panel->refresh_source)
		panel->refresh_source = g_timeout_add(REFRESH_MS, on_refresh_due, panel);
}

GtkWidget *
sabot_incident_panel_new(SabotFloorModel *floor, SabotIncidentItem *item)
{
	SabotIncidentPanel *panel = g_object_new(SABOT_TYPE_INCIDENT_PANEL, NULL);
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	g_autofree char *code = sabot_phrase_code(incident->code);
	g_autofree char *title = NULL;

	panel->floor = g_object_ref(floor);
	panel->feed = g_object_ref(sabot_incident_item_get_feed(item));
	panel->incident = sabot_record_ref((gpointer)incident);
	/* Translators: a table, an incident in a few words. */
	title = g_strdup_printf(C_("panel", "%s: %s"), sabot_wire_incident_table(incident), code);
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	connect_signals(panel);
	sabot_second_person_set_session(panel->second, get_session(panel));
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_incident), panel);
	g_signal_connect(floor, "incidents-changed", G_CALLBACK(on_incidents_changed), panel);
	show_incident(panel);
	request_all(panel);
	return GTK_WIDGET(panel);
}

SabotFeed *
sabot_incident_panel_get_feed(SabotIncidentPanel *panel)
{
	return panel->feed;
}

const struct sabot_wire_incident *
sabot_incident_panel_get_incident(SabotIncidentPanel *panel)
{
	return panel->incident;
}
