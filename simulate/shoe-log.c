/*
 * Deals a recorded event log again: its cards leave the shoe, the other events are sent to the
 * daemon. See shoe-log.h.
 */
#include "shoe-log.h"

#include "proto/messages/event-line.h"

#include <string.h>

static bool
refuse(GError **error, const char *path, unsigned line, const char *what)
{
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: line %u: %s", path, line,
		    what);
	return false;
}

/* One line of the log; the first is its header. */
static bool
read_line(struct shoe_table *table, const char *text, json_t **ret_event, char const **ret_why)
{
	json_error_t why;
	json_t *event = json_loads(text, JSON_REJECT_DUPLICATES, &why);
	struct sabot_event_line line;
	struct sabot_card card;

	*ret_why = "this is not one JSON object";
	if (!json_is_object(event)) {
		json_decref(event);
		return false;
	}
	sabot_event_line_read(event, &line);
	*ret_why = "card: this is no card";
	if (g_strcmp0(line.ev, "card") == 0 &&
	    (!line.card || !sabot_card_parse(line.card, strlen(line.card), &card))) {
		json_decref(event);
		return false;
	}
	*ret_event = event;
	/* A shoe alone only has cards to show; what the device said is its own to say. */
	if (!line.ev || line.ev[0] == '\0' || strcmp(line.ev, "device") == 0 ||
	    (!table->client && strcmp(line.ev, "card") != 0 && strcmp(line.ev, "cut_card") != 0))
		g_clear_pointer(ret_event, json_decref);
	return true;
}

bool
shoe_table_queue_log(struct shoe_table *table, const char *path, GError **error)
{
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	const char *why;

	if (!g_file_get_contents(path, &text, NULL, error))
		return false;
	lines = g_strsplit(text, "\n", -1);
	for (unsigned i = 0; lines[i]; i++) {
		json_t *event = NULL;

		if (g_strstrip(lines[i])[0] == '\0')
			continue;
		if (!read_line(table, lines[i], &event, &why))
			return refuse(error, path, i + 1, why);
		if (event)
			shoe_table_queue(table, event);
	}
	if (g_queue_is_empty(&table->todo))
		return refuse(error, path, 1, "there is no card in this log");
	return true;
}
