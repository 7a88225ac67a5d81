/*
 * The words for the log's events: what stands in it mostly has a sentence, the rest is told by the
 * log's own words.
 */
#include "gui/model/log-phrases.h"

#include "proto/rfc3339.h"
#include "proto/wording.h"
#include "text/money.h"
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

/* --- Fields ----------------------------------------------------------------------------------- */

static const char *
get_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int
get_number(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static char *
get_money(const json_t *object, const char *key)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];

	return g_strdup(sabot_text_money(json_integer_value(json_object_get(object, key)), buffer));
}

static char *
get_card(const json_t *object)
{
	const char *text = get_text(object, "card");
	struct sabot_card card;

	if (strcmp(text, "##") == 0)
		return g_strdup(C_("card", "hidden card"));
	return sabot_card_parse(text, strlen(text), &card) ? sabot_text_card(card) : g_strdup(text);
}

static gboolean
is_money(const char *key)
{
	static const char *const money[] = {"amount", "stake", "due", "paid", "commission", NULL};

	return g_strv_contains(money, key);
}

static void
append_value(GString *text, const char *key, const json_t *value)
{
	char money[SABOT_TEXT_MONEY_SIZE];
	char *dump;

	if (is_money(key) && json_is_integer(value)) {
		g_string_append(text, sabot_text_money(json_integer_value(value), money));
	} else if (json_is_string(value)) {
		g_string_append(text, json_string_value(value));
	} else {
		dump = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
		g_string_append(text, dump);
		free(dump);
	}
}

/* "limits: min 500, max 50000": in the log's own words. */
static char *
tell_fields(const char *word, const json_t *object)
{
	static const char *const left_out[] = {"at", "ev",     "out",  "src",  "sim", "by",
					       "n",  "second", "text", "line", NULL};
	GString *text = g_string_new(word);
	gboolean is_first = TRUE;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value) {
		if (g_strv_contains(left_out, key))
			continue;
		g_string_append_printf(text, "%s%s ", is_first ? ": " : ", ", key);
		append_value(text, key, value);
		is_first = FALSE;
	}
	return g_string_free(text, FALSE);
}

static const char *
name_bet(const char *word)
{
	const char *name = sabot_text_bet(sabot_bet_from_string(word));

	return *name ? name : word;
}

static const char *
name_winner(const char *word)
{
	enum sabot_winner winner;

	if (strcmp(word, "void") == 0)
		return C_("round", "void");
	return sabot_winner_from_string(word, &winner) ? sabot_text_winner(winner) : word;
}

/* --- Events ----------------------------------------------------------------------------------- */

static char *
tell_bet(const json_t *event)
{
	g_autofree char *amount = get_money(event, "amount");

	return g_strdup_printf(_("stake: box %d, %s on %s"), get_number(event, "box"), amount,
			       name_bet(get_text(event, "on")));
}

static char *
tell_paid(const json_t *event)
{
	g_autofree char *amount = get_money(event, "amount");

	return g_strdup_printf(_("paid: box %d, %s"), get_number(event, "box"), amount);
}

static char *
tell_card(const json_t *event)
{
	g_autofree char *card = get_card(event);

	return g_strdup_printf(_("card: %s"), card);
}

static char *
tell_action(const json_t *event)
{
	enum sabot_action action;
	const char *word = get_text(event, "do");

	return g_strdup_printf(_("box %d: %s"), get_number(event, "box"),
			       sabot_action_from_string(word, &action) ? sabot_text_action(action)
								       : word);
}

static char *
tell_ruling(const json_t *event)
{
	enum sabot_remedy remedy;
	const char *word = get_text(event, "remedy"), *note = get_text(event, "note");

	/* Translators: an incident's number, what was ruled, why (may be empty). */
	return g_strdup_printf(
		_("ruling on incident %d: %s %s"), get_number(event, "incident"),
		sabot_remedy_from_string(word, &remedy) ? sabot_text_remedy(remedy) : word, note);
}

static char *
tell_result(const json_t *event)
{
	(void)event;
	return g_strdup(_("result: the button was pressed"));
}

static char *
tell_no_more_bets(const json_t *event)
{
	(void)event;
	return g_strdup(_("no more bets"));
}

static char *
tell_what(const json_t *event)
{
	static const struct {
		const char *ev;
		char *(*tell)(const json_t *event);
	} known[] = {
		{"bet", tell_bet},
		{"paid", tell_paid},
		{"card", tell_card},
		{"action", tell_action},
		{"ruling", tell_ruling},
		{"result", tell_result},
		{"no_more_bets", tell_no_more_bets},
	};
	const char *ev = get_text(event, "ev");

	for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
		if (strcmp(known[i].ev, ev) == 0)
			return known[i].tell(event);
	}
	return tell_fields(ev, event);
}

char *
sabot_phrase_log_event(const json_t *event, SabotSession *session)
{
	gboolean is_login = strcmp(get_text(event, "ev"), "login") == 0;
	const char *by = get_text(event, is_login ? "person" : "by");
	g_autofree char *what = is_login ? g_strdup(_("log-in")) : tell_what(event);

	if (!*by)
		return g_steal_pointer(&what);
	/* Translators: what was said, and by whom. */
	return g_strdup_printf(_("%s (%s)"), what, sabot_session_get_name(session, by));
}

/* --- What followed ---------------------------------------------------------------------------- */

static char *
tell_incident(const json_t *line)
{
	const char *word = get_text(line, "code");
	enum sabot_incident_code code;

	return g_strdup_printf(_("INCIDENT %d: %s"), get_number(line, "id"),
			       sabot_incident_code_from_string(word, &code)
				       ? sabot_text_incident_name(code)
				       : word);
}

