/*
 * The log as this console shows it: with the names of persons and its own time. What events say is
 * in proto/log-wording.h.
 */
#include "log-phrases.h"

#include "proto/json-text.h"
#include "proto/log-wording.h"
#include "proto/rfc3339.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- Times ------------------------------------------------------------------------------------ */

char *
sabot_phrase_log_time(const char *at, gboolean has_day)
{
	g_autoptr(GDateTime) utc = NULL, here = NULL;
	int64_t at_us;

	if (!at || !sabot_time_parse(at, &at_us))
		return g_strdup("–");
	utc = g_date_time_new_from_unix_utc(at_us / G_USEC_PER_SEC);
	here = g_date_time_to_local(utc);
	return g_date_time_format(here, has_day ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S");
}

char *
sabot_log_time_parse(const char *text)
{
	static const char rest[] = "0000-00-00 00:00:00";
	g_autofree char *typed = g_strstrip(g_strdup(text)), *whole = NULL;
	g_autoptr(GTimeZone) here = g_time_zone_new_local();
	g_autoptr(GDateTime) time = NULL;
	gsize length = strlen(typed);

	if (length != strlen("0000-00-00") && length != strlen("0000-00-00 00:00") &&
	    length != strlen(rest))
		return NULL;
	whole = g_strconcat(typed, rest + length, NULL);
	whole[strlen("0000-00-00")] = 'T';
	time = g_date_time_new_from_iso8601(whole, here);
	return time ? sabot_time_format(g_date_time_to_unix(time) * G_USEC_PER_SEC) : NULL;
}

/* --- Stories ---------------------------------------------------------------------------------- */

char *
sabot_phrase_log_event(const json_t *event, SabotSession *session)
{
	const char *by = sabot_log_wording_by(event);

	return sabot_log_wording_event(event, by ? sabot_session_get_name(session, by) : NULL);
}

char *
sabot_phrase_story_line(const json_t *line, SabotSession *session)
{
	const char *kind = sabot_json_text(line, "kind");

	if (strcmp(kind, "event") == 0 || strcmp(kind, "house") == 0)
		return sabot_phrase_log_event(json_object_get(line, "event"), session);
	if (strcmp(kind, "derived") == 0)
		return sabot_log_wording_outcome(json_object_get(line, "line"));
	if (strcmp(kind, "shown") == 0)
		return sabot_log_wording_shown(json_object_get(line, "prompt"));
	return g_strdup(sabot_json_text(line, "bytes"));
}

char *
sabot_phrase_found(const json_t *found)
{
	g_autofree char *at = sabot_phrase_log_time(sabot_json_text(found, "at"), TRUE);
	g_autofree char *result = sabot_log_wording_result(sabot_json_text(found, "outcome"));
	g_autofree char *staked = sabot_json_money(found, "staked"),
			*due = sabot_json_money(found, "due");

	if (!json_object_get(found, "round"))
		/* Translators: a time, a table, an event's kind. */
		return g_strdup_printf(C_("found", "%s  %s  %s"), at,
				       sabot_json_text(found, "table"),
				       sabot_json_text(found, "ev"));
	/* Translators: a time, a table, numbers, who won, amounts. */
	return g_strdup_printf(_("%s  %s  round %d (load %d): %s, staked %s, due %s"), at,
			       sabot_json_text(found, "table"), sabot_json_number(found, "round"),
			       sabot_json_number(found, "load"), result, staked, due);
}

/* --- What if ---------------------------------------------------------------------------------- */

static void
append_stake(GString *text, const json_t *stake)
{
	g_autofree char *before = sabot_json_money(stake, "before"),
			*after = sabot_json_money(stake, "after");

	g_string_append_printf(text, _("    box %d on %s: due %s instead of %s\n"),
			       sabot_json_number(stake, "box"),
			       sabot_log_wording_bet(sabot_json_text(stake, "on")), after, before);
}

static void
append_change(GString *text, const json_t *change)
{
	g_autofree char *told = sabot_log_wording_change(change);
	size_t index;
	json_t *stake;

	g_string_append_printf(text, "%s\n", told);
	json_array_foreach(json_object_get(change, "stakes"), index, stake)
		append_stake(text, stake);
}

char *
sabot_phrase_what_if(const json_t *ok)
{
	g_autofree char *before = sabot_json_money(ok, "due_before"),
			*due = sabot_json_money(ok, "due");
	GString *text = g_string_new(NULL);
	size_t index;
	json_t *change;

	if (json_array_size(json_object_get(ok, "changes")) == 0)
		g_string_append_printf(text, _("Nothing would differ: %d rounds, due %s."),
				       sabot_json_number(ok, "rounds"), before);
	else
		g_string_append_printf(text,
				       _("%d of %d rounds differ; due %s instead of %s in all.\n"),
				       sabot_json_number(ok, "changed"),
				       sabot_json_number(ok, "rounds"), due, before);
	json_array_foreach(json_object_get(ok, "changes"), index, change)
		append_change(text, change);
	return g_string_free(text, FALSE);
}
