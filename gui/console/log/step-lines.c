/* Lines of a step: see step-lines.h. */
#include "step-lines.h"

#include "proto/messages/derived-lines.h"
#include "proto/messages/event-line.h"
#include "proto/rfc3339.h"

gboolean
sabot_story_line_is_shown(const struct sabot_wire_story_line *line)
{
	if (g_str_equal(line->kind, "derived"))
		return sabot_derived_line_kind(line->line) != SABOT_DERIVED_SETTLE;
	return g_str_equal(line->kind, "event") || g_str_equal(line->kind, "house");
}

/* A line of the step in the form of a story's line. */
static struct sabot_wire_story_line *
line_new(const char *kind, json_t *event, json_t *line, int64_t at_us)
{
	struct sabot_wire_story_line *made = sabot_record_new(&sabot_wire_story_line_type);

	made->kind = g_strdup(kind);
	made->event = json_incref(event);
	made->line = json_incref(line);
	made->at_us = at_us;
	return made;
}

static void
show_if_worded(struct sabot_wire_story_line *line, sabot_show_line show, gpointer data)
{
	if (sabot_story_line_is_shown(line))
		show(line, data);
	sabot_record_unref(line);
}

void
sabot_step_lines(const struct sabot_wire_replay *replay, sabot_show_line show, gpointer data)
{
	struct sabot_event_line event;
	int64_t at_us = SABOT_TIME_NONE;
	struct sabot_wire_story_line *said;
	json_t *line;
	size_t i;

	sabot_event_line_read(replay->event, &event);
	if (event.at && !sabot_time_parse(event.at, &at_us))
		at_us = SABOT_TIME_NONE;
	said = line_new("event", replay->event, NULL, at_us);
	said->named_n = replay->named_n;
	show_if_worded(said, show, data);
	json_array_foreach(replay->out, i, line)
		show_if_worded(line_new("derived", NULL, line, at_us), show, data);
}
