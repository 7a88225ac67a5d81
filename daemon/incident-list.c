/*
 * A short sorted array: ids only rise, so that adding is appending.
 */
#include "incident-list.h"

void
sabot_incident_list_init(struct sabot_incident_list *list)
{
	list->incidents = g_ptr_array_new_with_free_func(sabot_record_unref);
}

void
sabot_incident_list_clear(struct sabot_incident_list *list)
{
	g_clear_pointer(&list->incidents, g_ptr_array_unref);
}

/* The place of the first incident whose id is not below `id`. */
static guint
lower_bound(const struct sabot_incident_list *list, int64_t id)
{
	guint low = 0, high = list->incidents->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct sabot_wire_incident *incident =
			g_ptr_array_index(list->incidents, middle);

		if (incident->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct sabot_wire_incident *
sabot_incident_list_find(const struct sabot_incident_list *list, int64_t id)
{
	guint place = lower_bound(list, id);
	struct sabot_wire_incident *incident;

	if (place >= list->incidents->len)
		return NULL;
	incident = g_ptr_array_index(list->incidents, place);
	return incident->id == id ? incident : NULL;
}

/* The oldest one that nobody has to decide any more; else the oldest. */
static guint
find_dispensable(const struct sabot_incident_list *list)
{
	for (guint i = 0; i < list->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		if (incident->state != SABOT_WIRE_INCIDENT_OPEN)
			return i;
	}
	return 0;
}

void
sabot_incident_list_put(struct sabot_incident_list *list, struct sabot_wire_incident *incident)
{
	guint place = lower_bound(list, incident->id);

	if (sabot_incident_list_find(list, incident->id))
		g_ptr_array_remove_index(list->incidents, place);
	g_ptr_array_insert(list->incidents, (gint)place, sabot_record_ref(incident));
	if (list->incidents->len > SABOT_INCIDENT_LIST_MAX)
		g_ptr_array_remove_index(list->incidents, find_dispensable(list));
}

struct sabot_wire_incident *
sabot_incident_list_change(struct sabot_incident_list *list, int64_t id,
			   enum sabot_wire_incident_state state)
{
	const struct sabot_wire_incident *old = sabot_incident_list_find(list, id);
	struct sabot_wire_incident *changed;

	if (!old || old->state == state)
		return NULL;
	changed = sabot_record_new(&sabot_wire_incident_type);
	*changed = *old;
	changed->table = g_strdup(old->table);
	changed->about = g_strdup(old->about);
	changed->code = g_strdup(old->code);
	changed->rule = g_strdup(old->rule);
	changed->text = g_strdup(old->text);
	changed->detail = json_incref(old->detail);
	changed->state = state;
	sabot_incident_list_put(list, changed);
	return changed;
}

struct sabot_wire_open_incidents *
sabot_incident_list_summarize(const struct sabot_incident_list *list)
{
	struct sabot_wire_open_incidents *summary =
		sabot_record_new(&sabot_wire_open_incidents_type);
	struct sabot_wire_incident *worst = NULL;

	for (guint i = 0; i < list->incidents->len; i++) {
		struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		if (incident->state != SABOT_WIRE_INCIDENT_OPEN)
			continue;
		summary->open++;
		if (!worst || incident->severity >= worst->severity)
			worst = incident;
	}
	if (worst)
		summary->worst = sabot_record_ref(worst);
	return summary;
}
