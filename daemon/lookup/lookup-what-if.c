/*
 * `verify`: does the present engine derive what was recorded of a load? `what_if`: what rounds
 * would have resulted in with another ruling, reading or rules. Both play whole loads, so they
 * refuse a veiled load.
 */
#include "lookup-what-if.h"

#include "daemon/net/answer-page.h"
#include "proto/wire-error.h"
#include "case/replay.h"
#include "case/what-if.h"
#include "lookup-scope.h"
#include "proto/json-text.h"
#include "proto/messages/log-requests.h"
#include "proto/rfc3339.h"
#include "text/refusal.h"
#include "text/words.h"

#include <string.h>

enum { WHAT_IF_CHANGES_MAX = 32, WHAT_IF_TEXT_BYTES_MAX = 200 };

/* Find the load of a round, or of an incident's round. */
static bool
get_load(struct sabot_book *book, const struct sabot_lookup_scope *scope,
	 struct sabot_lookup_round name, int64_t *ret_load, GError **error)
{
	struct sabot_index_round round;

	if (!sabot_lookup_get_round(book, scope, name, &round, error))
		return false;
	*ret_load = round.load;
	return true;
}

static bool
check_veil(const struct sabot_lookup_scope *scope, int64_t load, GError **error)
{
	if (!scope->place->veiled_load || load < scope->place->veiled_load)
		return true;
	g_set_error_literal(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL("this load is still in the shoe: it is played when it is out"));
	return false;
}

static json_t *
build_check(const struct sabot_replay_check *check, int64_t load)
{
	struct sabot_answer_page page;

	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	for (guint i = 0; i < check->faults->len; i++) {
		if (!sabot_answer_page_add(&page, json_string(g_ptr_array_index(check->faults, i))))
			break;
	}
	return json_pack("{s:I, s:I, s:I, s:I, s:o}", "load", (json_int_t)load, "events",
			 (json_int_t)check->n_events, "rulings", (json_int_t)check->n_rulings,
			 "differ", (json_int_t)check->faults->len, "faults", page.list);
}

