/* Keeps the alarm book and the published incidents consistent. */
#include "floor-alarm.h"
#include "proto/message.h"

struct sabot_incident_book *
sabot_floor_alarm_list(struct sabot_floor *floor, const char *log)
{
	struct sabot_table_service *table;

	if (g_strcmp0(log, SABOT_HOUSE_NAME) == 0)
		return &sabot_floor_get_house(floor)->published_incidents;
	table = sabot_floor_find(floor, log);
	return table ? &table->published_incidents : NULL;
}

/* Returns the incident that is then in the list; borrowed. */
static struct sabot_wire_incident *
attach_state(struct sabot_floor *floor, struct sabot_incident_book *list, int64_t id)
{
	struct sabot_wire_incident *incident = sabot_incident_book_find(list, id);
	struct sabot_wire_incident *marked;

	if (!incident)
		return NULL;
	marked = sabot_alarm_book_attach_state(sabot_floor_get_house(floor)->alarms, incident);
	if (marked != incident)
		sabot_incident_book_put(list, marked);
	sabot_record_unref(marked);
	return sabot_incident_book_find(list, id);
}

static void
attach_state_to_list(struct sabot_floor *floor, struct sabot_incident_book *list)
{
	for (guint i = 0; i < list->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		attach_state(floor, list, incident->id);
	}
}

static void
summarize(struct sabot_floor *floor, const struct sabot_table_service *table,
	  struct sabot_wire_view *view)
{
	sabot_record_unref(view->incidents);
	view->incidents =
		sabot_incident_book_summarize(&table->published_incidents, g_get_real_time(), view);
	sabot_house_add_open(sabot_floor_get_house(floor), table->config->name, view->incidents);
}

static bool
is_shown(const char *log, int64_t id, void *data)
{
	const struct sabot_incident_book *list = sabot_floor_alarm_list(data, log);

	return list && sabot_incident_book_find(list, id);
}

/* A list of incidents is limited: the alarms of incidents dropped from it are only in the log. */
static void
prune(struct sabot_floor *floor)
{
	sabot_alarm_book_prune(sabot_floor_get_house(floor)->alarms, is_shown, floor);
}

void
sabot_floor_alarm_attach_all(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	attach_state_to_list(floor, &sabot_floor_get_house(floor)->published_incidents);
	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		attach_state_to_list(floor, &table->published_incidents);
		summarize(floor, table, table->published);
	}
	sabot_alarm_book_expire(sabot_floor_get_house(floor)->alarms, g_get_real_time());
	prune(floor);
}

void
sabot_floor_alarm_attach_step(struct sabot_floor *floor, const struct sabot_logged_event *step)
{
	struct sabot_incident_book *list = sabot_floor_alarm_list(floor, step->record->table);

	for (guint i = 0; list && i < step->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(step->incidents, i);

		attach_state(floor, list, incident->id);
	}
	if (step->table)
		summarize(floor, step->table, step->view);
}

static void
push_incident(struct sabot_floor *floor, const struct sabot_wire_incident *incident)
{
	json_t *json = sabot_record_build(&sabot_wire_incident_type, incident);
	g_autoptr(GBytes) line = sabot_wire_line(
		json_pack("{s:s, s:[o]}", "push", "incidents", "incidents", json), NULL);

	if (line)
		sabot_floor_push_line(floor, sabot_wire_incident_table(incident), line);
}

void
sabot_floor_alarm_publish(struct sabot_floor *floor, const struct sabot_house_event *event)
{
	const struct sabot_wire_incident *incident;
	struct sabot_incident_book *list;
	struct sabot_table_service *table;

	if (!sabot_alarm_book_takes(event))
		return;
	prune(floor);
	list = sabot_floor_alarm_list(floor, event->head->table);
	incident = list ? attach_state(floor, list, event->head->incident) : NULL;
	if (!incident)
		return;
	push_incident(floor, incident);
	table = sabot_floor_find(floor, sabot_wire_incident_table(incident));
	if (table)
		sabot_floor_republish(floor, table);
}

void
sabot_floor_alarm_publish_table(struct sabot_floor *floor, struct sabot_table_service *table)
{
	const GPtrArray *incidents = table->published_incidents.incidents;

	attach_state_to_list(floor, &table->published_incidents);
	summarize(floor, table, table->published);
	for (guint i = 0; i < incidents->len; i++)
		push_incident(floor, g_ptr_array_index(incidents, i));
}

void
sabot_floor_alarm_expire(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	if (!sabot_alarm_book_expire(sabot_floor_get_house(floor)->alarms, g_get_real_time()))
		return;
	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		if (table->published->incidents->shelved > 0)
			sabot_floor_republish(floor, table);
	}
}
