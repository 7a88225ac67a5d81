/*
 * metrics: the daemon's numbers in the text format of Prometheus (exposition format 0.0.4), for a
 * textfile collector. A family's samples stand together, so families are walked, and within each
 * the tables. Names and words are for programs: the same in every language.
 */
#include "sabotctl-private.h"
#include "sabotctl-client.h"

#include "proto/messages/metrics-messages.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum unit { UNIT_ONE, UNIT_US, UNIT_FLAG };

/* A number of the daemon, a table or a device: where its record has it, and its name. */
struct family {
	size_t offset; /* of an int64_t; UNIT_FLAG: of a bool */
	const char *name, *type, *help;
	enum unit unit;
};

#define DAEMON(member) offsetof(struct sabot_wire_daemon_metrics, member)
#define UPSTREAM(member) offsetof(struct sabot_wire_upstream_metrics, member)
#define TABLE(member) offsetof(struct sabot_wire_table_metrics, member)
#define EXPOSURE(member) offsetof(struct sabot_wire_exposure_metrics, member)
#define DEVICE(member) offsetof(struct sabot_wire_device, member)

static const struct family daemon_families[] = {
	{DAEMON(uptime_us), "sabot_uptime_seconds", "gauge", "Time since the daemon's start.",
	 UNIT_US},
	{DAEMON(is_saved), "sabot_saved", "gauge", "1: events are in the database.", UNIT_FLAG},
	{DAEMON(is_signed), "sabot_signed", "gauge", "1: there is a key that signs.", UNIT_FLAG},
	{DAEMON(seq), "sabot_events_total", "counter", "Events recorded, of all logs.", UNIT_ONE},
	{DAEMON(pending), "sabot_pending_events", "gauge", "Events not yet recorded.", UNIT_ONE},
	{DAEMON(clients), "sabot_clients", "gauge", "Clients connected.", UNIT_ONE},
	{DAEMON(dropped), "sabot_clients_dropped_total", "counter",
	 "Connections that the daemon ended.", UNIT_ONE},
	{DAEMON(unknown_logs), "sabot_forward_unknown_logs_total", "counter",
	 "What a forwarder said of logs that the house does not have.", UNIT_ONE},
	{DAEMON(resident_bytes), "sabot_resident_memory_bytes", "gauge",
	 "Memory of the daemon that is in RAM.", UNIT_ONE},
};

static const struct family upstream_families[] = {
	{UPSTREAM(is_heard), "sabot_hub_upstream_heard", "gauge",
	 "1: the daemon is connected, and heard in time.", UNIT_FLAG},
	{UPSTREAM(silence_us), "sabot_hub_upstream_silence_seconds", "gauge",
	 "Time since the daemon was last heard.", UNIT_US},
	{UPSTREAM(tables), "sabot_hub_upstream_tables", "gauge", "Tables of the daemon.", UNIT_ONE},
	{UPSTREAM(refused), "sabot_hub_upstream_tables_refused", "gauge",
	 "Tables whose name another daemon has.", UNIT_ONE},
	{UPSTREAM(steps), "sabot_hub_upstream_steps_total", "counter",
	 "Steps of the daemon that were passed on.", UNIT_ONE},
	{UPSTREAM(losses), "sabot_hub_upstream_losses_total", "counter",
	 "How often the daemon was lost.", UNIT_ONE},
	{UPSTREAM(waiting), "sabot_hub_upstream_waiting_requests", "gauge",
	 "Requests that the daemon has not answered.", UNIT_ONE},
};

static const struct family table_families[] = {
	{TABLE(events), "sabot_table_events_total", "counter", "Events of a log.", UNIT_ONE},
	{TABLE(rounds), "sabot_table_rounds_total", "counter",
	 "Rounds since the table's rules were last changed.", UNIT_ONE},
	{TABLE(has_fault), "sabot_table_quarantined", "gauge",
	 "1: a fault of the program was found at the table.", UNIT_FLAG},
};

static const struct family exposure_families[] = {
	{EXPOSURE(rounds), "sabot_table_exposure_rounds", "gauge",
	 "Rounds since a load was last proven complete.", UNIT_ONE},
	{EXPOSURE(since_us), "sabot_table_proven_timestamp_seconds", "gauge",
	 "When a load was last proven complete.", UNIT_US},
};

