/*
 * Any bytes as an event log: the reader refuses it or gives events, and the table answers every
 * one of them. A step that finds its own invariants broken is a crash here, and so is a line of
 * output that is another as text than as a tree, or for clients than for an audit.
 */
#include "eventlog/derive.h"
#include "eventlog/log-reader.h"
#include "view/shown-lines.h"

#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
append_shown(const struct sabot_shown_line *line, void *lines)
{
	json_array_append(lines, line->json);
}

/* What clients get without a veil: in it an incident is a typed message first. */
static void
compare_shown(struct sabot_derive *derive, unsigned line, json_t *lines)
{
	json_t *shown = json_array();
	char *text, *as_shown;

	sabot_shown_lines_write(sabot_derive_last_update(derive), NULL, line, append_shown, shown);
	text = json_dumps(lines, 0);
	as_shown = json_dumps(shown, 0);
	if (g_strcmp0(text, as_shown) != 0)
		abort();
	free(text);
	free(as_shown);
	json_decref(shown);
}

static void
write_twice(struct sabot_derive *derive, unsigned line)
{
	json_t *lines = sabot_derive_write_lines(derive, line), *tree;
	g_autoptr(GString) text = g_string_new(NULL), of_trees = g_string_new(NULL);
	size_t i;

	sabot_derive_append_lines(derive, text, line);
	json_array_foreach(lines, i, tree) {
		char *of_tree = json_dumps(tree, JSON_ENSURE_ASCII);

		g_string_append_printf(of_trees, "%s\n", of_tree);
		free(of_tree);
	}
	if (!g_string_equal(text, of_trees))
		abort();
	compare_shown(derive, line, lines);
	json_decref(lines);
}

static void
apply(struct sabot_derive *derive, const struct sabot_event *event, unsigned line)
{
	if (sabot_derive_step(derive, event)->fault != NULL)
		abort();
	write_twice(derive, line);
}

static void
audit(struct sabot_log_reader *reader)
{
	struct sabot_log_header header;
	struct sabot_event event;
	char error[SABOT_LOG_ERROR_SIZE];

	if (!sabot_log_reader_header(reader, &header, error))
		return;
	struct sabot_derive *derive = sabot_derive_new(&header.rules, header.from_load,
						       header.from_round, header.from_incident);
	while (sabot_log_reader_next(reader, &event, NULL, error) == SABOT_LOG_EVENT)
		apply(derive, &event, sabot_log_reader_line(reader));
	if (sabot_derive_finish(derive)->fault != NULL)
		abort();
	write_twice(derive, sabot_log_reader_line(reader));
	json_decref(sabot_derive_summary(derive));
	sabot_derive_free(derive);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *file = size == 0 ? NULL : fmemopen((void *)(uintptr_t)data, size, "rb");

	if (file == NULL)
		return 0;
	struct sabot_log_reader *reader = sabot_log_reader_new(file, NULL);
	audit(reader);
	sabot_log_reader_free(reader);
	fclose(file);
	return 0;
}
