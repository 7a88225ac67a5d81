/*
 * `find`: finds rounds and events by their properties, latest first, page by page. Cards of a load
 * in the shoe match nothing: a hit would reveal them.
 */
#include "lookup-find.h"

#include "daemon/net/answer-page.h"
#include "eventlog/house-log.h"
#include "proto/wire-error.h"
#include "case/found.h"
#include "lookup-scope.h"
#include "proto/messages/log-requests.h"
#include "proto/rfc3339.h"
#include "store/log/log.h"
#include "text/refusal.h"

#include <string.h>

enum { FIND_MAX = 200, FIND_WORD_BYTES_MAX = 64 };

struct finding {
	const struct sabot_lookup *lookup;
	struct sabot_index_query query;
	GArray *scopes; /* of struct sabot_lookup_scope */
	int64_t house_id;
	int64_t limit, next;
	struct sabot_answer_page page;
};

static bool
read_card(const char *text, struct sabot_index_query *query, GError **error)
{
	query->has_card = text && sabot_card_parse(text, strlen(text), &query->card);
	return !text || query->has_card ||
	       sabot_lookup_refuse(SABOT_REFUSAL("card: is a card like 7H"), error);
}

static bool
read_times(const struct sabot_wire_find_request *args, struct sabot_index_query *query,
	   GError **error)
{
	return ((!args->since || sabot_time_parse(args->since, &query->since_us)) &&
		(!args->until || sabot_time_parse(args->until, &query->until_us))) ||
	       sabot_lookup_refuse(
		       SABOT_REFUSAL("since, until: are times like 2026-05-03T20:00:00Z"), error);
}

static bool
is_short(const char *word)
{
	return !word || strlen(word) <= FIND_WORD_BYTES_MAX;
}

static bool
read_words(const struct sabot_wire_find_request *args, struct sabot_index_query *query,
	   GError **error)
{
	query->lay = SABOT_LAY_ANY;
	query->person = args->person;
	query->code = args->code;
	if (args->at && !sabot_found_parse_lay(args->at, &query->lay))
		return sabot_lookup_refuse(
			SABOT_REFUSAL("at: is a box's number, punto, banca, dealer or aside"),
			error);
	if (!read_card(args->card, query, error) || !read_times(args, query, error))
		return false;
	return (is_short(args->person) && is_short(args->code)) ||
	       sabot_lookup_refuse(SABOT_REFUSAL("code, person: are short words"), error);
}

static void
read_numbers(const struct sabot_wire_find_request *args, struct finding *finding)
{
	struct sabot_index_query *query = &finding->query;

	query->load = args->load;
	query->round = args->round;
	query->incident = args->incident;
	query->before = args->before;
	query->has_amount = args->amount_minor >= 0;
	query->amount_minor = args->amount_minor;
	finding->limit = CLAMP(args->limit, 1, FIND_MAX);
}

static bool
read_query(struct finding *finding, struct sabot_book *book, GError **error)
{
	const struct sabot_wire_find_request *args = finding->lookup->args;
	struct sabot_index_query *query = &finding->query;
	struct sabot_lookup_scope scope = {0};

	query->db = book->db;
	read_numbers(args, finding);
	if (!read_words(args, query, error))
		return false;
	if (!args->table && (query->load || query->round || query->incident))
		return sabot_lookup_refuse(SABOT_REFUSAL("these numbers are a table's: name it"),
					   error);
	if (args->table &&
	    !sabot_lookup_see_table(book, finding->lookup, args->table, &scope, error))
		return false;
	query->log_id = scope.log_id;
	return true;
}

/* Collect all visible logs; a table without a log has nothing to find. */
static bool
collect_sights(struct finding *finding, struct sabot_book *book, GError **error)
{
	for (guint i = 0; i < finding->lookup->places->len; i++) {
		const struct sabot_lookup_source *place =
			g_ptr_array_index(finding->lookup->places, i);
		struct sabot_lookup_scope scope;
		g_autoptr(GError) failure = NULL;

		if (sabot_lookup_see(book, place, &scope, &failure)) {
			g_array_append_val(finding->scopes, scope);
		} else if (failure->domain != SABOT_WIRE_ERROR) {
			g_propagate_error(error, g_steal_pointer(&failure));
			return false;
		}
	}
	return sabot_log_get_id(book->db, SABOT_HOUSE_NAME, &finding->house_id, error);
}

static const struct sabot_lookup_scope *
get_scope(const struct finding *finding, int64_t log_id)
{
	for (guint i = 0; i < finding->scopes->len; i++) {
		const struct sabot_lookup_scope *scope =
			&g_array_index(finding->scopes, struct sabot_lookup_scope, i);

		if (scope->log_id == log_id)
			return scope;
	}
	return NULL;
}

/* The name of the log of a round or event, if the client may see it; else NULL. */
static const char *
get_name(const struct finding *finding, const struct sabot_index_round *round)
{
	const struct sabot_lookup_scope *scope = get_scope(finding, round->log_id);

	if (!scope)
		return round->log_id == finding->house_id && finding->lookup->sees_house
			       ? SABOT_HOUSE_NAME
			       : NULL;
	if (round->end_n > scope->place->last_n ||
	    (finding->query.has_card && scope->veiled_from_n &&
	     round->end_n >= scope->veiled_from_n))
		return NULL;
	return scope->place->table;
}

static bool
on_found(const struct sabot_index_round *round, void *data)
{
	struct finding *finding = data;
	const char *table = get_name(finding, round);

	if (!table)
		return true;
	if (finding->limit-- > 0 &&
	    sabot_answer_page_add(&finding->page, sabot_found_to_json(table, round))) {
		finding->next = round->place;
		return true;
	}
	finding->next = -finding->next; /* there is more */
	return false;
}

/* True if the search has a card and excludes loads for it. */
static bool
leaves_out(const struct finding *finding)
{
	for (guint i = 0; finding->query.has_card && i < finding->scopes->len; i++) {
		if (g_array_index(finding->scopes, struct sabot_lookup_scope, i).veiled_from_n)
			return true;
	}
	return false;
}

static json_t *
finish(struct finding *finding)
{
	json_t *ok = json_pack("{s:O}", "found", finding->page.list);

	if (finding->next < 0)
		json_object_set_new(ok, "next", json_integer(-finding->next));
	if (leaves_out(finding))
		json_object_set_new(ok, "veiled", json_true());
	return ok;
}

json_t *
sabot_lookup_find(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	struct finding finding = {
		.lookup = lookup,
		.scopes = g_array_new(FALSE, FALSE, sizeof(struct sabot_lookup_scope)),
	};
	json_t *ok = NULL;

	sabot_answer_page_init(&finding.page, SABOT_ANSWER_PAGE_BYTES_MAX);
	if (read_query(&finding, book, error) && collect_sights(&finding, book, error) &&
	    sabot_index_find(book->index, &finding.query, on_found, &finding, error))
		ok = finish(&finding);
	json_decref(finding.page.list);
	g_array_unref(finding.scopes);
	return ok;
}
