/*
 * An incident and its ruling: see incident-panel.h; its layout is incident-panel.ui. Three columns:
 * what lay there, what happened, what may be done. Where there is no room for three the second is
 * shown in place of the first by a key.
 *
 * MAIN ──"which card"──► CARD ──touched──► MAIN
 *   │ apply, one person is enough ──► recorded, closed
 *   └ apply, it takes two ──► SECOND ──name and PIN──► recorded, closed
 */
#include "incident-panel.h"
#include "gui/widgets/template.h"

#include "gui/console/money/named-money.h"
#include "columns.h"
#include "incident-head.h"
#include "incident-round.h"
#include "incident-story.h"
#include "reason-keys.h"
#include "remedy-list.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/widgets/card-pad.h"
#include "gui/widgets/label.h"
#include "gui/widgets/second-person.h"
#include "proto/floor-names.h"
#include "proto/record-copy.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

enum { SHELVE_MINUTES = 30, REFRESH_MS = 400 };

/* The children of the template. */
#define INCIDENT_PANEL_CHILDREN(CHILD)                                                             \
	CHILD(GtkStack, pages)                                                                     \
	CHILD(SabotIncidentHead, head)                                                             \
	CHILD(GtkToggleButton, other)                                                              \
	CHILD(SabotIncidentRound, round)                                                           \
	CHILD(SabotIncidentStory, story)                                                           \
	CHILD(SabotReasonKeys, reasons)                                                            \
	CHILD(GtkLabel, notes)                                                                     \
	CHILD(GtkLabel, reason)                                                                    \
	CHILD(GtkButton, shelve)                                                                   \
	CHILD(GtkButton, comment)                                                                  \
	CHILD(GtkButton, which_card)                                                               \
	CHILD(GtkButton, apply)                                                                    \
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
	char *card;           /* the card chosen on the pad, or NULL */
	json_t *shown;        /* the remedies as shown, or NULL */
	guint refresh_source; /* requests the effects again after events */

	INCIDENT_PANEL_CHILDREN(SABOT_CHILD_MEMBER)
	struct sabot_named_money money; /* box and amount */
	struct sabot_columns columns;
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
	sabot_columns_clear(&panel->columns);
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
size_allocate(GtkWidget *widget, GtkAllocation *allocation)
{
	GTK_WIDGET_CLASS(sabot_incident_panel_parent_class)->size_allocate(widget, allocation);
	sabot_columns_set_room(&SABOT_INCIDENT_PANEL(widget)->columns, allocation->width,
			       allocation->height);
}

static void
sabot_incident_panel_class_init(SabotIncidentPanelClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_incident_panel_dispose;
	SABOT_PANEL_CLASS(klass)->begin = begin;
	SABOT_PANEL_CLASS(klass)->is_page = TRUE;
	widget_class->size_allocate = size_allocate;
	g_type_ensure(SABOT_TYPE_INCIDENT_HEAD);
	g_type_ensure(SABOT_TYPE_INCIDENT_ROUND);
	g_type_ensure(SABOT_TYPE_INCIDENT_STORY);
	g_type_ensure(SABOT_TYPE_REASON_KEYS);
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

	if (sabot_floor_name_is_house(panel->incident->table))
		return "rule_house";
	if (remedy && g_strcmp0(remedy->remedy, "read_as") == 0 &&
	    g_strcmp0(panel->incident->code, "unread_card") == 0)
		return "read_as";
	return "rule";
}

/* What must be filled in before it can be applied, as a sentence; NULL: nothing. Transferred. */
static char *
missing_text(SabotIncidentPanel *panel)
{
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(panel->remedies);
	g_autofree char *note =
		sabot_reason_keys_join(panel->reasons, gtk_entry_get_text(panel->note));

	if (panel->incident->state != SABOT_WIRE_INCIDENT_OPEN)
		return g_strdup(_("It is settled."));
	if (!remedy)
		return g_strdup(_("Choose a remedy."));
	if (remedy->wants_card && !panel->card)
		return g_strdup(_("Say which card it was."));
	if (panel->incident->severity == SABOT_WIRE_SEVERITY_CRITICAL && !note)
		return g_strdup(_("A critical one takes a reason."));
	return sabot_session_refusal(get_session(panel), right_for_ruling(panel));
}

