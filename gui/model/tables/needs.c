/* What needs attention: see needs.h. */
#include "needs.h"

#include "gui/model/table-need.h"

#include <string.h>

struct collection {
	GPtrArray *needs;
	GHashTable *by_place; /* "feed/place" (owned) to struct sabot_need (borrowed) */
};

static void
need_clear(gpointer data)
{
	struct sabot_need *need = data;

	g_free(need->place);
	g_clear_object(&need->table);
	g_clear_object(&need->incident);
}

void
sabot_need_unref(struct sabot_need *need)
{
	g_rc_box_release_full(need, need_clear);
}

static struct sabot_need *
add(struct collection *all, enum sabot_need_kind kind, SabotFeed *feed, const char *place)
{
	struct sabot_need *need = g_rc_box_new0(struct sabot_need);

	need->kind = kind;
	need->feed = feed;
	need->place = g_strdup(place);
	need->since_us = SABOT_TIME_NONE;
	g_ptr_array_add(all->needs, need);
	return need;
}

/* The open entry of a place, created if there is none yet. */
static struct sabot_need *
of_place(struct collection *all, SabotFeed *feed, const char *place)
{
	g_autofree char *key = g_strdup_printf("%p/%s", (void *)feed, place);
	struct sabot_need *need = g_hash_table_lookup(all->by_place, key);

	if (need)
		return need;
	need = add(all, SABOT_NEED_ASIDE, feed, place);
	g_hash_table_insert(all->by_place, g_steal_pointer(&key), need);
	return need;
}

static int
gravity_of(const struct sabot_wire_incident *incident)
{
	if (incident->severity == SABOT_WIRE_SEVERITY_UNKNOWN)
		return SABOT_WIRE_SEVERITY_CRITICAL;
	return g_strcmp0(incident->code, "dispute") == 0
		       ? MAX((int)incident->severity, SABOT_WIRE_SEVERITY_HIGH)
		       : (int)incident->severity;
}

static void
show(struct sabot_need *need, SabotIncidentItem *item)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);

	g_set_object(&need->incident, item);
	need->gravity = gravity_of(incident);
	need->since_us = incident->at_us;
}

/* The most serious incident of a place comes first, because the list is in that order. */
static void
add_incident(struct collection *all, SabotIncidentItem *item)
{
	const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);
	SabotFeed *feed = sabot_incident_item_get_feed(item);
	const char *place = sabot_wire_incident_table(incident);
	struct sabot_need *need;

	if (incident->state != SABOT_WIRE_INCIDENT_OPEN) {
		show(add(all, SABOT_NEED_SINGLE, feed, place), item);
		return;
	}
	need = of_place(all, feed, place);
	if (!sabot_incident_item_is_aside(item))
		need->kind = SABOT_NEED_GOES_ON;
	if (need->incident)
		need->n_more += sabot_incident_item_is_aside(item) ? 0 : 1;
	else
		show(need, item);
}

static gboolean
is_of(const struct sabot_wire_incident *incident, const struct sabot_wire_incident *other)
{
	return incident->id == other->id && g_strcmp0(incident->table, other->table) == 0;
}

/* The incident's item in the list, or a new one while the list has none. Transferred. */
static SabotIncidentItem *
item_of(GListModel *incidents, SabotFeed *feed, struct sabot_wire_incident *incident)
{
	for (guint i = 0; i < g_list_model_get_n_items(incidents); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(incidents, i);

		if (sabot_incident_item_get_feed(item) == feed &&
		    is_of(sabot_incident_item_get_incident(item), incident))
			return g_steal_pointer(&item);
	}
	return sabot_incident_item_new(incident, feed);
}

/* The list's item for the incident of which the table's prompt has only the number, or NULL. */
static SabotIncidentItem *
prompted(GListModel *incidents, SabotTableItem *table)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(table);

	for (guint i = 0; view->prompt && i < g_list_model_get_n_items(incidents); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(incidents, i);
		const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);

		if (sabot_incident_item_get_feed(item) == sabot_table_item_get_feed(table) &&
		    incident->id == view->prompt->incident &&
		    g_strcmp0(incident->table, view->table) == 0)
			return g_steal_pointer(&item);
	}
	return NULL;
}

