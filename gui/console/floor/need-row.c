/* The entry: see need-row.h; its layout is need-row.ui. */
#include "need-row.h"
#include "gui/widgets/template.h"

#include "gui/model/tables/feed.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/model/tables/table-phrases.h"
#include "gui/widgets/label.h"
#include "gui/widgets/severity-badge.h"

#include <glib/gi18n.h>

/* The children of the template. */
#define NEED_ROW_CHILDREN(CHILD)                                                                   \
	CHILD(SabotBadge, badge)                                                                   \
	CHILD(GtkLabel, table)                                                                     \
	CHILD(GtkLabel, clock)                                                                     \
	CHILD(GtkLabel, age)                                                                       \
	CHILD(GtkLabel, more)                                                                      \
	CHILD(GtkLabel, what)                                                                      \
	CHILD(GtkLabel, who)                                                                       \
	CHILD(GtkLabel, key)

struct _SabotNeedRow {
	GtkListBoxRow parent_instance;
	struct sabot_need *need;
	NEED_ROW_CHILDREN(SABOT_CHILD_MEMBER)
};

enum { BADGE_PX = 34 };

G_DEFINE_FINAL_TYPE(SabotNeedRow, sabot_need_row, GTK_TYPE_LIST_BOX_ROW)

static void
sabot_need_row_finalize(GObject *object)
{
	sabot_need_unref(SABOT_NEED_ROW(object)->need);
	G_OBJECT_CLASS(sabot_need_row_parent_class)->finalize(object);
}

static void
sabot_need_row_class_init(SabotNeedRowClass *klass)
{
	GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

	G_OBJECT_CLASS(klass)->finalize = sabot_need_row_finalize;
	g_type_ensure(SABOT_TYPE_BADGE);
	gtk_widget_class_set_template_from_resource(widget_class,
						    "/org/sabot/console/floor/need-row.ui");
	SABOT_BIND_CHILDREN(widget_class, SabotNeedRow, NEED_ROW_CHILDREN);
}

static void
sabot_need_row_init(SabotNeedRow *row)
{
	gtk_widget_init_template(GTK_WIDGET(row));
	sabot_badge_set_size(row->badge, BADGE_PX);
}

static const struct sabot_wire_incident *
incident_of(const struct sabot_need *need)
{
	return need->incident ? sabot_incident_item_get_incident(need->incident) : NULL;
}

static gboolean
is_call(const struct sabot_need *need)
{
	const struct sabot_wire_incident *incident = incident_of(need);

	return incident && need->kind == SABOT_NEED_STOPS &&
	       g_strcmp0(incident->code, "dispute") == 0;
}

static char *
what_text(const struct sabot_need *need)
{
	const struct sabot_wire_incident *incident = incident_of(need);
	char *money = NULL;

	if (is_call(need))
		return g_strdup(C_("tile", "pit called"));
	if (incident)
		return sabot_phrase_code(incident->code);
	if (need->kind == SABOT_NEED_GOES_ON && need->table)
		money = sabot_phrase_redress_short(sabot_table_item_get_view(need->table));
	/* Translators: of a table whose game stands still. */
	return money ? money : g_strdup(C_("tile", "stopped"));
}

static char *
who_text(const struct sabot_need *need)
{
	const struct sabot_wire_incident *incident = incident_of(need);
	SabotSession *session = need->feed ? sabot_feed_get_session(need->feed) : NULL;

	if (!incident)
		return NULL;
	if (need->kind == SABOT_NEED_ASIDE && session)
		return sabot_phrase_alarm(incident, session, g_get_real_time());
	if (need->kind == SABOT_NEED_STOPS || incident->assigned || incident->acknowledged)
		return sabot_phrase_who_has(incident, session);
	return NULL;
}

