/*
 * A story as text: a line of it is a time, where it stands, and what it says. The words of events
 * are the log's own.
 */
#include "story.h"

#include "proto/log-wording.h"
#include "text/money.h"

#include <glib/gi18n.h>
#include <string.h>

/* "bet box 3 on punto amount 10.00": a word, then the fields as they are. */
static void
append_fields(GString *text, const char *word, const json_t *object)
{
	const char *key;
	json_t *value;

	g_string_append(text, word ? word : "?");
	json_object_foreach((json_t *)object, key, value) {
		if (!sabot_log_wording_has(key))
			continue;
		g_string_append_printf(text, " %s ", key);
		sabot_log_wording_append_value(text, key, value);
	}
}

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

static void
append_event(GString *text, const json_t *line)
{
	const json_t *event = json_object_get(line, "event");
	const char *by = json_string_value(json_object_get(event, "by"));
	g_autofree char *place = sabot_story_place_to_text(line);

	append_fields(text, json_string_value(json_object_get(event, "ev")), event);
	if (by)
		g_string_append_printf(text, " (%s)", by);
	g_string_append_printf(text, "  %s", place);
}

/* An incident has a sentence; what is settled, fields. */
static void
append_derived(GString *text, const json_t *line)
{
	const json_t *told = json_object_get(line, "line");
	const char *sentence = json_string_value(json_object_get(told, "text"));

	if (sentence)
		g_string_append_printf(text, "! %s", sentence);
	else
		append_fields(text, json_string_value(json_object_get(told, "out")), told);
}

/* What the dealer was asked, and what he was to say. */
static void
append_shown(GString *text, const json_t *line)
{
	const json_t *prompt = json_object_get(line, "prompt");
	const char *sentence = json_string_value(json_object_get(prompt, "text"));
	const json_t *calls = json_object_get(prompt, "calls"), *call;
	size_t index;

	g_string_append_printf(text, "[%s]", sentence ? sentence : "");
	json_array_foreach((json_t *)calls, index, call) {
		const char *said = json_string_value(json_object_get(call, "text"));

		if (said)
			g_string_append_printf(text, " “%s”", said);
	}
}

char *
sabot_story_line_to_text(const json_t *line)
{
	const char *kind = json_string_value(json_object_get(line, "kind"));
	GString *text = g_string_new(NULL);

	if (strcmp(kind, "event") == 0 || strcmp(kind, "house") == 0)
		append_event(text, line);
	else if (strcmp(kind, "derived") == 0)
		append_derived(text, line);
	else if (strcmp(kind, "shown") == 0)
		append_shown(text, line);
	else
		g_string_append(text, json_string_value(json_object_get(line, "bytes")));
	return g_string_free(text, FALSE);
}

static void
append_line(GString *text, const json_t *line)
{
	const char *kind = json_string_value(json_object_get(line, "kind"));
	const char *at = json_string_value(json_object_get(line, "at"));
	g_autofree char *words = sabot_story_line_to_text(line);

	/* The time of day: the head has the day. */
	g_string_append_printf(text, "%-15.15s  %-7s  %s\n", at && strlen(at) > 11 ? at + 11 : "",
			       kind, words);
}

static void
append_head(GString *text, const json_t *story)
{
	const json_t *logged_in = json_object_get(story, "logged_in"), *person;
	char staked[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];
	g_autoptr(GString) persons = g_string_new(NULL);
	size_t index;

	json_array_foreach((json_t *)logged_in, index, person)
		g_string_append_printf(persons, "%s%s", index > 0 ? ", " : "",
				       json_string_value(person));
	g_string_append_printf(text, _("%s, load %d, round %d, %s: %s\n"),
			       json_string_value(json_object_get(story, "story")),
			       (int)json_integer_value(json_object_get(story, "load")),
			       (int)json_integer_value(json_object_get(story, "round")),
			       json_string_value(json_object_get(story, "at")),
			       json_string_value(json_object_get(story, "outcome")));
	g_string_append_printf(
		text, _("staked %s, due %s; logged in: %s\n"),
		sabot_text_money(json_integer_value(json_object_get(story, "staked")), staked),
		sabot_text_money(json_integer_value(json_object_get(story, "due")), due),
		persons->len > 0 ? persons->str : _("nobody"));
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
