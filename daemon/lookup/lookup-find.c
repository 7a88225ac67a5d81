/*
 * `find`: rounds and events by what is known of them, the latest first, page by page. Of a load
 * that is in the shoe no card leads to anything: a hit would reveal it.
 */
#include "daemon/api/api-private.h"
#include "case/found.h"
#include "lookup-work.h"
#include "proto/rfc3339.h"
#include "store/log/log.h"

#include <string.h>

enum { FIND_DEFAULT = 50, FIND_MAX = 200, FIND_WORD_BYTES_MAX = 64 };

struct finding {
	const struct sabot_lookup *lookup;
	struct sabot_index_query query;
	GArray *scopes; /* of struct sabot_lookup_scope */
	int64_t house_id;
	int64_t limit, next;
	struct sabot_api_page page;
};

static bool
read_lay(const struct sabot_lookup *lookup, int *ret_lay, GError **error)
{
	const char *text = NULL;

	*ret_lay = SABOT_LAY_ANY;
	return sabot_lookup_get_string(lookup, "at", &text, error) &&
	       (!text || sabot_found_parse_lay(text, ret_lay) ||
		sabot_lookup_refuse("at: is a box's number, punto, banca, dealer or aside", error));
}

static bool
read_card(const struct sabot_lookup *lookup, struct sabot_index_query *query, GError **error)
{
	const char *text = NULL;

	if (!sabot_lookup_get_string(lookup, "card", &text, error))
		return false;
	query->has_card = text && sabot_card_parse(text, strlen(text), &query->card);
	return !text || query->has_card || sabot_lookup_refuse("card: is a card like 7H", error);
}

static bool
read_time(const struct sabot_lookup *lookup, const char *name, int64_t *ret_us, GError **error)
{
	const char *text = NULL;

	if (!sabot_lookup_get_string(lookup, name, &text, error))
		return false;
	return !text || sabot_time_parse(text, ret_us) ||
	       sabot_lookup_refuse("since, until: are times like 2026-05-03T20:00:00Z", error);
}

static bool
read_word(const struct sabot_lookup *lookup, const char *name, const char **ret_word,
	  GError **error)
{
	if (!sabot_lookup_get_string(lookup, name, ret_word, error))
		return false;
	return !*ret_word || strlen(*ret_word) <= FIND_WORD_BYTES_MAX ||
	       sabot_lookup_refuse("code, person: are short words", error);
}

static bool
read_numbers(const struct sabot_lookup *lookup, struct finding *finding, GError **error)
{
	struct sabot_index_query *query = &finding->query;
	int64_t amount = -1;

	if (!sabot_lookup_get_integer(lookup, "load", &query->load, error) ||
	    !sabot_lookup_get_integer(lookup, "round", &query->round, error) ||
	    !sabot_lookup_get_integer(lookup, "incident", &query->incident, error) ||
	    !sabot_lookup_get_integer(lookup, "amount", &amount, error) ||
	    !sabot_lookup_get_integer(lookup, "before", &query->before, error) ||
	    !sabot_lookup_get_integer(lookup, "limit", &finding->limit, error))
		return false;
	finding->limit = CLAMP(finding->limit, 1, FIND_MAX);
	query->has_amount = amount >= 0;
	query->amount_minor = amount;
	return true;
}

static bool
read_query(struct finding *finding, struct sabot_book *book, GError **error)
{
	const struct sabot_lookup *lookup = finding->lookup;
	struct sabot_index_query *query = &finding->query;
	struct sabot_lookup_scope scope = {0};
	bool has_table = json_object_get(lookup->args, "table") != NULL;

	query->db = book->db;
	if (!read_numbers(lookup, finding, error) || !read_lay(lookup, &query->lay, error) ||
	    !read_card(lookup, query, error) ||
	    !read_time(lookup, "since", &query->since_us, error) ||
	    !read_time(lookup, "until", &query->until_us, error) ||
	    !read_word(lookup, "person", &query->person, error) ||
	    !read_word(lookup, "code", &query->code, error))
		return false;
	if (!has_table && (query->load || query->round || query->incident))
		return sabot_lookup_refuse("these numbers are a table's: name it", error);
	if (has_table && !sabot_lookup_see_table(book, lookup, &scope, error))
		return false;
	query->log_id = scope.log_id;
	return true;
}

/* All logs that are in sight; a table without one has nothing to be found. */
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
get_sight(const struct finding *finding, int64_t log_id)
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
	const struct sabot_lookup_scope *scope = get_sight(finding, round->log_id);

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
	    sabot_api_page_add(&finding->page, sabot_found_to_json(table, round))) {
		finding->next = round->place;
		return true;
	}
	finding->next = -finding->next; /* there is more behind it */
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
		.limit = FIND_DEFAULT,
	};
	json_t *ok = NULL;

	sabot_api_page_init(&finding.page, API_LINE_BUDGET_BYTES);
	if (read_query(&finding, book, error) && collect_sights(&finding, book, error) &&
	    sabot_index_find(book->index, &finding.query, on_found, &finding, error))
		ok = finish(&finding);
	json_decref(finding.page.list);
	g_array_unref(finding.scopes);
	return ok;
}