static const char *
key_text(const struct sabot_need *need)
{
	if (need->feed && sabot_session_shows_records(sabot_feed_get_session(need->feed)))
		return C_("need", "Open");
	if (is_call(need))
		/* Translators: a key: the pit boss goes to the table that called. */
		return C_("need", "Go");
	/* Translators: two keys: rule on the incident; open the table. */
	return need->incident ? C_("need", "Rule") : C_("need", "Open");
}

void
sabot_need_row_refresh(SabotNeedRow *row)
{
	const struct sabot_need *need = row->need;
	gboolean is_stopped = need->kind == SABOT_NEED_STOPS;
	int64_t age_us = g_get_real_time() - need->since_us;
	g_autofree char *who = who_text(need), *text = NULL;

	if (need->since_us != SABOT_TIME_NONE)
		text = is_stopped ? sabot_phrase_clock(age_us) : sabot_phrase_age(age_us);
	sabot_label_set(row->clock, is_stopped ? text : NULL);
	sabot_label_set(row->age, is_stopped ? NULL : text);
	sabot_label_set(row->who, who);
}

static void
show_sign(SabotNeedRow *row)
{
	const struct sabot_need *need = row->need;
	gboolean is_stopped = need->kind == SABOT_NEED_STOPS;

	gtk_widget_set_visible(GTK_WIDGET(row->badge), need->gravity > 0);
	sabot_badge_set(row->badge, (enum sabot_wire_severity)need->gravity, FALSE);
	if (is_call(need))
		sabot_badge_set_call(row->badge);
	sabot_style_set_class(row, "stops", is_stopped);
	for (int i = SABOT_WIRE_SEVERITY_LOW; i <= SABOT_WIRE_SEVERITY_CRITICAL; i++)
		sabot_style_set_class(row,
				      sabot_wire_severity_to_string((enum sabot_wire_severity)i),
				      need->gravity == i);
}

static char *
place_text(const struct sabot_need *need)
{
	const char *site = need->table ? sabot_feed_get_item_label(need->table) : "";

	return *site ? g_strdup_printf(C_("table name", "%s at %s"), need->place, site)
		     : g_strdup(need->place);
}

/* Named as in the list of all incidents; that the game is stopped is added. */
static void
set_accessible_name(SabotNeedRow *row)
{
	const struct sabot_need *need = row->need;
	const struct sabot_wire_incident *incident = incident_of(need);
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(row));
	g_autofree char *sentence = incident ? sabot_phrase_incident(incident) : NULL;
	g_autofree char *one = incident ? sabot_phrase_incident_name(incident) : NULL;
	g_autofree char *place = place_text(need), *what = what_text(need);
	g_autofree char *bare =
		one ? NULL : g_strdup_printf(C_("incident name", "%s, %s"), place, what);
	const char *more = gtk_label_get_text(row->more);
	g_autofree char *name =
		g_strconcat(one ? one : bare, *more ? " " : "", *more ? more : "", NULL);

	atk_object_set_name(accessible, name);
	atk_object_set_description(accessible,
				   need->kind == SABOT_NEED_STOPS ? C_("tile", "stopped") : "");
	gtk_widget_set_tooltip_text(GTK_WIDGET(row), sentence);
}

void
sabot_need_row_set(SabotNeedRow *row, struct sabot_need *need)
{
	struct sabot_need *old = row->need;
	g_autofree char *place = place_text(need), *what = what_text(need),
			*more = sabot_phrase_more(need->n_more);

	row->need = g_rc_box_acquire(need);
	if (old)
		sabot_need_unref(old);
	sabot_label_set(row->table, place);
	sabot_label_set(row->what, what);
	sabot_label_set(row->more, more);
	sabot_label_set(row->key, key_text(need));
	show_sign(row);
	sabot_need_row_refresh(row);
	set_accessible_name(row);
}

GtkWidget *
sabot_need_row_new(struct sabot_need *need)
{
	SabotNeedRow *row = g_object_new(SABOT_TYPE_NEED_ROW, NULL);

	sabot_need_row_set(row, need);
	return GTK_WIDGET(row);
}
