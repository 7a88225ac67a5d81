/*
 * A story as text: a line of it is a time, its kind, what it says, and where it stands.
 */
#include "story.h"

#include "proto/log-wording.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <string.h>

enum { KIND_WIDTH = 9 };

char *
sabot_story_place_to_text(const json_t *line)
{
	const json_t *checkpoint = json_object_get(line, "checkpoint");
	GString *text = g_string_new(NULL);

	g_string_append_printf(text, "#%" JSON_INTEGER_FORMAT " seq %" JSON_INTEGER_FORMAT,
			       json_integer_value(json_object_get(line, "n")),
			       json_integer_value(json_object_get(line, "seq")));
	if (json_is_integer(checkpoint))
		g_string_append_printf(text, " ✓%" JSON_INTEGER_FORMAT,
				       json_integer_value(checkpoint));
	return g_string_free(text, FALSE);
}

/* An incident has a whole sentence. */
static char *
write_outcome(const json_t *told)
{
	const char *sentence = json_string_value(json_object_get(told, "text"));

	if (!sentence)
		return sabot_log_wording_outcome(told);
	return g_strdup_printf(_("INCIDENT %d: %s"),
			       (int)json_integer_value(json_object_get(told, "id")), sentence);
}

char *
sabot_story_line_to_text(const json_t *line)
{
	const json_t *event = json_object_get(line, "event");
	g_autofree char *what = NULL, *place = NULL;

	if (json_object_get(line, "line"))
		return write_outcome(json_object_get(line, "line"));
	if (json_object_get(line, "prompt"))
		return sabot_log_wording_shown(json_object_get(line, "prompt"));
	if (!event)
		return g_strdup(json_string_value(json_object_get(line, "bytes")));
	what = sabot_log_wording_event(event, sabot_log_wording_by(event));
	place = sabot_story_place_to_text(line);
	return g_strconcat(what, "  ", place, NULL);
}

static void
append_line(GString *text, const json_t *line)
{
	const char *kind = sabot_log_wording_kind(json_string_value(json_object_get(line, "kind")));
	const char *at = json_string_value(json_object_get(line, "at"));
	g_autofree char *words = sabot_story_line_to_text(line);
	int blanks = MAX(KIND_WIDTH - (int)g_utf8_strlen(kind, -1), 0);

	/* The time of day: the head has the day. */
	g_string_append_printf(text, "%-15.15s  %s%*s  %s\n", at && strlen(at) > 11 ? at + 11 : "",
			       kind, blanks, "", words);
}

char *
sabot_story_logged_in(const json_t *story)
{
	GString *persons = g_string_new(NULL);
	size_t index;
	json_t *person;

	json_array_foreach(json_object_get(story, "logged_in"), index, person)
		g_string_append_printf(persons, "%s%s", index > 0 ? ", " : "",
				       json_string_value(person));
	if (persons->len == 0)
		g_string_append(persons, _("nobody"));
	return g_string_free(persons, FALSE);
}

static void
append_head(GString *text, const json_t *story)
{
	char staked[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *persons = sabot_story_logged_in(story);
	g_autofree char *outcome =
		sabot_log_wording_result(json_string_value(json_object_get(story, "outcome")));

	g_string_append_printf(text, _("%s, load %d, round %d, %s: %s\n"),
			       json_string_value(json_object_get(story, "story")),
			       (int)json_integer_value(json_object_get(story, "load")),
			       (int)json_integer_value(json_object_get(story, "round")),
			       json_string_value(json_object_get(story, "at")), outcome);
	g_string_append_printf(
		text, _("staked %s, due %s; logged in: %s; times are UTC\n"),
		sabot_text_money(json_integer_value(json_object_get(story, "staked")), staked),
		sabot_text_money(json_integer_value(json_object_get(story, "due")), due), persons);
}

char *
sabot_story_to_text(const json_t *story)
{
	GString *text = g_string_new(NULL);
	const json_t *line;
	size_t index;

	append_head(text, story);
	json_array_foreach(json_object_get(story, "lines"), index, line)
		append_line(text, line);
	return g_string_free(text, FALSE);
}
