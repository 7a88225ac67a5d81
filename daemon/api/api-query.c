/* Requests that only read: status, tables, incidents, and the snapshot of watch. */
#include "api-private.h"
#include "daemon/hub/hub-status.h"
#include "daemon/tables/floor-copy.h"

#include "proto/record-copy.h"

#include <string.h>

enum {
	API_OTHER_INCIDENTS = 200, /* of those no longer open, in a snapshot */
};

/* The views (struct sabot_wire_view) of the tables that the peer sees. Transferred. */
static GPtrArray *
get_views(const struct sabot_api *api, const struct sabot_peer *peer)
{
	g_autoptr(GPtrArray) tables = NULL;
	GPtrArray *views;

	if (api->options.hub)
		return sabot_hub_get_views(api->options.hub, sabot_peer_get_machine(peer));
	tables = sabot_api_tables_of(api, peer);
	views = g_ptr_array_new_with_free_func(sabot_record_unref);
	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);

		g_ptr_array_add(views, sabot_record_ref(table->published));
	}
	return views;
}

static void
on_status_completed(struct sabot_wire_status *status, void *data)
{
	struct sabot_api_waiting *waiting = data;
	json_t *ok = sabot_record_finish(&sabot_wire_status_type, status);

	sabot_peer_send_message(waiting->peer, waiting->request.id,
				sabot_wire_reply_ok(waiting->request.id, ok));
	sabot_api_wait_end(waiting);
}

json_t *
sabot_api_status(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	struct sabot_wire_status *status = sabot_record_new(&sabot_wire_status_type);
	g_autoptr(GPtrArray) tables = get_views(api, peer);

	(void)error;
	status->version = g_strdup(SABOT_VERSION);
	status->site = g_strdup(api->options.config->site);
	status->started_us = api->started_us;
	status->uptime_s = (g_get_monotonic_time() - api->started_monotonic_us) / G_USEC_PER_SEC;
	status->seq = sabot_api_get_seq(api);
	status->tables = tables->len;
	status->clients = api->peers->len;
	status->is_saved = sabot_floor_is_saved(api->options.floor);
	status->is_signed = sabot_floor_get_key(api->options.floor)->line != NULL;
	status->is_checking = sabot_floor_is_checking(api->options.floor);
	status->mirror = g_strdup(sabot_floor_get_mirror(api->options.floor));
	status->persons = g_strdup(sabot_api_requires_persons(api) ? "required" : "off");
	status->software = sabot_record_copy(&sabot_wire_software_type,
					     sabot_floor_get_software(api->options.floor));
	g_ptr_array_unref(status->devices);
	status->devices = sabot_api_devices_of(api, peer);
	if (api->options.copy)
		status->records = sabot_record_copy(&sabot_wire_records_type,
						    sabot_floor_copy_get_state(api->options.copy));
	if (!api->options.hub)
		return sabot_record_finish(&sabot_wire_status_type, status);
	status->upstreams = sabot_hub_describe(api->options.hub);
	sabot_hub_complete_status(api->options.desk, status, on_status_completed,
				  sabot_api_wait(api, peer, request));
	return NULL;
}

static json_t *
build_view(const GPtrArray *views, guint index)
{
	return sabot_record_build(&sabot_wire_view_type, g_ptr_array_index(views, index));
}

static json_t *
build_incident(const GPtrArray *incidents, guint index)
{
	return sabot_record_build(&sabot_wire_incident_type, g_ptr_array_index(incidents, index));
}

json_t *
sabot_api_tables(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	g_autoptr(GPtrArray) tables = get_views(api, peer);
	struct sabot_answer_page page;
	guint next;

	if (!sabot_api_check_from(args->from, &next, error))
		return NULL;
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	while (next < tables->len && sabot_answer_page_add(&page, build_view(tables, next)))
		next++;
	/* Skip an item too long for a line, or the client would request it forever. */
	next += json_array_size(page.list) == 0;
	return sabot_answer_page_finish(&page, "tables", next, tables->len);
}

static int
compare_newest_first(gconstpointer a, gconstpointer b)
{
	const struct sabot_wire_incident *one = *(struct sabot_wire_incident *const *)a;
	const struct sabot_wire_incident *two = *(struct sabot_wire_incident *const *)b;

	if (one->seq != two->seq)
		return one->seq < two->seq ? 1 : -1;
	return (one->id < two->id) - (one->id > two->id);
}

/* Selects incidents. */
struct filter {
	const struct sabot_peer *peer; /* the client */
	const char *table;             /* NULL: of all that the client sees */
	bool is_open_only;
	GPtrArray *found;
};

static void
collect_from(const struct sabot_incident_book *list, void *data)
{
	const struct filter *filter = data;
	const char *name = filter->table;

	for (guint i = 0; i < list->incidents->len; i++) {
		struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);

		const char *place = sabot_wire_incident_table(incident);

		if ((!name || strcmp(place, name) == 0) && sabot_api_sees(filter->peer, place) &&
		    (!filter->is_open_only || incident->state == SABOT_WIRE_INCIDENT_OPEN))
			g_ptr_array_add(filter->found, sabot_record_ref(incident));
	}
}

