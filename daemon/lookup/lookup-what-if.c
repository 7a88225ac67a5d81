/*
 * `verify`: does the engine of today come to what was recorded of a load? `what_if`: what would
 * have come of rounds under another ruling, reading or rules. Both play whole loads, so a load that
 * is veiled is not for them.
 */
#include "daemon/api/api-private.h"
#include "case/replay.h"
#include "case/what-if.h"
#include "lookup-work.h"
#include "proto/rfc3339.h"
#include "text/words.h"

#include <string.h>

enum { WHAT_IF_CHANGES_MAX = 32, WHAT_IF_TEXT_BYTES_MAX = 200 };

/* The load that is named itself, or by a round or an incident of it. */
static bool
get_load(struct sabot_book *book, const struct sabot_lookup *lookup,
	 const struct sabot_lookup_scope *scope, int64_t *ret_load, GError **error)
{
	struct sabot_index_round round;

	*ret_load = 0;
	if (!sabot_lookup_get_integer(lookup, "load", ret_load, error))
		return false;
	if (*ret_load)
		return true;
	if (!sabot_lookup_get_round(book, lookup, scope, &round, error))
		return false;
	*ret_load = round.load;
	return true;
}

static bool
check_veil(const struct sabot_lookup_scope *scope, int64_t load, GError **error)
{
	if (!scope->place->veiled_load || load < scope->place->veiled_load)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    "this load is still in the shoe: it is played when it is out");
	return false;
}

static json_t *
build_check(const struct sabot_replay_check *check, int64_t load)
{
	struct sabot_api_page page;

	sabot_api_page_init(&page, API_LINE_BUDGET_BYTES);
	for (guint i = 0; i < check->faults->len; i++) {
		if (!sabot_api_page_add(&page, json_string(g_ptr_array_index(check->faults, i))))
			break;
	}
	return json_pack("{s:I, s:I, s:I, s:I, s:o}", "load", (json_int_t)load, "events",
			 (json_int_t)check->n_events, "rulings", (json_int_t)check->n_rulings,
			 "differ", (json_int_t)check->faults->len, "faults", page.list);
}

json_t *
sabot_lookup_verify(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	struct sabot_lookup_scope scope;
	struct sabot_replay_check check = {0};
	json_t *ok = NULL;
	int64_t load;

	if (!sabot_lookup_see_table(book, lookup, &scope, error) ||
	    !get_load(book, lookup, &scope, &load, error) || !check_veil(&scope, load, error))
		return NULL;
	if (sabot_replay_verify_load(book, scope.place->table, load, &check, error))
		ok = build_check(&check, load);
	sabot_replay_check_clear(&check);
	return ok;
}

/* `rulings`: {"18": "void_round"}. */
static bool
refuse_remedy(GError **error)
{
	g_autofree char *known = sabot_text_list_remedies(), *what = NULL;

	what = g_strdup_printf("rulings: there is no such remedy; there are: %s", known);
	return sabot_lookup_refuse(what, error);
}

static bool
read_rulings(const struct sabot_lookup *lookup, GArray *rulings, GError **error)
{
	json_t *given = json_object_get(lookup->args, "rulings"), *remedy;
	const char *incident;

	if (given && (!json_is_object(given) || json_object_size(given) > WHAT_IF_CHANGES_MAX))
		return sabot_lookup_refuse("rulings: are incidents with a remedy each", error);
	json_object_foreach(given, incident, remedy) {
		struct sabot_what_if_ruling ruling;
		guint64 number;

		if (json_is_string(remedy) &&
		    !sabot_remedy_from_string(json_string_value(remedy), &ruling.remedy))
			return refuse_remedy(error);
		if (!g_ascii_string_to_unsigned(incident, 10, 1, G_MAXUINT32, &number, NULL) ||
		    !json_is_string(remedy))
			return sabot_lookup_refuse("rulings: are incidents with a remedy each",
						   error);
		ruling.incident = (unsigned)number;
		g_array_append_val(rulings, ruling);
	}
	return true;
}

/* `readings`: {"45210": "7H"}, by the seq of the card's event. */
static bool
read_readings(const struct sabot_lookup *lookup, GArray *readings, GError **error)
{
	json_t *given = json_object_get(lookup->args, "readings"), *card;
	const char *seq;

	if (given && (!json_is_object(given) || json_object_size(given) > WHAT_IF_CHANGES_MAX))
		return sabot_lookup_refuse("readings: are events with a card each", error);
	json_object_foreach(given, seq, card) {
		struct sabot_what_if_reading reading;
		const char *text = json_is_string(card) ? json_string_value(card) : "";

		if (!g_ascii_string_to_signed(seq, 10, 1, G_MAXINT64, &reading.seq, NULL) ||
		    !sabot_card_parse(text, strlen(text), &reading.card))
			return sabot_lookup_refuse("readings: are events with a card each", error);
		g_array_append_val(readings, reading);
	}
	return true;
}

