/*
 * metrics: the daemon's numbers in the text format of Prometheus (exposition format 0.0.4), for a
 * textfile collector. A family's samples stand together, so families are walked, and within each
 * the tables. Names and words are for programs: the same in every language.
 */
#include "sabotctl-client.h"

#include "sabotctl.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum unit { UNIT_ONE, UNIT_US };

/* A number of the daemon or of each table: where it stands, and what it is called. */
struct family {
	const char *group; /* NULL: in the object itself */
	const char *key;
	const char *name, *type, *help;
	enum unit unit;
};

static const struct family daemon_families[] = {
	{NULL, "uptime_us", "sabot_uptime_seconds", "gauge", "Time since the daemon's start.",
	 UNIT_US},
	{NULL, "saved", "sabot_saved", "gauge", "1: events are in the database.", UNIT_ONE},
	{NULL, "signed", "sabot_signed", "gauge", "1: there is a key that signs.", UNIT_ONE},
	{NULL, "seq", "sabot_events_total", "counter", "Events recorded, of all logs.", UNIT_ONE},
	{NULL, "pending", "sabot_pending_events", "gauge", "Events not yet recorded.", UNIT_ONE},
	{NULL, "clients", "sabot_clients", "gauge", "Clients connected.", UNIT_ONE},
	{NULL, "dropped", "sabot_clients_dropped_total", "counter",
	 "Connections that the daemon ended.", UNIT_ONE},
	{NULL, "resident_bytes", "sabot_resident_memory_bytes", "gauge",
	 "Memory of the daemon that is in RAM.", UNIT_ONE},
};

static const struct family table_families[] = {
	{NULL, "events", "sabot_table_events_total", "counter", "Events of a log.", UNIT_ONE},
	{NULL, "rounds", "sabot_table_rounds_total", "counter",
	 "Rounds since the table's rules were last changed.", UNIT_ONE},
	{NULL, "fault", "sabot_table_quarantined", "gauge",
	 "1: a fault of the program was found at the table.", UNIT_ONE},
	{"exposure", "rounds", "sabot_table_exposure_rounds", "gauge",
	 "Rounds since a load was last proven complete.", UNIT_ONE},
	{"exposure", "since_us", "sabot_table_proven_timestamp_seconds", "gauge",
	 "When a load was last proven complete.", UNIT_US},
};