/* The selected incidents (struct sabot_wire_incident), newest first. Transferred. */
static GPtrArray *
collect_incidents(const struct sabot_api *api, struct filter *filter)
{
	struct sabot_floor *floor = api->options.floor;
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	filter->found = g_ptr_array_new_with_free_func(sabot_record_unref);

	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);

		collect_from(&table->published_incidents, filter);
	}
	if (api->options.hub)
		sabot_hub_foreach_book(api->options.hub, collect_from, filter);
	collect_from(&sabot_floor_get_house(floor)->published_incidents, filter);
	g_ptr_array_sort(filter->found, compare_newest_first);
	return filter->found;
}

json_t *
sabot_api_incidents(struct sabot_api *api, struct sabot_peer *peer,
		    const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_incidents_request *args = request->record;
	g_autoptr(GPtrArray) incidents = NULL;
	struct filter filter = {.peer = peer, .is_open_only = args->is_open_only};
	struct sabot_answer_page page;
	guint next;

	if (!sabot_api_check_from(args->from, &next, error))
		return NULL;
	if (args->table && !api->options.hub && !sabot_api_get_table(api, peer, args->table, error))
		return NULL;
	filter.table = args->table;
	incidents = collect_incidents(api, &filter);
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	while (next < incidents->len &&
	       sabot_answer_page_add(&page, build_incident(incidents, next)))
		next++;
	next += json_array_size(page.list) == 0;
	return sabot_answer_page_finish(&page, "incidents", next, incidents->len);
}

static GPtrArray *
collect_snapshot_incidents(const struct sabot_api *api, const struct sabot_peer *peer)
{
	struct filter everything = {.peer = peer};
	g_autoptr(GPtrArray) incidents = collect_incidents(api, &everything);

	return sabot_incidents_pick(incidents, API_OTHER_INCIDENTS);
}

static void
send_further_views(struct sabot_peer *peer, const GPtrArray *views, guint next)
{
	for (; next < views->len; next++)
		sabot_peer_send_message(peer, NULL,
					sabot_wire_view_push_build(g_ptr_array_index(views, next)));
}

static void
send_further_incidents(struct sabot_peer *peer, const GPtrArray *incidents, guint next)
{
	while (next < incidents->len) {
		struct sabot_answer_page page;
		guint first = next;

		sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
		while (next < incidents->len &&
		       sabot_answer_page_add(&page, build_incident(incidents, next)))
			next++;
		/* Skip an item too long for a line, or it would be tried forever. */
		next += next == first;
		sabot_peer_send_message(peer, NULL,
					json_pack("{s:s, s:o}", "push", "incidents", "incidents",
						  page.list));
	}
}

static void
send_missed(struct sabot_peer *peer, GPtrArray *missed)
{
	for (guint i = 0; missed && i < missed->len; i++)
		sabot_peer_send(peer, g_ptr_array_index(missed, i));
}

static void
send_snapshot(struct sabot_api *api, struct sabot_peer *peer, json_t *id, GPtrArray *missed)
{
	g_autoptr(GPtrArray) incidents = collect_snapshot_incidents(api, peer);
	g_autoptr(GPtrArray) seen = get_views(api, peer);
	struct sabot_answer_page tables, some;
	guint next_table = 0, next_incident = 0;
	json_t *ok;

	sabot_answer_page_init(&tables, SABOT_ANSWER_PAGE_BYTES_MAX);
	while (next_table < seen->len &&
	       sabot_answer_page_add(&tables, build_view(seen, next_table)))
		next_table++;
	sabot_answer_page_init(&some, tables.left_bytes);
	while (next_incident < incidents->len &&
	       sabot_answer_page_add(&some, build_incident(incidents, next_incident)))
		next_incident++;
	ok = json_pack("{s:I, s:b, s:o, s:o}", "seq", (json_int_t)sabot_api_get_seq(api), "resumed",
		       missed != NULL, "tables", tables.list, "incidents", some.list);
	sabot_peer_send_message(peer, id, sabot_wire_reply_ok(id, ok));
	send_further_views(peer, seen, next_table);
	send_further_incidents(peer, incidents, next_incident);
	send_missed(peer, missed);
	sabot_api_send_beat(api, peer);
}

json_t *
sabot_api_watch(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_watch_request *args = request->record;
	g_autoptr(GPtrArray) missed = NULL;

	(void)error;
	if (args->since >= 0 && api->options.hub)
		missed = sabot_hub_missed(api->options.hub, args->since,
					  sabot_peer_get_machine(peer));
	else if (args->since >= 0)
		missed = sabot_floor_missed(api->options.floor, args->since,
					    sabot_peer_get_machine(peer));
	sabot_peer_begin_answer(peer);
	send_snapshot(api, peer, request->id, missed);
	sabot_peer_end_answer(peer);
	sabot_peer_set_watching(peer, missed && api->options.hub &&
					      sabot_hub_is_past(api->options.hub, args->since));
	return NULL;
}
