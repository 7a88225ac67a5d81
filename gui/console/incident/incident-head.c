/* See incident-head.h; its layout is incident-head.ui. */
#include "incident-head.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/model/tables/table-list.h"
#include "gui/widgets/label.h"
#include "gui/widgets/severity-badge.h"
#include "proto/wording/wording.h"
#include "text/rule-text.h"

#include <glib/gi18n.h>

enum { BADGE_PX = 48, HOUR_S = 3600 };

/* The children of the template. */
#define INCIDENT_HEAD_CHILDREN(CHILD)                                                              \
	CHILD(SabotBadge, badge)                                                                   \
	CHILD(GtkLabel, severity)                                                                  \
	CHILD(GtkLabel, text)                                                                      \
	CHILD(GtkLabel, rule)                                                                      \
	CHILD(GtkLabel, alarm)                                                                     \
	CHILD(GtkLabel, age)                                                                       \
	CHILD(GtkLabel, stopped)                                                                   \
	CHILD(GtkWidget, keys)                                                                     \
	CHILD(GtkButton, acknowledge)                                                              \
	CHILD(GtkComboBoxText, assigned)

struct _SabotIncidentHead {
	GtkBox parent_instance;
	SabotFeed *feed;
	struct sabot_wire_incident *incident;
	gboolean is_filling;
	guint age_source;
	INCIDENT_HEAD_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { SIGNAL_WANTED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotIncidentHead, sabot_incident_head, GTK_TYPE_BOX)

static SabotSession *
get_session(SabotIncidentHead *head)
{
	return sabot_feed_get_session(head->feed);
}

static void
sabot_incident_head_dispose(GObject *object)
{
	SabotIncidentHead *head = SABOT_INCIDENT_HEAD(object);

	g_clear_handle_id(&head->age_source, g_source_remove);
	g_clear_object(&head->feed);
	g_clear_pointer(&head->incident, sabot_record_unref);
	G_OBJECT_CLASS(sabot_incident_head_parent_class)->dispose(object);
}

static void
sabot_incident_head_class_init(SabotIncidentHeadClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_incident_head_dispose;
	signals[SIGNAL_WANTED] =
		g_signal_new("wanted", G_TYPE_FROM_CLASS(klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
			     NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_POINTER);
	g_type_ensure(SABOT_TYPE_BADGE);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/incident/incident-head.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotIncidentHead, INCIDENT_HEAD_CHILDREN);
}

void
sabot_incident_head_allow(gpointer widget, SabotSession *session,
			  const struct sabot_wire_incident *incident)
{
	g_autofree char *refusal = sabot_session_refusal(session, "alarm");
	gboolean is_open = incident->state == SABOT_WIRE_INCIDENT_OPEN;

	gtk_widget_set_sensitive(widget, is_open && !refusal);
	gtk_widget_set_tooltip_text(widget, refusal);
	atk_object_set_description(gtk_widget_get_accessible(widget), refusal ? refusal : "");
}

static void
fill_assigned(SabotIncidentHead *head)
{
	const GPtrArray *persons = sabot_session_get_persons(get_session(head));
	const struct sabot_wire_mark *assigned = head->incident->assigned;

	head->is_filling = TRUE;
	gtk_combo_box_text_remove_all(head->assigned);
	gtk_combo_box_text_append(head->assigned, "", _("Nobody has it"));
	for (guint i = 0; i < persons->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(persons, i);

		if (sabot_session_role_has(get_session(head), person->role, "alarm"))
			gtk_combo_box_text_append(head->assigned, person->person, person->name);
	}
	if (!gtk_combo_box_set_active_id(GTK_COMBO_BOX(head->assigned),
					 assigned && assigned->to ? assigned->to : ""))
		gtk_combo_box_set_active_id(GTK_COMBO_BOX(head->assigned), "");
	head->is_filling = FALSE;
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

/* True if the table waits for this incident: its prompt names it. */
static gboolean
stops_table(SabotIncidentHead *head)
{
	SabotTableItem *item = sabot_table_list_find(sabot_feed_get_tables(head->feed),
						     head->incident->table, NULL);
	const struct sabot_wire_view *view = item ? sabot_table_item_get_view(item) : NULL;

	return head->incident->state == SABOT_WIRE_INCIDENT_OPEN && view && view->prompt &&
	       view->prompt->kind == SABOT_WIRE_PROMPT_RULING &&
	       view->prompt->incident == head->incident->id;
}

/* How long it has been open, with seconds during the first hour. Transferred. */
static char *
age_text(int64_t age_us)
{
	int age_s = (int)(MAX(age_us, 0) / G_USEC_PER_SEC);

	if (age_s >= HOUR_S)
		return sabot_phrase_age(age_us);
	return g_strdup_printf("%d:%02d", age_s / 60, age_s % 60);
}

static void
show_age(SabotIncidentHead *head)
{
	const struct sabot_wire_incident *incident = head->incident;
	gboolean is_open = incident->state == SABOT_WIRE_INCIDENT_OPEN;
	g_autofree char *age = NULL;

	if (is_open && incident->at_us != SABOT_TIME_NONE)
		age = age_text(g_get_real_time() - incident->at_us);
	sabot_label_set(head->age, age);
	gtk_widget_set_visible(GTK_WIDGET(head->stopped), stops_table(head));
}

static gboolean
on_age_due(gpointer data)
{
	show_age(data);
	return G_SOURCE_CONTINUE;
}

static void
show_colour(SabotIncidentHead *head, enum sabot_wire_severity severity)
{
	for (int each = SABOT_WIRE_SEVERITY_LOW; each <= SABOT_WIRE_SEVERITY_CRITICAL; each++)
		sabot_style_set_class(head,
				      sabot_wire_severity_to_string((enum sabot_wire_severity)each),
				      each == (int)severity);
}

static void
show(SabotIncidentHead *head)
{
	const struct sabot_wire_incident *incident = head->incident;
	gboolean is_open = incident->state == SABOT_WIRE_INCIDENT_OPEN;
	enum sabot_wire_alarm alarm = sabot_wire_incident_alarm(incident, g_get_real_time());
	g_autofree char *severity = severity_text(incident);
	g_autofree char *sentence = sabot_phrase_incident(incident);
	g_autofree char *rule = sabot_text_rule_full(incident->rule);
	g_autofree char *state = sabot_phrase_alarm(incident, get_session(head), g_get_real_time());

	sabot_badge_set(head->badge, incident->severity, !is_open);
	sabot_label_set(head->severity, severity);
	sabot_label_set(head->text, sentence);
	sabot_label_set(head->rule, rule);
	sabot_label_set(head->alarm, state);
	sabot_incident_head_allow(head->acknowledge, get_session(head), incident);
	sabot_incident_head_allow(head->assigned, get_session(head), incident);
	gtk_widget_set_visible(GTK_WIDGET(head->acknowledge), alarm == SABOT_WIRE_ALARM_ACTIVE);
	fill_assigned(head);
	show_age(head);
	show_colour(head, is_open ? incident->severity : SABOT_WIRE_SEVERITY_UNKNOWN);
}

static json_t *
address(SabotIncidentHead *head)
{
	return json_pack("{s:s, s:I}", "table", head->incident->table, "incident",
			 (json_int_t)head->incident->id);
}

static void
want(SabotIncidentHead *head, const char *verb, json_t *args)
{
	g_signal_emit(head, signals[SIGNAL_WANTED], 0, verb, args);
	json_decref(args);
}

static void
on_acknowledge(GtkButton *button, gpointer data)
{
	(void)button;
	want(data, "acknowledge", address(data));
}

static void
on_assigned(GtkComboBox *combo, gpointer data)
{
	SabotIncidentHead *head = data;
	const char *to = gtk_combo_box_get_active_id(combo);
	json_t *args;

	if (head->is_filling)
		return;
	args = address(head);
	if (to && *to)
		json_object_set_new(args, "to", json_string(to));
	want(head, "assign", args);
}

static void
sabot_incident_head_init(SabotIncidentHead *head)
{
	gtk_widget_init_template(GTK_WIDGET(head));
	sabot_badge_set_size(head->badge, BADGE_PX);
	g_signal_connect(head->acknowledge, "clicked", G_CALLBACK(on_acknowledge), head);
	g_signal_connect(head->assigned, "changed", G_CALLBACK(on_assigned), head);
}

/* Beside the title there is room for the keys at any width of the sentence. */
static void
place_keys(SabotIncidentHead *head, SabotPanel *panel)
{
	g_autoptr(GtkWidget) keys = g_object_ref(head->keys);

	gtk_container_remove(GTK_CONTAINER(head), keys);
	sabot_panel_add_keys(panel, keys);
	g_object_bind_property(head, "visible", keys, "visible", G_BINDING_SYNC_CREATE);
}

void
sabot_incident_head_add_key(SabotIncidentHead *head, GtkWidget *key)
{
	g_autoptr(GtkWidget) held = g_object_ref(key);

	gtk_container_remove(GTK_CONTAINER(gtk_widget_get_parent(key)), key);
	gtk_container_add(GTK_CONTAINER(head->keys), held);
}

void
sabot_incident_head_begin(SabotIncidentHead *head, SabotFeed *feed, SabotPanel *panel)
{
	head->feed = g_object_ref(feed);
	place_keys(head, panel);
	head->age_source = g_timeout_add_seconds(1, on_age_due, head);
}

void
sabot_incident_head_set(SabotIncidentHead *head, const struct sabot_wire_incident *incident)
{
	struct sabot_wire_incident *before = head->incident;

	head->incident = sabot_record_ref((gpointer)incident);
	sabot_record_unref(before);
	show(head);
}