static const struct family device_families[] = {
	{"device", "frames", "sabot_device_frames_total", "counter", "Whole frames read.",
	 UNIT_ONE},
	{"device", "garbage", "sabot_device_garbage_bytes_total", "counter",
	 "Bytes that are in no frame.", UNIT_ONE},
	{"device", "repeats", "sabot_device_repeats_total", "counter",
	 "Frames that repeat the one before.", UNIT_ONE},
	{"device", "lost", "sabot_device_lost_frames_total", "counter",
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

static const char *
get_string(const json_t *json, const char *key)
{
	const char *value = json_string_value(json_object_get(json, key));

	return value ? value : "";
}

static void
print_value(const json_t *value, enum unit unit)
{
	json_int_t number = json_is_true(value) ? 1 : json_integer_value(value);

	switch (unit) {
	case UNIT_ONE:
		printf(" %" JSON_INTEGER_FORMAT "\n", number);
		break;
	case UNIT_US:
		printf(" %" JSON_INTEGER_FORMAT ".%06d\n", number / G_USEC_PER_SEC,
		       (int)(number % G_USEC_PER_SEC));
		break;
	}
}

static void
print_daemon_family(const json_t *daemon, const struct family *family)
{
	print_head(family->name, family->type, family->help);
	fputs(family->name, stdout);
	print_value(json_object_get(daemon, family->key), family->unit);
}

/* A table that does not have the number has no sample. */
static void
print_table_family(const json_t *tables, const struct family *family)
{
	json_t *table;
	size_t i;

	print_head(family->name, family->type, family->help);
	json_array_foreach(tables, i, table) {
		const json_t *group = family->group ? json_object_get(table, family->group) : table;
		const json_t *value = json_object_get(group, family->key);

		if (!value)
			continue;
		fputs(family->name, stdout);
		print_label('{', "table", get_string(table, "table"));
		if (g_strcmp0(family->group, "device") == 0)
			print_label(',', "device", get_string(group, "name"));
		putchar('}');
		print_value(value, family->unit);
	}
}

static void
print_incidents(const json_t *tables)
{
	static const char name[] = "sabot_table_incidents";
	const char *code, *state;
	json_t *table, *states, *count;
	size_t i;

	print_head(name, "gauge", "Incidents of the last 500 of a log, by code and state.");
	json_array_foreach(tables, i, table) {
		json_object_foreach(json_object_get(table, "incidents"), code, states) {
			json_object_foreach(states, state, count) {
				fputs(name, stdout);
				print_label('{', "table", get_string(table, "table"));
				print_label(',', "code", code);
				print_label(',', "state", state);
				putchar('}');
				print_value(count, UNIT_ONE);
			}
		}
	}
}

/* One sample a state, 1 for the one that it is in. */
static void
print_device_states(const json_t *tables)
{
	static const char name[] = "sabot_device_state";
	json_t *table;
	size_t i;

	print_head(name, "gauge", "1: the device is in this state.");
	json_array_foreach(tables, i, table) {
		const json_t *device = json_object_get(table, "device");
		const char *is = get_string(device, "state");

		for (size_t s = 0; device && s < G_N_ELEMENTS(device_states); s++) {
			fputs(name, stdout);
			print_label('{', "table", get_string(table, "table"));
			print_label(',', "device", get_string(device, "name"));
			print_label(',', "state", device_states[s]);
			printf("} %d\n", strcmp(is, device_states[s]) == 0);
		}
	}
}

/* Each bucket counts what took its bound or less, so the classes are added up. */
static void
print_commits(const json_t *commits)
{
	static const char name[] = "sabot_commit_seconds";
	const json_t *bounds = json_object_get(commits, "bounds_us");
	json_int_t n_commits = 0;
	json_t *count;
	size_t i;

	print_head(name, "histogram", "Time from an event's step until it was recorded.");
	json_array_foreach(json_object_get(commits, "counts"), i, count) {
		json_int_t bound_us = json_integer_value(json_array_get(bounds, i));

		n_commits += json_integer_value(count);
		if (i < json_array_size(bounds))
			printf("%s_bucket{le=\"%d.%03d\"} %" JSON_INTEGER_FORMAT "\n", name,
			       (int)(bound_us / G_USEC_PER_SEC),
			       (int)(bound_us % G_USEC_PER_SEC / 1000), n_commits);
	}
	printf("%s_bucket{le=\"+Inf\"} %" JSON_INTEGER_FORMAT "\n%s_sum", name, n_commits, name);
	print_value(json_object_get(commits, "sum_us"), UNIT_US);
	printf("%s_count %" JSON_INTEGER_FORMAT "\n", name, n_commits);
}

static void
print_build(const json_t *daemon)
{
	static const char name[] = "sabot_build_info";

	print_head(name, "gauge", "1, with the daemon's version.");
	fputs(name, stdout);
	print_label('{', "version", get_string(daemon, "version"));
	puts("} 1");
}

static void
print_metrics(const json_t *answer)
{
	const json_t *daemon = json_object_get(answer, "daemon");
	const json_t *tables = json_object_get(answer, "tables");

	print_build(daemon);
	for (size_t i = 0; i < G_N_ELEMENTS(daemon_families); i++)
		print_daemon_family(daemon, &daemon_families[i]);
	print_commits(json_object_get(daemon, "commits"));
	for (size_t i = 0; i < G_N_ELEMENTS(table_families); i++)
		print_table_family(tables, &table_families[i]);
	print_incidents(tables);
	print_device_states(tables);
	for (size_t i = 0; i < G_N_ELEMENTS(device_families); i++)
		print_table_family(tables, &device_families[i]);
}

int
sabotctl_metrics(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	json_t *answer = NULL;

	if (sabotctl_options_parse(&options, NULL, argc, argv,
				   _("Numbers for a monitoring system, as Prometheus reads them.")))
		answer = sabotctl_ask_pages(&options, "metrics", "tables");
	if (answer && options.json) {
		json_dumpf(answer, stdout, JSON_COMPACT);
		putchar('\n');
	} else if (answer) {
		print_metrics(answer);
	}
	sabotctl_options_clear(&options);
	if (!answer)
		return SABOTCTL_FAILED;
	json_decref(answer);
	return SABOTCTL_OK;
}