/* `set`: {"commission": "4"}, as KEY=VALUE lines. */
static bool
read_set(const struct sabot_lookup *lookup, GString *lines, GError **error)
{
	json_t *given = json_object_get(lookup->args, "set"), *value;
	const char *key;

	if (given && (!json_is_object(given) || json_object_size(given) > WHAT_IF_CHANGES_MAX))
		return sabot_lookup_refuse("set: are rules with a value each", error);
	json_object_foreach(given, key, value) {
		const char *text = json_is_string(value) ? json_string_value(value) : "\n";

		if (strpbrk(key, "=\n") || strpbrk(text, "\n") ||
		    strlen(text) > WHAT_IF_TEXT_BYTES_MAX)
			return sabot_lookup_refuse("set: are rules with a value each", error);
		g_string_append_printf(lines, "%s=%s\n", key, text);
	}
	return true;
}

/* The loads that began in a time, without the one that is veiled. */
static bool
get_loads(struct sabot_book *book, const struct sabot_lookup *lookup,
	  const struct sabot_lookup_scope *scope, struct sabot_what_if_span *span, GError **error)
{
	const char *since = NULL, *until = NULL;
	int64_t from_us = 0, until_us = 0;

	if (!sabot_lookup_get_string(lookup, "since", &since, error) ||
	    !sabot_lookup_get_string(lookup, "until", &until, error))
		return false;
	if (!since) {
		if (!get_load(book, lookup, scope, &span->from_load, error))
			return false;
		span->to_load = span->from_load;
		return check_veil(scope, span->from_load, error);
	}
	if (!until || !sabot_time_parse(since, &from_us) || !sabot_time_parse(until, &until_us))
		return sabot_lookup_refuse("since, until: are times like 2026-05-03T20:00:00Z",
					   error);
	if (!sabot_what_if_loads(book, from_us, until_us, span, error))
		return false;
	if (scope->place->veiled_load)
		span->to_load = MIN(span->to_load, scope->place->veiled_load - 1);
	return check_veil(scope, span->from_load, error);
}

static json_t *
build_result(const struct sabot_what_if_result *result, const struct sabot_what_if_span *span)
{
	struct sabot_api_page page;
	size_t index;
	json_t *change;

	sabot_api_page_init(&page, API_LINE_BUDGET_BYTES);
	json_array_foreach(result->changes, index, change) {
		if (!sabot_api_page_add(&page, json_incref(change)))
			break;
	}
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "load", (json_int_t)span->from_load,
			 "to_load", (json_int_t)span->to_load, "rounds",
			 (json_int_t)result->n_rounds, "changed", (json_int_t)result->n_changed,
			 "due_before", (json_int_t)result->due_before_minor, "due",
			 (json_int_t)result->due_minor, "changes", page.list);
}

static json_t *
try_change(struct sabot_book *book, const struct sabot_lookup *lookup,
	   const struct sabot_what_if *change, GError **error)
{
	struct sabot_what_if_result result = {0};
	struct sabot_what_if_span span = {0};
	struct sabot_lookup_scope scope;
	json_t *ok = NULL;

	if (!sabot_lookup_see_table(book, lookup, &scope, error))
		return NULL;
	span.table = scope.place->table;
	if (!get_loads(book, lookup, &scope, &span, error))
		return NULL;
	if (sabot_what_if(book, &span, change, &result, error))
		ok = build_result(&result, &span);
	sabot_what_if_result_clear(&result);
	return ok;
}

json_t *
sabot_lookup_what_if(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	g_autoptr(GString) set = g_string_new(NULL);
	struct sabot_what_if change = {
		.rulings = g_array_new(FALSE, FALSE, sizeof(struct sabot_what_if_ruling)),
		.readings = g_array_new(FALSE, FALSE, sizeof(struct sabot_what_if_reading)),
	};
	json_t *ok = NULL;

	if (sabot_lookup_get_string(lookup, "profile", &change.profile, error) &&
	    read_rulings(lookup, change.rulings, error) &&
	    read_readings(lookup, change.readings, error) && read_set(lookup, set, error)) {
		change.set = set->len > 0 ? set->str : NULL;
		ok = try_change(book, lookup, &change, error);
	}
	g_array_unref(change.rulings);
	g_array_unref(change.readings);
	return ok;
}