/* "Apply: burn the card". */
static void
show_apply(SabotIncidentPanel *panel, const struct sabot_wire_remedy *remedy)
{
	g_autofree char *name = remedy ? sabot_phrase_remedy_named(remedy->remedy, NULL) : NULL;
	g_autofree char *text = NULL;

	if (name)
		/* Translators: a remedy. */
		text = g_strdup_printf(_("Apply: %s"), name);
	gtk_button_set_label(panel->apply, text ? text : _("Apply the ruling"));
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(panel->apply)),
			    _("Apply the ruling"));
}

static void
show_ruling(SabotIncidentPanel *panel)
{
	const struct sabot_wire_remedy *remedy = sabot_remedy_list_get_chosen(panel->remedies);
	g_autofree char *missing = missing_text(panel);

	show_apply(panel, remedy);
	gtk_widget_set_visible(GTK_WIDGET(panel->which_card), remedy && remedy->wants_card);
	sabot_named_money_show(&panel->money, remedy);
	sabot_label_set(panel->reason, missing);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->apply), !missing);
	atk_object_set_description(gtk_widget_get_accessible(GTK_WIDGET(panel->apply)),
				   missing ? missing : "");
}

static void
show_incident(SabotIncidentPanel *panel)
{
	const struct sabot_wire_incident *incident = panel->incident;
	enum sabot_wire_alarm alarm = sabot_wire_incident_alarm(incident, g_get_real_time());

	sabot_incident_head_set(panel->head, incident);
	sabot_incident_head_allow(panel->shelve, get_session(panel), incident);
	sabot_incident_head_allow(panel->comment, get_session(panel), incident);
	gtk_button_set_label(panel->shelve, alarm == SABOT_WIRE_ALARM_SHELVED
						    ? C_("alarm", "Unshelve")
						    : C_("alarm", "Shelve 30 min"));
	show_ruling(panel);
}

/* --- What is asked ---------------------------------------------------------------------------- */

static json_t *
address(SabotIncidentPanel *panel)
{
	return json_pack("{s:s, s:I}", "table", panel->incident->table, "incident",
			 (json_int_t)panel->incident->id);
}

/* Redrawn only when the contents have changed: a finger may be on the list. */
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
		sabot_remedy_list_set(panel->remedies, remedies,
				      panel->incident->severity == SABOT_WIRE_SEVERITY_CRITICAL);
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

/* The arguments of a hypothetical ruling. New reference. */
static json_t *
ruling_args(SabotIncidentPanel *panel)
{
	json_t *args = address(panel);

	if (panel->card)
		json_object_set_new(args, "card", json_string(panel->card));
	sabot_named_money_add(&panel->money, args);
	return args;
}

