/* A story as text: a line has a time, its kind, its text, and its position. */
#include "story-text.h"

#include "proto/wording/log-outcome.h"
#include "proto/wording/log-wording.h"
#include "proto/messages/log-messages.h"
#include "proto/rfc3339.h"
#include "text/money.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <string.h>

enum { KIND_WIDTH = 9 };

char *
sabot_story_position_to_text(const struct sabot_wire_story_line *line)
{
	GString *text = g_string_new(NULL);

	g_string_append_printf(text, "#%" G_GINT64_FORMAT " seq %" G_GINT64_FORMAT, line->n,
			       line->seq);
	if (line->checkpoint)
		g_string_append_printf(text, " ✓%" G_GINT64_FORMAT, line->checkpoint);
	return g_string_free(text, FALSE);
}

/* An incident has a whole sentence. */
static char *
write_outcome(json_t *derived)
{
	struct sabot_wire_log_line *line =
		sabot_record_parse(&sabot_wire_log_line_type, derived, NULL);
	char *text = line && line->text ? sabot_log_outcome_incident(derived, line->text)
					: sabot_log_outcome_line(derived);

	sabot_record_unref(line);
	return text;
}

char *
sabot_story_line_to_text(const struct sabot_wire_story_line *line)
{
	g_autofree char *what = NULL, *place = NULL;

	if (line->line)
		return write_outcome(line->line);
	if (line->prompt)
		return sabot_log_wording_shown(line->prompt);
	if (!line->event)
		return g_strdup(line->bytes);
	what = sabot_log_wording_event(line->event, sabot_log_wording_by(line->event),
				       sabot_log_wording_second(line->event), line->named_n);
	place = sabot_story_position_to_text(line);
	return g_strconcat(what, "  ", place, NULL);
}

static void
append_line(GString *text, const struct sabot_wire_story_line *line)
{
	const char *kind = sabot_log_wording_kind(line->kind);
	g_autofree char *at = sabot_time_format(line->at_us);
	g_autofree char *said = sabot_story_line_to_text(line);
	g_autofree char *words = sabot_text_escape(said);
	int blanks = MAX(KIND_WIDTH - (int)g_utf8_strlen(kind, -1), 0);

	/* The time of day: the head has the day. */
	g_string_append_printf(text, "%-15.15s  %s%*s  %s\n", strlen(at) > 11 ? at + 11 : "", kind,
			       blanks, "", words);
}

/* Transferred. */
static char *
list_logged_in(const struct sabot_wire_story *story)
{
	GString *persons = g_string_new(NULL);

	for (guint i = 0; i < story->logged_in->len; i++)
		g_string_append_printf(persons, "%s%s", i > 0 ? ", " : "",
				       (char *)g_ptr_array_index(story->logged_in, i));
	if (persons->len == 0)
		g_string_append(persons, _("nobody"));
	return g_string_free(persons, FALSE);
}

static void
append_head(GString *text, const struct sabot_wire_story *story)
{
	char staked[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];
	g_autofree char *persons = list_logged_in(story);
	g_autofree char *outcome = sabot_log_wording_result(story->outcome ? story->outcome : "");
	g_autofree char *at = sabot_time_format(story->at_us);

	g_string_append_printf(text, _("%s, load %d, round %d, %s: %s\n"), story->table,
			       (int)story->load, (int)story->round, at, outcome);
	g_string_append_printf(text, _("staked %s, due %s; logged in: %s; times are UTC\n"),
			       sabot_text_money(story->staked_minor, staked),
			       sabot_text_money(story->due_minor, due), persons);
}

char *
sabot_story_to_text(const struct sabot_wire_story *story)
{
	GString *text = g_string_new(NULL);

	append_head(text, story);
	for (guint i = 0; i < story->lines->len; i++)
		append_line(text, g_ptr_array_index(story->lines, i));
	return g_string_free(text, FALSE);
}