static char *
tell_round(const json_t *line)
{
	return g_strdup_printf(_("round %d: %s"), get_number(line, "round"),
			       name_winner(get_text(line, "winner")));
}

static char *
tell_settled(const json_t *line)
{
	g_autofree char *stake = get_money(line, "stake"), *due = get_money(line, "due");

	return g_strdup_printf(_("box %d, %s on %s: due %s"), get_number(line, "box"), stake,
			       name_bet(get_text(line, "on")), due);
}

char *
sabot_phrase_log_outcome(const json_t *line)
{
	const char *out = get_text(line, "out");

	if (strcmp(out, "incident") == 0)
		return tell_incident(line);
	if (strcmp(out, "round") == 0)
		return tell_round(line);
	if (strcmp(out, "settle") == 0)
		return tell_settled(line);
	return tell_fields(out, line);
}

/* --- Stories ---------------------------------------------------------------------------------- */

static char *
tell_shown(const json_t *json)
{
	struct sabot_wire_prompt *prompt =
		sabot_record_parse(&sabot_wire_prompt_type, (json_t *)json, NULL);
	g_autofree char *asked = NULL, *calls = NULL;

	if (!prompt)
		return g_strdup(get_text(json, "text"));
	asked = sabot_phrase_prompt(prompt);
	calls = sabot_phrase_calls(prompt);
	sabot_record_unref(prompt);
	if (!*calls)
		return g_steal_pointer(&asked);
	return g_strdup_printf("%s  %s", asked, calls);
}

const char *
sabot_phrase_story_kind(const char *kind)
{
	static const struct {
		const char *kind, *word;
	} kinds[] = {
		{"event", NC_("story", "event")},     {"house", NC_("story", "house")},
		{"frame", NC_("story", "frame")},     {"bytes", NC_("story", "bytes")},
		{"derived", NC_("story", "follows")}, {"shown", NC_("story", "asked")},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
		if (strcmp(kinds[i].kind, kind) == 0)
			return g_dpgettext2(NULL, "story", kinds[i].word);
	}
	return kind;
}

char *
sabot_phrase_story_line(const json_t *line, SabotSession *session)
{
	const char *kind = get_text(line, "kind");

	if (strcmp(kind, "event") == 0 || strcmp(kind, "house") == 0)
		return sabot_phrase_log_event(json_object_get(line, "event"), session);
	if (strcmp(kind, "derived") == 0)
		return sabot_phrase_log_outcome(json_object_get(line, "line"));
	if (strcmp(kind, "shown") == 0)
		return tell_shown(json_object_get(line, "prompt"));
	return g_strdup(get_text(line, "bytes"));
}

char *
sabot_phrase_found(const json_t *found)
{
	g_autofree char *at = sabot_phrase_log_time(get_text(found, "at"), TRUE);
	g_autofree char *staked = get_money(found, "staked"), *due = get_money(found, "due");

	if (!json_object_get(found, "round"))
		/* Translators: a time, a table, an event's kind. */
		return g_strdup_printf(C_("found", "%s  %s  %s"), at, get_text(found, "table"),
				       get_text(found, "ev"));
	/* Translators: a time, a table, numbers, who won, amounts. */
	return g_strdup_printf(_("%s  %s  round %d (load %d): %s, staked %s, due %s"), at,
			       get_text(found, "table"), get_number(found, "round"),
			       get_number(found, "load"), name_winner(get_text(found, "outcome")),
			       staked, due);
}

/* --- What if ---------------------------------------------------------------------------------- */

static const char *
outcome_of(const json_t *round)
{
	const char *winner = json_string_value(json_object_get(round, "winner"));

	if (!json_is_object(round))
		return _("not dealt");
	return winner ? name_winner(winner) : _("dealt otherwise");
}

static void
append_stake(GString *text, const json_t *stake)
{
	g_autofree char *before = get_money(stake, "before"), *after = get_money(stake, "after");

	g_string_append_printf(text, _("    box %d on %s: due %s instead of %s\n"),
			       get_number(stake, "box"), name_bet(get_text(stake, "on")), after,
			       before);
}

static void
append_change(GString *text, const json_t *change)
{
	g_autofree char *delta = get_money(change, "delta");
	size_t index;
	json_t *stake;

	if (!get_number(change, "round")) {
		g_string_append(text, _("Between rounds: other incidents.\n"));
		return;
	}
	g_string_append_printf(text, _("Round %d: %s instead of %s; due %s more\n"),
			       get_number(change, "round"),
			       outcome_of(json_object_get(change, "after")),
			       outcome_of(json_object_get(change, "before")), delta);
	json_array_foreach(json_object_get(change, "stakes"), index, stake)
		append_stake(text, stake);
}

char *
sabot_phrase_what_if(const json_t *ok)
{
	g_autofree char *before = get_money(ok, "due_before"), *due = get_money(ok, "due");
	GString *text = g_string_new(NULL);
	size_t index;
	json_t *change;

	if (json_array_size(json_object_get(ok, "changes")) == 0)
		g_string_append_printf(text, _("Nothing would differ: %d rounds, due %s."),
				       get_number(ok, "rounds"), before);
	else
		g_string_append_printf(text,
				       _("%d of %d rounds differ; due %s instead of %s in all.\n"),
				       get_number(ok, "changed"), get_number(ok, "rounds"), due,
				       before);
	json_array_foreach(json_object_get(ok, "changes"), index, change)
		append_change(text, change);
	return g_string_free(text, FALSE);
}
