/*
 * How much work the engine does for an event, as a ratio: the time of stepping a log's events over
 * the time of copying the table once per event in the same run. Prints the input it measured.
 * usage: bench-step LOG [TIMES]
 */
#include "eventlog/derive.h"
#include "eventlog/log-reader.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static json_t *
read_events(FILE *file, struct sabot_log_header *header)
{
	char error[SABOT_LOG_ERROR_SIZE];
	struct sabot_log_reader *reader = sabot_log_reader_new(file, NULL);
	struct sabot_event event;
	const json_t *object;
	json_t *events = json_array();

	if (!sabot_log_reader_header(reader, header, error))
		g_error("%s", error);
	while (sabot_log_reader_next(reader, &event, &object, error) == SABOT_LOG_EVENT)
		json_array_append_new(events, json_deep_copy(object));
	sabot_log_reader_free(reader);
	return events;
}

static void
step_all(const struct sabot_rules *rules, const json_t *events, struct sabot_table *table)
{
	static struct sabot_update update;
	struct sabot_event_buffer buffer;
	struct sabot_event event;
	char error[SABOT_EVENT_ERROR_SIZE];
	size_t index;
	json_t *object;

	sabot_table_init(table, rules, 0, 0, 0);
	json_array_foreach((json_t *)events, index, object)
		if (sabot_event_from_json(object, rules->game, &buffer, &event, error))
			sabot_table_step(table, &event, &update);
}

int
main(int argc, char **argv)
{
	static struct sabot_table table, copy;
	struct sabot_log_header header;
	FILE *file = argc > 1 ? fopen(argv[1], "re") : NULL;
	int times = argc > 2 ? atoi(argv[2]) : 100;

	if (file == NULL || times < 1) {
		fprintf(stderr, "usage: bench-step LOG [TIMES]\n");
		return 2;
	}
	json_t *events = read_events(file, &header);
	size_t n_events = json_array_size(events);
	fclose(file);
	gint64 begin_us = g_get_monotonic_time();
	for (int i = 0; i < times; i++)
		step_all(&header.rules, events, &table);
	gint64 stepped_us = g_get_monotonic_time();
	for (size_t i = 0; i < n_events * (size_t)times; i++) {
		memcpy(&copy, &table, sizeof(copy));
		/* Nobody reads the copy: keep the compiler from dropping it. */
		__asm__ volatile("" : : "r"(&copy) : "memory");
	}
	gint64 copied_us = g_get_monotonic_time();
	printf("%s: %zu events of %s, %d times: a step costs %.2f copies of the table\n", argv[1],
	       n_events, header.rules.name, times,
	       (double)(stepped_us - begin_us) / (double)MAX(copied_us - stepped_us, 1));
	printf("a table is %zu bytes\n", sizeof(struct sabot_table));
	json_decref(events);
	return 0;
}
