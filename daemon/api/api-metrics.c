/*
 * The request `metrics`: numbers for a monitoring system, of the daemon and of each table. sabotctl
 * gives them their names there.
 */
#include "api-private.h"
#include "daemon/hub/hub.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The resident memory of this process; 0 if the kernel does not report it. */
static int64_t
read_resident_bytes(void)
{
	g_autofree char *text = NULL;
	long long n_pages;

	if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL) ||
	    sscanf(text, "%*d %lld", &n_pages) != 1)
		return 0;
	return n_pages * sysconf(_SC_PAGESIZE);
}

static json_t *
build_latency(const struct sabot_latency *latency)
{
	json_t *bounds = json_array(), *counts = json_array();

	for (unsigned i = 0; i <= SABOT_LATENCY_CLASSES; i++) {
		if (i < SABOT_LATENCY_CLASSES)
			json_array_append_new(bounds, json_integer(sabot_latency_bound_us(i)));
		json_array_append_new(counts, json_integer(latency->counts[i]));
	}
	return json_pack("{s:o, s:o, s:I}", "bounds_us", bounds, "counts", counts, "sum_us",
			 (json_int_t)latency->sum_us);
}

static json_t *
build_daemon(const struct sabot_api *api)
{
	const struct sabot_floor *floor = api->options.floor;

	return json_pack("{s:s, s:I, s:b, s:b, s:I, s:I, s:o, s:I, s:I, s:I}", "version",
			 SABOT_VERSION, "uptime_us",
			 (json_int_t)(g_get_monotonic_time() - api->started_monotonic_us), "saved",
			 sabot_floor_is_saved(floor), "signed",
			 sabot_floor_get_key(floor)->line != NULL, "seq",
			 (json_int_t)sabot_floor_get_published_seq(floor), "pending",
			 (json_int_t)sabot_floor_count_pending(floor), "commits",
			 build_latency(sabot_floor_get_commits(floor)), "clients",
			 (json_int_t)api->peers->len, "dropped", (json_int_t)api->n_dropped,
			 "resident_bytes", (json_int_t)read_resident_bytes());
}

/* The number of incidents of a code in a state. */
struct count {
	const char *code, *state; /* borrowed */
	int64_t n;
};

static void
count_incident(GArray *counts, const struct sabot_wire_incident *incident)
{
	struct count first = {
		.code = incident->code,
		.state = sabot_wire_incident_state_to_string(incident->state),
		.n = 1,
	};

	for (guint i = 0; i < counts->len; i++) {
		struct count *count = &g_array_index(counts, struct count, i);

		if (strcmp(count->code, first.code) == 0 &&
		    strcmp(count->state, first.state) == 0) {
			count->n++;
			return;
		}
	}
	g_array_append_val(counts, first);
}

/* State to number, for the code of the count at index `first`. */
static json_t *
build_states(const GArray *counts, guint first)
{
	const char *code = g_array_index(counts, struct count, first).code;
	json_t *states = json_object();

	for (guint i = first; i < counts->len; i++) {
		const struct count *count = &g_array_index(counts, struct count, i);

		if (strcmp(count->code, code) == 0)
			json_object_set_new(states, count->state, json_integer(count->n));
	}
	return states;
}

static bool
is_first(const GArray *counts, guint index)
{
	const char *code = g_array_index(counts, struct count, index).code;

	for (guint i = 0; i < index; i++) {
		if (strcmp(g_array_index(counts, struct count, i).code, code) == 0)
			return false;
	}
	return true;
}

/* Code to state to number, of the incidents held. */
static json_t *
count_incidents(const struct sabot_incident_book *list)
{
	g_autoptr(GArray) counts = g_array_new(FALSE, FALSE, sizeof(struct count));
	json_t *codes = json_object();

	for (guint i = 0; i < list->incidents->len; i++)
		count_incident(counts, g_ptr_array_index(list->incidents, i));
	for (guint i = 0; i < counts->len; i++) {
		if (is_first(counts, i))
			json_object_set_new(codes, g_array_index(counts, struct count, i).code,
					    build_states(counts, i));
	}
	return codes;
}

static json_t *
build_exposure(const struct sabot_wire_exposure *exposure)
{
	json_t *json = json_pack("{s:I}", "rounds", (json_int_t)exposure->rounds);

	if (exposure->since_us != SABOT_TIME_NONE)
		json_object_set_new(json, "since_us", json_integer(exposure->since_us));
	return json;
}

static json_t *
build_device(const GPtrArray *devices, const char *table)
{
	for (guint i = 0; i < devices->len; i++) {
		const struct sabot_wire_device *device = g_ptr_array_index(devices, i);

		if (g_strcmp0(device->table, table) == 0)
			return sabot_record_build(&sabot_wire_device_type, device);
	}
	return NULL;
}

static json_t *
build_table(const struct sabot_table_service *table, const GPtrArray *devices)
{
	const struct sabot_wire_view *view = table->published;
	json_t *device = build_device(devices, view->table);
	json_t *json = json_pack("{s:s, s:I, s:I, s:b, s:o}", "table", view->table, "events",
				 (json_int_t)view->n, "rounds", (json_int_t)view->round, "fault",
				 view->fault != NULL, "incidents",
				 count_incidents(&table->published_incidents));

	if (device)
		json_object_set_new(json, "device", device);
	if (view->exposure)
		json_object_set_new(json, "exposure", build_exposure(view->exposure));
	return json;
}

static json_t *
build_house(const struct sabot_house *house)
{
	return json_pack("{s:s, s:I, s:o}", "table", SABOT_HOUSE_NAME, "events",
			 (json_int_t)house->published_n, "incidents",
			 count_incidents(&house->published_incidents));
}

/* The numbers of the daemons that a hub follows. */
static json_t *
build_upstreams(const struct sabot_hub *hub)
{
	g_autoptr(GPtrArray) list = sabot_hub_measure(hub);
	json_t *json = json_array();

	for (guint i = 0; i < list->len; i++)
		json_array_append_new(json, sabot_record_build(&sabot_wire_upstream_metrics_type,
							       g_ptr_array_index(list, i)));
	return json;
}

json_t *
sabot_api_metrics(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	g_autoptr(GPtrArray) devices = NULL, tables = NULL;
	struct sabot_answer_page page;
	json_t *ok, *numbers;
	guint next;

	if (!sabot_api_check_from(args->from, &next, error))
		return NULL;
	devices = sabot_api_devices_of(api, peer);
	tables = sabot_api_tables_of(api, peer);
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	if (next == 0 && sabot_api_sees(peer, SABOT_HOUSE_NAME))
		sabot_answer_page_add(&page,
				      build_house(sabot_floor_get_house(api->options.floor)));
	while (next < tables->len &&
	       sabot_answer_page_add(&page, build_table(g_ptr_array_index(tables, next), devices)))
		next++;
	ok = sabot_answer_page_finish(&page, "tables", next, tables->len);
	numbers = build_daemon(api);
	if (api->options.hub && sabot_api_sees(peer, SABOT_HOUSE_NAME))
		json_object_set_new(numbers, "upstreams", build_upstreams(api->options.hub));
	json_object_set_new(ok, "daemon", numbers);
	return ok;
}
