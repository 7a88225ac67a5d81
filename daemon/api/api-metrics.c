/*
 * The request `metrics`: numbers for a monitoring system, of the daemon and of each table. sabotctl
 * gives them their names there.
 */
#include "api-private.h"
#include "daemon/hub/hub.h"
#include "proto/messages/metrics-messages.h"

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

/* Transferred. */
static struct sabot_wire_commits *
describe_latency(const struct sabot_latency *latency)
{
	struct sabot_wire_commits *commits = sabot_record_new(&sabot_wire_commits_type);

	for (unsigned i = 0; i <= SABOT_LATENCY_CLASSES; i++) {
		int64_t bound_us = i < SABOT_LATENCY_CLASSES ? sabot_latency_bound_us(i) : 0;
		int64_t count = latency->counts[i];

		if (i < SABOT_LATENCY_CLASSES)
			g_array_append_val(commits->bounds_us, bound_us);
		g_array_append_val(commits->counts, count);
	}
	commits->sum_us = latency->sum_us;
	return commits;
}

/* The daemon's own numbers; of a hub (NULL: none) also those of the daemons that it follows. */
static json_t *
build_daemon(const struct sabot_api *api, const struct sabot_hub *hub)
{
	const struct sabot_floor *floor = api->options.floor;
	struct sabot_wire_daemon_metrics *daemon =
		sabot_record_new(&sabot_wire_daemon_metrics_type);

	daemon->version = g_strdup(SABOT_VERSION);
	daemon->uptime_us = g_get_monotonic_time() - api->started_monotonic_us;
	daemon->is_saved = sabot_floor_is_saved(floor);
	daemon->is_signed = sabot_floor_get_key(floor)->line != NULL;
	daemon->seq = sabot_floor_get_published_seq(floor);
	daemon->pending = sabot_floor_count_pending(floor);
	daemon->commits = describe_latency(sabot_floor_get_commits(floor));
	daemon->clients = api->peers->len;
	daemon->dropped = api->n_dropped;
	daemon->unknown_logs = api->n_unknown_logs;
	daemon->resident_bytes = read_resident_bytes();
	daemon->upstreams = hub ? sabot_hub_measure(hub) : NULL;
	return sabot_record_finish(&sabot_wire_daemon_metrics_type, daemon);
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

/* Transferred. */
static struct sabot_wire_exposure_metrics *
describe_exposure(const struct sabot_wire_exposure *exposure)
{
	struct sabot_wire_exposure_metrics *metrics =
		sabot_record_new(&sabot_wire_exposure_metrics_type);

	metrics->rounds = exposure->rounds;
	if (exposure->since_us != SABOT_TIME_NONE)
		metrics->since_us = exposure->since_us;
	return metrics;
}

/* NULL: the table has none. Transferred. */
static struct sabot_wire_device *
find_device(const GPtrArray *devices, const char *table)
{
	for (guint i = 0; i < devices->len; i++) {
		struct sabot_wire_device *device = g_ptr_array_index(devices, i);

		if (g_strcmp0(device->table, table) == 0)
			return sabot_record_ref(device);
	}
	return NULL;
}

static json_t *
build_table(const struct sabot_table_service *table, const GPtrArray *devices)
{
	const struct sabot_wire_view *view = table->published;
	struct sabot_wire_table_metrics *metrics = sabot_record_new(&sabot_wire_table_metrics_type);

	metrics->table = g_strdup(view->table);
	metrics->events = view->n;
	metrics->rounds = view->round;
	metrics->has_fault = view->fault != NULL;
	metrics->incidents = count_incidents(&table->published_incidents);
	metrics->device = find_device(devices, view->table);
	if (view->exposure)
		metrics->exposure = describe_exposure(view->exposure);
	return sabot_record_finish(&sabot_wire_table_metrics_type, metrics);
}

static json_t *
build_house(const struct sabot_house *house)
{
	struct sabot_wire_table_metrics *metrics = sabot_record_new(&sabot_wire_house_metrics_type);

	metrics->table = g_strdup(SABOT_HOUSE_NAME);
	metrics->events = house->published_n;
	metrics->incidents = count_incidents(&house->published_incidents);
	return sabot_record_finish(&sabot_wire_house_metrics_type, metrics);
}

json_t *
sabot_api_metrics(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	g_autoptr(GPtrArray) devices = NULL, tables = NULL;
	struct sabot_answer_page page;
	json_t *ok;
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
	json_object_set_new(ok, "daemon",
			    build_daemon(api, sabot_api_sees(peer, SABOT_HOUSE_NAME)
						      ? api->options.hub
						      : NULL));
	return ok;
}