static const struct family device_families[] = {
	{DEVICE(frames), "sabot_device_frames_total", "counter", "Whole frames read.", UNIT_ONE},
	{DEVICE(garbage), "sabot_device_garbage_bytes_total", "counter",
	 "Bytes that are in no frame.", UNIT_ONE},
	{DEVICE(repeats), "sabot_device_repeats_total", "counter",
	 "Frames that repeat the one before.", UNIT_ONE},
	{DEVICE(lost), "sabot_device_lost_frames_total", "counter",
	 "Frames missing by their numbers.", UNIT_ONE},
};

static const char *const device_states[] = {
	"online", "offline", "error", "cleared", "locked", "unlocked", "lost", "connecting",
};

static void
print_head(const char *name, const char *type, const char *help)
{
	printf("# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* As a label's value: backslash, quotation mark and line feed are escaped. */
static void
print_label(char before, const char *name, const char *value)
{
	printf("%c%s=\"", before, name);
	for (; *value; value++) {
		if (*value == '\n')
			fputs("\\n", stdout);
		else if (*value == '\\' || *value == '"')
			printf("\\%c", *value);
		else
			putchar(*value);
	}
	putchar('"');
}

static void
print_value(int64_t number, enum unit unit)
{
	if (unit == UNIT_US)
		printf(" %" G_GINT64_FORMAT ".%06d\n", number / G_USEC_PER_SEC,
		       (int)(number % G_USEC_PER_SEC));
	else
		printf(" %" G_GINT64_FORMAT "\n", number);
}

static int64_t
get_number(gconstpointer record, const struct family *family)
{
	const char *member = (const char *)record + family->offset;

	return family->unit == UNIT_FLAG ? *(const bool *)(const void *)member
					 : *(const int64_t *)(const void *)member;
}

static void
print_daemon_family(const struct sabot_wire_daemon_metrics *daemon, const struct family *family)
{
	print_head(family->name, family->type, family->help);
	fputs(family->name, stdout);
	print_value(get_number(daemon, family), family->unit);
}

static void
print_upstream_family(const GPtrArray *upstreams, const struct family *family)
{
	print_head(family->name, family->type, family->help);
	for (guint i = 0; i < upstreams->len; i++) {
		const struct sabot_wire_upstream_metrics *upstream =
			g_ptr_array_index(upstreams, i);
		int64_t number = get_number(upstream, family);

		if (number == SABOT_WIRE_NO_NUMBER)
			continue;
		fputs(family->name, stdout);
		print_label('{', "upstream", upstream->upstream);
		putchar('}');
		print_value(number, family->unit);
	}
}

/* Which record of a table has a family's number; NULL: it has none. */
typedef gconstpointer
part_fn(const struct sabot_wire_table_metrics *table);

static gconstpointer
table_itself(const struct sabot_wire_table_metrics *table)
{
	return table;
}

static gconstpointer
exposure_of(const struct sabot_wire_table_metrics *table)
{
	return table->exposure;
}

static gconstpointer
device_of(const struct sabot_wire_table_metrics *table)
{
	return table->device;
}

/* The house has no rounds and no fault; of a device that counts nothing there is nothing to say. */
static bool
has_number(const struct sabot_wire_table_metrics *table, gconstpointer part,
	   const struct family *family)
{
	int64_t number = part ? get_number(part, family) : 0;

	if (!part || (family->unit == UNIT_FLAG && table->rounds == SABOT_WIRE_NO_NUMBER))
		return false;
	return number != SABOT_WIRE_NO_NUMBER && !(part == table->device && number < 0);
}

/* A table that does not have the number has no sample. */
static void
print_table_family(const GPtrArray *tables, const struct family *family, part_fn *part_of)
{
	print_head(family->name, family->type, family->help);
	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_wire_table_metrics *table = g_ptr_array_index(tables, i);
		gconstpointer part = part_of(table);

		if (!has_number(table, part, family))
			continue;
		fputs(family->name, stdout);
		print_label('{', "table", table->table);
		if (part == table->device)
			print_label(',', "device", table->device->name);
		putchar('}');
		print_value(get_number(part, family), family->unit);
	}
}

#define INCIDENTS "sabot_table_incidents"

static void
print_count(const char *table, const char *code, const char *state, int64_t n)
{
	fputs(INCIDENTS, stdout);
	print_label('{', "table", table);
	print_label(',', "code", code);
	print_label(',', "state", state);
	putchar('}');
	print_value(n, UNIT_ONE);
}

static void
print_incidents(const GPtrArray *tables)
{
	print_head(INCIDENTS, "gauge", "Incidents of the last 500 of a log, by code and state.");
	for (guint i = 0; i < tables->len; i++)
		sabot_wire_metrics_foreach_count(g_ptr_array_index(tables, i), print_count);
}

/* One sample a state, 1 for the one that it is in. */
static void
print_device_states(const GPtrArray *tables)
{
	static const char name[] = "sabot_device_state";

	print_head(name, "gauge", "1: the device is in this state.");
	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_wire_table_metrics *table = g_ptr_array_index(tables, i);
		const struct sabot_wire_device *device = table->device;
		const char *is = device ? sabot_wire_device_state_to_string(device->state) : "";

		for (size_t j = 0; device && j < G_N_ELEMENTS(device_states); j++) {
			fputs(name, stdout);
			print_label('{', "table", table->table);
			print_label(',', "device", device->name);
			print_label(',', "state", device_states[j]);
			printf("} %d\n", strcmp(is, device_states[j]) == 0);
		}
	}
}