/* Show the incident that stops the table instead of a more serious one. */
static void
show_stop(struct sabot_need *need, GListModel *incidents, SabotTableItem *table)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(table);
	struct sabot_wire_incident *stops = view->incidents ? view->incidents->stops : NULL;
	g_autoptr(SabotIncidentItem) item = NULL;

	need->kind = SABOT_NEED_STOPS;
	if (stops)
		item = item_of(incidents, need->feed, stops);
	else if (view->phase == SABOT_WIRE_PHASE_RULING)
		item = prompted(incidents, table);
	if (item)
		show(need, item);
	else
		need->gravity = MAX(need->gravity, SABOT_WIRE_SEVERITY_HIGH);
}

static void
add_money(struct sabot_need *need, const struct sabot_wire_view *view)
{
	const struct sabot_wire_redress *first =
		view->redress->len > 0 ? g_ptr_array_index(view->redress, 0) : NULL;

	need->kind = SABOT_NEED_GOES_ON;
	need->since_us = first ? first->at_us : SABOT_TIME_NONE;
}

static void
add_table(struct collection *all, GListModel *incidents, SabotTableItem *table)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(table);
	SabotFeed *feed = sabot_table_item_get_feed(table);
	gboolean has_money = view->redress->len > 0 || view->differences->len > 0;
	struct sabot_need *need;
	g_autofree char *key = g_strdup_printf("%p/%s", (void *)feed, view->table);

	if (!has_money && !sabot_table_is_stopped(view) && !sabot_table_incident(view) &&
	    !g_hash_table_contains(all->by_place, key))
		return;
	need = of_place(all, feed, view->table);
	need->table = g_object_ref(table);
	if (!need->incident && sabot_table_incident(view)) {
		g_autoptr(SabotIncidentItem) item =
			item_of(incidents, feed, sabot_table_incident(view));

		show(need, item);
		need->kind = SABOT_NEED_GOES_ON;
	}
	if (has_money && !need->incident)
		add_money(need, view);
	if (sabot_table_is_stopped(view))
		show_stop(need, incidents, table);
	if (view->incidents && need->incident)
		need->n_more = MAX(need->n_more, (int)view->incidents->open - 1);
}

static int
compare(gconstpointer one, gconstpointer other)
{
	const struct sabot_need *a = *(struct sabot_need *const *)one;
	const struct sabot_need *b = *(struct sabot_need *const *)other;
	int sign = a->kind == SABOT_NEED_SINGLE ? -1 : 1;

	if (a->kind != b->kind)
		return (int)a->kind - (int)b->kind;
	if (a->kind != SABOT_NEED_SINGLE && a->gravity != b->gravity)
		return b->gravity - a->gravity;
	if (a->since_us != b->since_us)
		return a->since_us < b->since_us ? -sign : sign;
	return strverscmp(a->place, b->place);
}

GPtrArray *
sabot_needs_collect(GListModel *tables, GListModel *incidents)
{
	g_autoptr(GHashTable) by_place =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct collection all = {
		g_ptr_array_new_with_free_func((GDestroyNotify)sabot_need_unref), by_place};

	for (guint i = 0; i < g_list_model_get_n_items(incidents); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(incidents, i);

		add_incident(&all, item);
	}
	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) table = g_list_model_get_item(tables, i);

		add_table(&all, incidents, table);
	}
	g_ptr_array_sort(all.needs, compare);
	return all.needs;
}

GPtrArray *
sabot_needs_list_all(GListModel *incidents)
{
	struct collection all = {
		g_ptr_array_new_with_free_func((GDestroyNotify)sabot_need_unref), NULL};

	for (guint i = 0; i < g_list_model_get_n_items(incidents); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(incidents, i);

		show(add(&all, SABOT_NEED_SINGLE, sabot_incident_item_get_feed(item),
			 sabot_wire_incident_table(sabot_incident_item_get_incident(item))),
		     item);
	}
	return all.needs;
}

struct sabot_need *
sabot_needs_find(GListModel *tables, GListModel *incidents, SabotTableItem *table)
{
	g_autoptr(GPtrArray) needs = sabot_needs_collect(tables, incidents);

	for (guint i = 0; i < needs->len; i++) {
		struct sabot_need *need = g_ptr_array_index(needs, i);

		if (need->table == table)
			return g_rc_box_acquire(need);
	}
	return NULL;
}

gboolean
sabot_need_is_same(const struct sabot_need *one, const struct sabot_need *other)
{
	gboolean is_single = one->kind == SABOT_NEED_SINGLE;

	if (one->feed != other->feed || is_single != (other->kind == SABOT_NEED_SINGLE))
		return FALSE;
	return is_single ? is_of(sabot_incident_item_get_incident(one->incident),
				  sabot_incident_item_get_incident(other->incident))
			  : strcmp(one->place, other->place) == 0;
}