/* Request what was done about the incident, and what can be done. */
static void
request_all(SabotIncidentPanel *panel)
{
	sabot_session_request(get_session(panel), "history", address(panel), panel->cancellable,
			      on_history_came, panel);
	sabot_session_request(get_session(panel), "remedies", ruling_args(panel),
			      panel->cancellable, on_remedies_came, panel);
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

/* NULL, with a message, if an amount or a box cannot be read. New reference. */
static json_t *
ruling_new(SabotIncidentPanel *panel, const struct sabot_wire_remedy *remedy)
{
	g_autofree char *note =
		sabot_reason_keys_join(panel->reasons, gtk_entry_get_text(panel->note));
	json_t *event = json_pack("{s:s, s:I, s:s, s:s*, s:s*}", "ev", "ruling", "incident",
				  (json_int_t)panel->incident->id, "remedy", remedy->remedy, "card",
				  remedy->wants_card ? panel->card : NULL, "note", note);

	if (!sabot_named_money_add(&panel->money, event)) {
		sabot_panel_show_message(SABOT_PANEL(panel), _("Box and amount are numbers."));
		g_clear_pointer(&event, json_decref);
	}
	return event;
}

/* --- What is touched -------------------------------------------------------------------------- */

/* A key of the head. */
static void
on_wanted(SabotIncidentHead *head, const char *verb, gpointer args, gpointer data)
{
	SabotIncidentPanel *panel = data;

	(void)head;
	sabot_session_request(get_session(panel), verb, json_incref(args), panel->cancellable,
			      on_done, panel);
}

static void
on_shelve(GtkButton *button, gpointer data)
{
	SabotIncidentPanel *panel = data;
	g_autofree char *note =
		sabot_reason_keys_join(panel->reasons, gtk_entry_get_text(panel->note));
	json_t *args = address(panel);
	gboolean is_shelved = sabot_wire_incident_alarm(panel->incident, g_get_real_time()) ==
			      SABOT_WIRE_ALARM_SHELVED;

	(void)button;
	if (!is_shelved) {
		json_object_set_new(args, "minutes", json_integer(SHELVE_MINUTES));
		if (note)
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

static gboolean
on_refresh_due(gpointer data)
{
	SabotIncidentPanel *panel = data;

	panel->refresh_source = 0;
	request_all(panel);
	return G_SOURCE_REMOVE;
}

static void
refresh_soon(SabotIncidentPanel *panel)
{
	if (!panel->refresh_source)
		panel->refresh_source = g_timeout_add(REFRESH_MS, on_refresh_due, panel);
}

/* The effects depend on it, as on a card. */
static void
on_named(GtkEditable *entry, gpointer data)
{
	SabotIncidentPanel *panel = data;

	(void)entry;
	if (sabot_named_money_note(&panel->money))
		refresh_soon(panel);
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

/* If a second person is required the daemon says so, and that person's PIN is prompted for. */
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

/* The PIN of the second person needs the height. */
static void
on_page_changed(SabotIncidentPanel *panel)
{
	gboolean is_main = g_strcmp0(gtk_stack_get_visible_child_name(panel->pages), "main") == 0;

	gtk_widget_set_visible(GTK_WIDGET(panel->head), is_main || panel->columns.is_wide);
}

static void
on_chosen_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotIncidentPanel *panel = data;
	const struct sabot_wire_remedy *chosen = sabot_remedy_list_get_chosen(panel->remedies);
	struct sabot_wire_remedies *all =
		error ? NULL : sabot_record_parse(&sabot_wire_remedies_type, ok, NULL);
	const struct sabot_wire_remedy *remedy =
		all && all->remedies->len == 1 ? g_ptr_array_index(all->remedies, 0) : NULL;

	(void)client;
	if (remedy && chosen && g_strcmp0(remedy->remedy, chosen->remedy) == 0)
		sabot_incident_round_set_remedy(panel->round, all, remedy);
	sabot_record_unref(all);
}

/* Of a full table the list has only some changing stakes: those of the chosen one are requested. */
static void
on_chosen(SabotIncidentPanel *panel)
{
	const struct sabot_wire_remedies *remedies = sabot_remedy_list_get(panel->remedies);
	const struct sabot_wire_remedy *chosen = sabot_remedy_list_get_chosen(panel->remedies);

	sabot_incident_round_set_remedy(panel->round, remedies, chosen);
	if (chosen && chosen->changed > (int64_t)chosen->stakes->len) {
		json_t *args = ruling_args(panel);

		json_object_set_new(args, "remedy", json_string(chosen->remedy));
		sabot_session_request(get_session(panel), "remedies", args, panel->cancellable,
				      on_chosen_came, panel);
	}
	show_ruling(panel);
}

static void
connect_signals(SabotIncidentPanel *panel)
{
	g_signal_connect(panel->head, "wanted", G_CALLBACK(on_wanted), panel);
	g_signal_connect(panel->shelve, "clicked", G_CALLBACK(on_shelve), panel);
	g_signal_connect(panel->comment, "clicked", G_CALLBACK(on_comment), panel);
	g_signal_connect(panel->which_card, "clicked", G_CALLBACK(on_which_card), panel);
	g_signal_connect(panel->box, "changed", G_CALLBACK(on_named), panel);
	g_signal_connect(panel->amount, "changed", G_CALLBACK(on_named), panel);
	g_signal_connect(panel->cards, "card", G_CALLBACK(on_card), panel);
	g_signal_connect(panel->apply, "clicked", G_CALLBACK(on_apply), panel);
	g_signal_connect(panel->second, "left", G_CALLBACK(on_second_left), panel);
	g_signal_connect_swapped(panel->note, "changed", G_CALLBACK(show_ruling), panel);
	g_signal_connect_swapped(panel->reasons, "changed", G_CALLBACK(show_ruling), panel);
	g_signal_connect_swapped(panel->pages, "notify::visible-child-name",
				 G_CALLBACK(on_page_changed), panel);
	g_signal_connect_swapped(panel->remedies, "chosen", G_CALLBACK(on_chosen), panel);
}

static void
sabot_incident_panel_init(SabotIncidentPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->money = (struct sabot_named_money){.box = panel->box, .amount = panel->amount};
	panel->cancellable = g_cancellable_new();
	sabot_columns_init(&panel->columns, panel->round, panel->story, panel->reasons,
			   panel->other);
}

/* The possible rulings may change with the round. */
static void
follow_table(SabotIncidentPanel *panel)
{
	SabotTableItem *item = sabot_table_list_find(sabot_feed_get_tables(panel->feed),
						     panel->incident->table, NULL);

	if (item)
		g_signal_connect_object(item, "changed", G_CALLBACK(refresh_soon), panel,
					G_CONNECT_SWAPPED);
}

/* Update to the current state of the incident. */
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
		if (!sabot_record_equal(&sabot_wire_incident_type, incident, panel->incident)) {
			sabot_record_unref(panel->incident);
			panel->incident = sabot_record_ref((gpointer)incident);
			show_incident(panel);
		}
		break;
	}
	refresh_soon(panel);
}

GtkWidget *
sabot_incident_panel_new(SabotFloorModel *floor, SabotIncidentItem *item)
{
	SabotIncidentPanel *panel = g_object_new(SABOT_TYPE_INCIDENT_PANEL, NULL);
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	g_autofree char *code = sabot_phrase_code(incident->code);
	g_autofree char *title = NULL;
	enum sabot_incident_code known = SABOT_INCIDENT_NONE;

	panel->floor = g_object_ref(floor);
	panel->feed = g_object_ref(sabot_incident_item_get_feed(item));
	panel->incident = sabot_record_ref((gpointer)incident);
	/* Translators: a table, an incident in a few words. */
	title = g_strdup_printf(C_("panel", "%s: %s"), sabot_wire_incident_table(incident), code);
	sabot_panel_set_title(SABOT_PANEL(panel), title);
	sabot_incident_code_from_string(incident->code, &known);
	sabot_reason_keys_set_code(panel->reasons, known);
	sabot_incident_head_begin(panel->head, panel->feed, SABOT_PANEL(panel));
	sabot_incident_head_add_key(panel->head, GTK_WIDGET(panel->other));
	sabot_incident_round_begin(panel->round, panel->feed, incident);
	sabot_columns_set_brief(&panel->columns, incident->round <= 0);
	sabot_incident_story_begin(panel->story, panel->feed, incident);
	connect_signals(panel);
	sabot_second_person_set_session(panel->second, get_session(panel));
	g_signal_connect_swapped(get_session(panel), "changed", G_CALLBACK(show_incident), panel);
	g_signal_connect(floor, "incidents-changed", G_CALLBACK(on_incidents_changed), panel);
	follow_table(panel);
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