/* Each bucket counts what took its bound or less, so the classes are added up. */
static void
print_commits(const struct sabot_wire_commits *commits)
{
	static const char name[] = "sabot_commit_seconds";
	int64_t n_commits = 0;

	print_head(name, "histogram", "Time from an event's step until it was recorded.");
	for (guint i = 0; i < commits->counts->len; i++) {
		int64_t bound_us;

		n_commits += g_array_index(commits->counts, int64_t, i);
		if (i >= commits->bounds_us->len)
			continue;
		bound_us = g_array_index(commits->bounds_us, int64_t, i);
		printf("%s_bucket{le=\"%d.%03d\"} %" G_GINT64_FORMAT "\n", name,
		       (int)(bound_us / G_USEC_PER_SEC), (int)(bound_us % G_USEC_PER_SEC / 1000),
		       n_commits);
	}
	printf("%s_bucket{le=\"+Inf\"} %" G_GINT64_FORMAT "\n%s_sum", name, n_commits, name);
	print_value(commits->sum_us, UNIT_US);
	printf("%s_count %" G_GINT64_FORMAT "\n", name, n_commits);
}

static void
print_build(const struct sabot_wire_daemon_metrics *daemon)
{
	static const char name[] = "sabot_build_info";

	print_head(name, "gauge", "1, with the daemon's version.");
	fputs(name, stdout);
	print_label('{', "version", daemon->version ? daemon->version : "");
	puts("} 1");
}

static void
print_metrics(const struct sabot_wire_metrics *metrics)
{
	const GPtrArray *tables = metrics->tables, *upstreams = metrics->daemon->upstreams;
	bool is_hub = upstreams && upstreams->len > 0;

	print_build(metrics->daemon);
	for (size_t i = 0; i < G_N_ELEMENTS(daemon_families); i++)
		print_daemon_family(metrics->daemon, &daemon_families[i]);
	for (size_t i = 0; is_hub && i < G_N_ELEMENTS(upstream_families); i++)
		print_upstream_family(upstreams, &upstream_families[i]);
	print_commits(metrics->daemon->commits);
	for (size_t i = 0; i < G_N_ELEMENTS(table_families); i++)
		print_table_family(tables, &table_families[i], table_itself);
	for (size_t i = 0; i < G_N_ELEMENTS(exposure_families); i++)
		print_table_family(tables, &exposure_families[i], exposure_of);
	print_incidents(tables);
	print_device_states(tables);
	for (size_t i = 0; i < G_N_ELEMENTS(device_families); i++)
		print_table_family(tables, &device_families[i], device_of);
}

/* False, said, when the answer has another form. */
static bool
print_answer(json_t *answer)
{
	g_autoptr(GError) error = NULL;
	struct sabot_wire_metrics *metrics =
		sabot_record_parse(&sabot_wire_metrics_type, answer, &error);

	if (metrics)
		print_metrics(metrics);
	else
		sabotctl_complain(error->message);
	sabot_record_unref(metrics);
	return !error;
}

int
sabotctl_metrics(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	json_t *answer = NULL;
	bool is_printed = true;

	if (sabotctl_options_parse(&options, NULL, argc, argv,
				   _("Numbers for a monitoring system, as Prometheus reads them.")))
		answer = sabotctl_request_pages(NULL, options.socket, "metrics", NULL, "tables");
	if (answer && options.json) {
		json_dumpf(answer, stdout, JSON_COMPACT);
		putchar('\n');
	} else if (answer) {
		is_printed = print_answer(answer);
	}
	sabotctl_options_clear(&options);
	if (!answer || !is_printed)
		return SABOTCTL_FAILED;
	json_decref(answer);
	return SABOTCTL_OK;
}