json_t *
sabot_lookup_verify(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	const struct sabot_wire_verify_request *args = lookup->args;
	const struct sabot_lookup_round name = {args->round, args->incident};
	struct sabot_lookup_scope scope;
	struct sabot_replay_check check = {0};
	json_t *ok = NULL;
	int64_t load = args->load;

	if (!sabot_lookup_see_table(book, lookup, args->table, &scope, error) ||
	    (!load && !get_load(book, &scope, name, &load, error)) ||
	    !check_veil(&scope, load, error))
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
read_rulings(const GPtrArray *given, GArray *rulings, GError **error)
{
	bool is_good = given->len <= WHAT_IF_CHANGES_MAX;

	for (guint i = 0; is_good && i < given->len; i++) {
		const struct sabot_record_text *text = g_ptr_array_index(given, i);
		struct sabot_what_if_ruling ruling;
		guint64 number;

		if (!sabot_remedy_from_string(text->text, &ruling.remedy))
			return refuse_remedy(error);
		is_good = g_ascii_string_to_unsigned(text->name, 10, 1, G_MAXUINT32, &number, NULL);
		if (!is_good)
			break;
		ruling.incident = (unsigned)number;
		g_array_append_val(rulings, ruling);
	}
	return is_good || sabot_lookup_refuse("rulings: are incidents with a remedy each", error);
}

/* `readings`: {"45210": "7H"}, by the seq of the card's event. */
static bool
read_readings(const GPtrArray *given, GArray *readings, GError **error)
{
	bool is_good = given->len <= WHAT_IF_CHANGES_MAX;

	for (guint i = 0; is_good && i < given->len; i++) {
		const struct sabot_record_text *text = g_ptr_array_index(given, i);
		struct sabot_what_if_reading reading;

		is_good = g_ascii_string_to_signed(text->name, 10, 1, G_MAXINT64, &reading.seq,
						   NULL) &&
			  sabot_card_parse(text->text, strlen(text->text), &reading.card);
		if (is_good)
			g_array_append_val(readings, reading);
	}
	return is_good || sabot_lookup_refuse("readings: are events with a card each", error);
}

/* `set`: {"commission": "4"}, as KEY=VALUE lines. */
static bool
read_set(const GPtrArray *given, GString *lines, GError **error)
{
	bool is_good = given->len <= WHAT_IF_CHANGES_MAX;

	for (guint i = 0; is_good && i < given->len; i++) {
		const struct sabot_record_text *rule = g_ptr_array_index(given, i);

		is_good = !strpbrk(rule->name, "=\n") && !strpbrk(rule->text, "\n") &&
			  strlen(rule->text) <= WHAT_IF_TEXT_BYTES_MAX;
		g_string_append_printf(lines, "%s=%s\n", rule->name, rule->text);
	}
	return is_good || sabot_lookup_refuse("set: are rules with a value each", error);
}

/* The load that is named, by itself or by a round or an incident of it. */
static bool
get_one_load(struct sabot_book *book, const struct sabot_wire_what_if_request *args,
	     const struct sabot_lookup_scope *scope, struct sabot_what_if_span *span,
	     GError **error)
{
	const struct sabot_lookup_round name = {args->round, args->incident};

	span->from_load = args->load;
	if (!args->load && !get_load(book, scope, name, &span->from_load, error))
		return false;
	span->to_load = span->from_load;
	return check_veil(scope, span->from_load, error);
}

/* The loads that began in a span of time, without the veiled one. */
static bool
get_loads(struct sabot_book *book, const struct sabot_wire_what_if_request *args,
	  const struct sabot_lookup_scope *scope, struct sabot_what_if_span *span, GError **error)
{
	int64_t from_us = 0, until_us = 0;

	if (!args->since)
		return get_one_load(book, args, scope, span, error);
	if (!args->until || !sabot_time_parse(args->since, &from_us) ||
	    !sabot_time_parse(args->until, &until_us))
		return sabot_lookup_refuse(
			SABOT_REFUSAL("since, until: are times like 2026-05-03T20:00:00Z"), error);
	if (!sabot_what_if_loads(book, from_us, until_us, span, error))
		return false;
	if (scope->place->veiled_load)
		span->to_load = MIN(span->to_load, scope->place->veiled_load - 1);
	return check_veil(scope, span->from_load, error);
}

static json_t *
build_result(const struct sabot_what_if_result *result, const struct sabot_what_if_span *span)
{
	struct sabot_answer_page page;
	size_t index;
	json_t *change, *object;

	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	json_array_foreach(result->difference.changes, index, change) {
		if (!sabot_answer_page_add(&page, json_incref(change)))
			break;
	}
	object = json_pack("{s:I, s:I, s:I, s:I}", "load", (json_int_t)span->from_load, "to_load",
			   (json_int_t)span->to_load, "rounds",
			   (json_int_t)result->difference.n_rounds, "changed",
			   (json_int_t)result->difference.n_changed);
	sabot_json_set_money(object, "due_before", result->difference.due_before_minor);
	sabot_json_set_money(object, "due", result->difference.due_minor);
	json_object_set_new(object, "changes", page.list);
	return object;
}

static json_t *
try_change(struct sabot_book *book, const struct sabot_lookup *lookup,
	   const struct sabot_what_if *change, GError **error)
{
	const struct sabot_wire_what_if_request *args = lookup->args;
	struct sabot_what_if_result result = {0};
	struct sabot_what_if_span span = {0};
	struct sabot_lookup_scope scope;
	json_t *ok = NULL;

	if (!sabot_lookup_see_table(book, lookup, args->table, &scope, error))
		return NULL;
	span.table = scope.place->table;
	if (!get_loads(book, args, &scope, &span, error))
		return NULL;
	if (sabot_what_if(book, &span, change, &result, error))
		ok = build_result(&result, &span);
	sabot_what_if_result_clear(&result);
	return ok;
}

json_t *
sabot_lookup_what_if(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	const struct sabot_wire_what_if_request *args = lookup->args;
	g_autoptr(GString) set = g_string_new(NULL);
	struct sabot_what_if change = {
		.rulings = g_array_new(FALSE, FALSE, sizeof(struct sabot_what_if_ruling)),
		.readings = g_array_new(FALSE, FALSE, sizeof(struct sabot_what_if_reading)),
		.profile = args->profile,
	};
	json_t *ok = NULL;

	if (read_rulings(args->rulings, change.rulings, error) &&
	    read_readings(args->readings, change.readings, error) &&
	    read_set(args->set, set, error)) {
		change.set = set->len > 0 ? set->str : NULL;
		ok = try_change(book, lookup, &change, error);
	}
	g_array_unref(change.rulings);
	g_array_unref(change.readings);
	return ok;
}
