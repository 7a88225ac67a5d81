/*
 * The log as this console shows it: with persons' names and local time. The texts of events are in
 * proto/wording/log-wording.h.
 */
#include "log-phrases.h"

#include "proto/wording/log-outcome.h"
#include "proto/wording/log-wording.h"
#include "proto/rfc3339.h"
#include "text/money.h"
#include "text/words.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- Times ------------------------------------------------------------------------------------ */

char *
sabot_phrase_log_time(int64_t at_us, gboolean has_day)
{
	g_autoptr(GDateTime) utc = NULL, here = NULL;

	if (at_us == SABOT_TIME_NONE)
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
sabot_phrase_log_event(const json_t *event, int64_t named_n, SabotSession *session)
{
	const char *by = sabot_log_wording_by(event), *second = sabot_log_wording_second(event);
	g_autofree char *first_name = by ? g_strdup(sabot_session_get_name(session, by)) : NULL;

	return sabot_log_wording_event(event, first_name,
				       second ? sabot_session_get_name(session, second) : NULL,
				       named_n);
}

char *
sabot_phrase_story_line(const struct sabot_wire_story_line *line, SabotSession *session)
{
	if (strcmp(line->kind, "event") == 0 || strcmp(line->kind, "house") == 0)
		return sabot_phrase_log_event(line->event, line->named_n, session);
	if (strcmp(line->kind, "derived") == 0)
		return sabot_log_outcome_line(line->line);
	if (strcmp(line->kind, "shown") == 0)
		return sabot_log_wording_shown(line->prompt);
	return g_strdup(line->bytes ? line->bytes : "");
}

char *
sabot_phrase_found(const struct sabot_wire_found *found)
{
	g_autofree char *at = sabot_phrase_log_time(found->at_us, TRUE);
	g_autofree char *result = sabot_log_wording_result(found->outcome ? found->outcome : "");
	char staked[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];

	if (!found->round)
		/* Translators: a time, a table, an event's kind. */
		return g_strdup_printf(C_("found", "%s  %s  %s"), at, found->table,
				       found->ev ? found->ev : "");
	/* Translators: a time, a table, numbers, who won, amounts. */
	return g_strdup_printf(_("%s  %s  round %d (load %d): %s, staked %s, due %s"), at,
			       found->table, (int)found->round, (int)found->load, result,
			       sabot_text_money(found->staked_minor, staked),
			       sabot_text_money(found->due_minor, due));
}

/* --- What if ---------------------------------------------------------------------------------- */

static void
append_stake(GString *text, const struct sabot_wire_changed_stake *stake)
{
	char before[SABOT_TEXT_MONEY_SIZE], after[SABOT_TEXT_MONEY_SIZE];

	g_string_append_printf(text, _("    box %d on %s: due %s instead of %s\n"), (int)stake->box,
			       sabot_log_wording_bet(stake->on ? stake->on : ""),
			       sabot_text_money(stake->after_minor, after),
			       sabot_text_money(stake->before_minor, before));
}

static void
append_change(GString *text, const struct sabot_wire_change *change)
{
	g_autofree char *sentence = sabot_log_outcome_change(change);

	g_string_append_printf(text, "%s\n", sentence);
	for (guint i = 0; i < change->stakes->len; i++)
		append_stake(text, g_ptr_array_index(change->stakes, i));
}

char *
sabot_phrase_what_if(const struct sabot_wire_what_if *answer)
{
	char before[SABOT_TEXT_MONEY_SIZE], due[SABOT_TEXT_MONEY_SIZE];
	g_autoptr(GPtrArray) changes =
		answer->changes
			? sabot_record_list_parse(&sabot_wire_change_type, answer->changes, NULL)
			: NULL;
	GString *text = g_string_new(NULL);

	sabot_text_money(answer->due_before_minor, before);
	if (!changes || changes->len == 0)
		g_string_append_printf(text, _("Nothing would differ: %d rounds, due %s."),
				       (int)answer->rounds, before);
	else
		g_string_append_printf(text,
				       _("%d of %d rounds differ; due %s instead of %s in all.\n"),
				       (int)answer->changed, (int)answer->rounds,
				       sabot_text_money(answer->due_minor, due), before);
	for (guint i = 0; changes && i < changes->len; i++)
		append_change(text, g_ptr_array_index(changes, i));
	return g_string_free(text, FALSE);
}
