/* The incident's row: see incident-row.h; its layout is incident-row.ui. */
#include "incident-row.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/feed.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/widgets/severity-badge.h"
#include "gui/widgets/label.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define INCIDENT_ROW_CHILDREN(CHILD)                                                               \
	CHILD(SabotBadge, badge)                                                                   \
	CHILD(GtkLabel, severity)                                                                  \
	CHILD(GtkLabel, table)                                                                     \
	CHILD(GtkLabel, age)                                                                       \
	CHILD(GtkLabel, what)                                                                      \
	CHILD(GtkLabel, text)                                                                      \
	CHILD(GtkLabel, alarm)

struct _SabotIncidentRow {
	GtkListBoxRow parent_instance;
	SabotIncidentItem *item;
	INCIDENT_ROW_CHILDREN(SABOT_CHILD_MEMBER)
};

G_DEFINE_FINAL_TYPE(SabotIncidentRow, sabot_incident_row, GTK_TYPE_LIST_BOX_ROW)

static void
sabot_incident_row_dispose(GObject *object)
{
	g_clear_object(&SABOT_INCIDENT_ROW(object)->item);
	G_OBJECT_CLASS(sabot_incident_row_parent_class)->dispose(object);
}

static void
sabot_incident_row_class_init(SabotIncidentRowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->dispose = sabot_incident_row_dispose;
	g_type_ensure(SABOT_TYPE_BADGE);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/incident/incident-row.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotIncidentRow, INCIDENT_ROW_CHILDREN);
}

static void
sabot_incident_row_init(SabotIncidentRow *row)
{
	gtk_widget_init_template(GTK_WIDGET(row));
}

static char *
what_text(const struct sabot_wire_incident *incident, gboolean is_open)
{
	g_autofree char *open = sabot_phrase_incident_brief(incident);

	if (is_open)
		return g_steal_pointer(&open);
	/* Translators: what an incident is, its state ("ruled"). */
	return g_strdup_printf(C_("incident", "%s · %s"), open,
			       sabot_phrase_incident_state(incident->state));
}

/* Who has handled it so far; nothing if nobody has. */
static char *
alarm_text(SabotIncidentRow *row)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(row->item);
	SabotFeed *feed = sabot_incident_item_get_feed(row->item);
	int64_t now_us = g_get_real_time();

	if (incident->state != SABOT_WIRE_INCIDENT_OPEN ||
	    (sabot_wire_incident_alarm(incident, now_us) == SABOT_WIRE_ALARM_ACTIVE &&
	     !incident->assigned && incident->parent <= 0))
		return NULL;
	return sabot_phrase_alarm(incident, sabot_feed_get_session(feed), now_us);
}

static void
refresh_age(SabotIncidentRow *row)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(row->item);
	g_autofree char *age = NULL, *alarm = alarm_text(row);

	if (incident->at_us != SABOT_TIME_NONE)
		age = sabot_phrase_age(g_get_real_time() - incident->at_us);
	sabot_label_set(row->age, age);
	sabot_label_set(row->alarm, alarm);
}

GtkWidget *
sabot_incident_row_new(SabotIncidentItem *item)
{
	SabotIncidentRow *row = g_object_new(SABOT_TYPE_INCIDENT_ROW, NULL);
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	gboolean is_open = incident->state == SABOT_WIRE_INCIDENT_OPEN;
	g_autofree char *severity = g_utf8_strup(sabot_phrase_severity(incident->severity), -1);
	g_autofree char *what = what_text(incident, is_open);
	g_autofree char *sentence = sabot_phrase_incident(incident);
	g_autofree char *name = sabot_phrase_incident_name(incident);

	row->item = g_object_ref(item);
	sabot_badge_set(row->badge, incident->severity, !is_open);
	sabot_label_set(row->severity, severity);
	sabot_label_set(row->table, sabot_wire_incident_table(incident));
	sabot_label_set(row->what, what);
	sabot_label_set(row->text, sentence);
	sabot_label_explain_if_cut(row->text);
	sabot_style_set_class(row, "closed", !is_open);
	atk_object_set_name(gtk_widget_get_accessible(GTK_WIDGET(row)), name);
	refresh_age(row);
	return GTK_WIDGET(row);
}

SabotIncidentItem *
sabot_incident_row_get_item(SabotIncidentRow *row)
{
	return row->item;
}

static void
refresh_child(GtkWidget *row, gpointer data)
{
	(void)data;
	if (SABOT_IS_INCIDENT_ROW(row))
		refresh_age(SABOT_INCIDENT_ROW(row));
}

void
sabot_incident_rows_refresh_ages(GtkListBox *list)
{
	gtk_container_foreach(GTK_CONTAINER(list), refresh_child, NULL);
}
