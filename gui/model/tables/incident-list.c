/*
 * The list of incidents: see incident-list.h. `sorted` holds all of them; the model is its first
 * part. To move one it is removed and inserted again; the end of the model is adjusted after each.
 */
#include "incident-list.h"
#include "proto/record-copy.h"

#include <string.h>

struct _SabotIncidentItem {
	GObject parent_instance;
	struct sabot_wire_incident *incident;
	SabotFeed *feed;   /* borrowed */
	gboolean is_aside; /* as it was when the item was put into its place */
};

struct _SabotIncidentList {
	GObject parent_instance;
	SabotFeed *feed;   /* borrowed */
	GPtrArray *sorted; /* of SabotIncidentItem */
	guint n_open, n_shown;
};

static void
list_model_init(GListModelInterface *interface);

G_DEFINE_FINAL_TYPE(SabotIncidentItem, sabot_incident_item, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE(SabotIncidentList, sabot_incident_list, G_TYPE_OBJECT,
			      G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

static void
sabot_incident_item_finalize(GObject *object)
{
	sabot_record_unref(SABOT_INCIDENT_ITEM(object)->incident);
	G_OBJECT_CLASS(sabot_incident_item_parent_class)->finalize(object);
}

static void
sabot_incident_item_class_init(SabotIncidentItemClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_incident_item_finalize;
}

static void
sabot_incident_item_init(SabotIncidentItem *item)
{
	(void)item;
}

SabotIncidentItem *
sabot_incident_item_new(struct sabot_wire_incident *incident, SabotFeed *feed)
{
	SabotIncidentItem *item = g_object_new(SABOT_TYPE_INCIDENT_ITEM, NULL);

	item->incident = sabot_record_ref(incident);
	item->feed = feed;
	return item;
}

gboolean
sabot_incident_item_is_aside(SabotIncidentItem *item)
{
	return item->is_aside;
}

const struct sabot_wire_incident *
sabot_incident_item_get_incident(SabotIncidentItem *item)
{
	return item->incident;
}

SabotFeed *
sabot_incident_item_get_feed(SabotIncidentItem *item)
{
	return item->feed;
}

static GType
get_item_type(GListModel *model)
{
	(void)model;
	return SABOT_TYPE_INCIDENT_ITEM;
}

static guint
get_n_items(GListModel *model)
{
	return SABOT_INCIDENT_LIST(model)->n_shown;
}

static gpointer
get_item(GListModel *model, guint position)
{
	SabotIncidentList *list = SABOT_INCIDENT_LIST(model);

	return position < get_n_items(model)
		       ? g_object_ref(g_ptr_array_index(list->sorted, position))
		       : NULL;
}

static void
list_model_init(GListModelInterface *interface)
{
	interface->get_item_type = get_item_type;
	interface->get_n_items = get_n_items;
	interface->get_item = get_item;
}

static void
sabot_incident_list_finalize(GObject *object)
{
	g_ptr_array_unref(SABOT_INCIDENT_LIST(object)->sorted);
	G_OBJECT_CLASS(sabot_incident_list_parent_class)->finalize(object);
}

static void
sabot_incident_list_class_init(SabotIncidentListClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_incident_list_finalize;
}

static void
sabot_incident_list_init(SabotIncidentList *list)
{
	list->sorted = g_ptr_array_new_with_free_func(g_object_unref);
}

SabotIncidentList *
sabot_incident_list_new(SabotFeed *feed)
{
	SabotIncidentList *list = g_object_new(SABOT_TYPE_INCIDENT_LIST, NULL);

	list->feed = feed;
	return list;
}

static gboolean
is_open(const struct sabot_wire_incident *incident)
{
	return incident->state == SABOT_WIRE_INCIDENT_OPEN;
}

/*
 * An unknown severity, from a newer daemon, counts as grave. If the pit is called guests wait: such
 * incidents come before all but critical ones.
 */
static int
gravity(const struct sabot_wire_incident *incident)
{
	int severity = incident->severity == SABOT_WIRE_SEVERITY_UNKNOWN
			       ? SABOT_WIRE_SEVERITY_CRITICAL
			       : (int)incident->severity;

	return g_strcmp0(incident->code, "dispute") == 0
		       ? MAX(2 * severity, 2 * SABOT_WIRE_SEVERITY_HIGH + 1)
		       : 2 * severity;
}

static int
compare_incidents(const struct sabot_wire_incident *a, const struct sabot_wire_incident *b)
{
	if (is_open(a) && gravity(a) != gravity(b))
		return gravity(b) - gravity(a);
	if (a->at_us != b->at_us)
		return a->at_us > b->at_us ? -1 : 1;
	if (a->id != b->id)
		return a->id > b->id ? -1 : 1;
	return g_strcmp0(a->table, b->table);
}

int
sabot_incident_item_compare(SabotIncidentItem *a, SabotIncidentItem *b)
{
	if (is_open(a->incident) != is_open(b->incident))
		return is_open(a->incident) ? -1 : 1;
	if (a->is_aside != b->is_aside)
		return a->is_aside ? 1 : -1;
	return compare_incidents(a->incident, b->incident);
}

static const struct sabot_wire_incident *
incident_at(SabotIncidentList *list, guint position)
{
	SabotIncidentItem *item = g_ptr_array_index(list->sorted, position);

	return item->incident;
}

static gboolean
find(SabotIncidentList *list, const char *table, int64_t id, guint *ret_position)
{
	for (guint i = 0; i < list->sorted->len; i++) {
		const struct sabot_wire_incident *incident = incident_at(list, i);

		if (incident->id == id && g_strcmp0(incident->table, table) == 0) {
			*ret_position = i;
			return TRUE;
		}
	}
	return FALSE;
}

/*
 * True if it is open but needs nobody now: shelved, or it follows from a fault that is still open.
 */
static gboolean
is_aside(SabotIncidentList *list, const struct sabot_wire_incident *incident)
{
	guint parent;

	if (!is_open(incident))
		return FALSE;
	if (sabot_wire_incident_alarm(incident, g_get_real_time()) == SABOT_WIRE_ALARM_SHELVED)
		return TRUE;
	return incident->parent > 0 && find(list, incident->table, incident->parent, &parent) &&
	       is_open(incident_at(list, parent));
}

static void
insert(SabotIncidentList *list, struct sabot_wire_incident *incident)
{
	SabotIncidentItem *item = sabot_incident_item_new(incident, list->feed);
	guint low = 0, high = list->sorted->len;

	item->is_aside = is_aside(list, incident);
	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (sabot_incident_item_compare(g_ptr_array_index(list->sorted, middle), item) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < SABOT_INCIDENTS_SHOWN_MAX && list->n_shown == SABOT_INCIDENTS_SHOWN_MAX) {
		list->n_shown--;
		g_list_model_items_changed(G_LIST_MODEL(list), list->n_shown, 1, 0);
	}
	g_ptr_array_insert(list->sorted, (int)low, item);
	list->n_open += is_open(incident) ? 1 : 0;
	if (low > list->n_shown || list->n_shown == SABOT_INCIDENTS_SHOWN_MAX)
		return;
	list->n_shown++;
	g_list_model_items_changed(G_LIST_MODEL(list), low, 0, 1);
}

static void
remove_at(SabotIncidentList *list, guint position)
{
	list->n_open -= is_open(incident_at(list, position)) ? 1 : 0;
	g_ptr_array_remove_index(list->sorted, position);
	if (position >= list->n_shown)
		return;
	list->n_shown--;
	g_list_model_items_changed(G_LIST_MODEL(list), position, 1, 0);
	if (list->sorted->len <= list->n_shown)
		return;
	list->n_shown++;
	g_list_model_items_changed(G_LIST_MODEL(list), list->n_shown - 1, 0, 1);
}

/* Remove it and insert it again. */
static void
move(SabotIncidentList *list, guint position)
{
	SabotIncidentItem *item = g_ptr_array_index(list->sorted, position);
	struct sabot_wire_incident *incident = sabot_record_ref(item->incident);

	remove_at(list, position);
	insert(list, incident);
	sabot_record_unref(incident);
}

void
sabot_incident_list_refresh(SabotIncidentList *list)
{
	guint i = 0;

	while (i < list->sorted->len) {
		SabotIncidentItem *item = g_ptr_array_index(list->sorted, i);

		if (item->is_aside == is_aside(list, item->incident))
			i++;
		else
			move(list, i); /* the ones moved are in order from then on */
	}
}

/* True if other incidents follow from it, which may then have to move. */
static gboolean
has_children(SabotIncidentList *list, const struct sabot_wire_incident *parent)
{
	for (guint i = 0; i < list->sorted->len; i++) {
		const struct sabot_wire_incident *incident = incident_at(list, i);

		if (incident->parent == parent->id && is_open(incident) &&
		    g_strcmp0(incident->table, parent->table) == 0)
			return TRUE;
	}
	return FALSE;
}

void
sabot_incident_list_put(SabotIncidentList *list, struct sabot_wire_incident *incident)
{
	guint position;

	if (find(list, incident->table, incident->id, &position)) {
		const struct sabot_wire_incident *known = incident_at(list, position);

		if (sabot_record_equal(&sabot_wire_incident_type, known, incident))
			return;
		remove_at(list, position);
	}
	insert(list, incident);
	if (has_children(list, incident))
		sabot_incident_list_refresh(list);
	if (list->sorted->len - list->n_open > SABOT_INCIDENTS_CLOSED_MAX)
		remove_at(list, list->sorted->len - 1);
}

gboolean
sabot_incident_list_has(SabotIncidentList *list, const char *table, int64_t id)
{
	guint position;

	return find(list, table, id, &position);
}

const struct sabot_wire_incident *
sabot_incident_list_find(SabotIncidentList *list, const char *table, int64_t id)
{
	guint position;

	return find(list, table, id, &position) ? incident_at(list, position) : NULL;
}

SabotIncidentItem *
sabot_incident_list_find_item(SabotIncidentList *list, const char *table, int64_t id)
{
	guint position;

	return find(list, table, id, &position) ? g_ptr_array_index(list->sorted, position) : NULL;
}

const struct sabot_wire_incident *
sabot_incident_list_find_open(SabotIncidentList *list, const char *table, int64_t load,
			      const char *code)
{
	const struct sabot_wire_incident *first = NULL;

	for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(list)); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(G_LIST_MODEL(list), i);
		const struct sabot_wire_incident *incident = sabot_incident_item_get_incident(item);

		if (incident->state == SABOT_WIRE_INCIDENT_OPEN && incident->load == load &&
		    strcmp(incident->table, table) == 0 && strcmp(incident->code, code) == 0 &&
		    (!first || incident->id < first->id))
			first = incident;
	}
	return first;
}

void
sabot_incident_list_set_state(SabotIncidentList *list, const char *table, int64_t id,
			      enum sabot_wire_incident_state state,
			      const struct sabot_wire_mark *ruled)
{
	struct sabot_wire_incident *changed;
	guint position;

	if (!find(list, table, id, &position))
		return;
	changed = sabot_record_copy(&sabot_wire_incident_type, incident_at(list, position));
	changed->state = state;
	if (ruled) {
		sabot_record_unref(changed->ruled);
		changed->ruled = sabot_record_ref((gpointer)ruled);
	}
	sabot_incident_list_put(list, changed);
	sabot_record_unref(changed);
}

void
sabot_incident_list_clear(SabotIncidentList *list)
{
	guint n_shown = list->n_shown;

	g_ptr_array_set_size(list->sorted, 0);
	list->n_open = list->n_shown = 0;
	g_list_model_items_changed(G_LIST_MODEL(list), 0, n_shown, 0);
}

guint
sabot_incident_list_count_open(SabotIncidentList *list)
{
	return list->n_open;
}

guint
sabot_incident_list_count_hidden(SabotIncidentList *list)
{
	return list->sorted->len - list->n_shown;
}
