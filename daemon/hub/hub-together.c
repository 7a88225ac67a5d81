/*
 * Questions about all daemons: who is asked what, and how far a search has come. How their answers
 * become one is in hub-merge.h.
 */
#include "hub-desk-private.h"
#include "hub-cursor.h"

#include "hub-file.h"
#include "proto/messages/hub-requests.h"
#include "proto/messages/log-requests.h"
#include "text/refusal.h"

#include <string.h>

enum {
	TOGETHER_PATIENCE_MS = 8000,
	TOGETHER_REPORT_PATIENCE_MS = 120 * 1000,
	TOGETHER_FINDS_MAX = 200,
};

/* A question that waits. */
struct together {
	const struct sabot_hub_merge_kind *kind;
	char *format;       /* of a report; or NULL */
	int64_t from;       /* of a page of a list */
	int64_t limit;      /* of what is to be found */
	GHashTable *before; /* likewise: as in a cursor */
	json_t *missing;    /* likewise; or NULL */
};

static GHashTable *
before_new(void)
{
	return g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

static GHashTable *
copy_before(GHashTable *before)
{
	GHashTable *copy = before_new();
	GHashTableIter iter;
	gpointer upstream, place;

	g_hash_table_iter_init(&iter, before);
	while (g_hash_table_iter_next(&iter, &upstream, &place))
		g_hash_table_insert(copy, upstream, g_memdup2(place, sizeof(int64_t)));
	return copy;
}

static void
free_together(gpointer data)
{
	struct together *together = data;

	g_free(together->format);
	g_clear_pointer(&together->before, g_hash_table_unref);
	json_decref(together->missing);
	g_free(together);
}

/* --- The answer ------------------------------------------------------------------------------- */

static json_t *
finish_finds(struct sabot_hub_relay *relay, const GPtrArray *answers)
{
	struct together *together = relay->data;
	json_t *missing = sabot_hub_merge_missing(answers);
	json_t *ok =
		sabot_hub_merge_finds(relay->desk->hub, answers, together->limit, together->before);

	sabot_hub_merge_say(ok, answers, together->missing);
	if (together->missing)
		json_array_extend(missing, together->missing);
	if (g_hash_table_size(together->before) > 0)
		json_object_set_new(ok, "next",
				    json_integer(sabot_hub_cursor_add(relay->desk->cursors,
								      together->before, missing)));
	json_decref(missing);
	return ok;
}

static json_t *
finish_list(const struct sabot_hub_relay *relay, const GPtrArray *answers)
{
	const struct together *together = relay->data;
	json_t *all = sabot_hub_merge_list(relay->desk->hub, answers, together->kind);
	json_t *ok = sabot_hub_merge_page(all, together->kind->list, together->from);

	json_decref(all);
	sabot_hub_merge_say(ok, answers, NULL);
	return ok;
}

static json_t *
finish_report(const struct sabot_hub_relay *relay, const GPtrArray *answers, GError **error)
{
	const struct together *together = relay->data;
	g_autoptr(GBytes) all = sabot_hub_file_join(answers, together->format, error);
	json_t *ok;

	if (!all || !relay->peer)
		return NULL;
	ok = sabot_hub_file_keep(relay->desk->joined, relay->peer, all);
	sabot_hub_merge_say(ok, answers, NULL);
	return ok;
}

static json_t *
finish_each(const GPtrArray *answers)
{
	json_t *ok = sabot_hub_merge_each(answers);

	sabot_hub_merge_say(ok, answers, NULL);
	return ok;
}

static json_t *
finish_counts(const GPtrArray *answers)
{
	json_t *ok = sabot_hub_merge_counts(answers);

	sabot_hub_merge_say(ok, answers, NULL);
	return ok;
}

static json_t *
put_together(struct sabot_hub_relay *relay, const GPtrArray *answers, GError **error)
{
	const struct together *together = relay->data;

	sabot_hub_merge_check(answers, together->kind->type);
	if (!sabot_hub_merge_any(answers, error))
		return NULL;
	switch (together->kind->merging) {
	case SABOT_HUB_MERGE_FINDS:
		return finish_finds(relay, answers);
	case SABOT_HUB_MERGE_COUNTS:
		return finish_counts(answers);
	case SABOT_HUB_MERGE_LIST:
		return finish_list(relay, answers);
	case SABOT_HUB_MERGE_EACH:
		return finish_each(answers);
	case SABOT_HUB_MERGE_REPORT:
		return finish_report(relay, answers, error);
	}
	return NULL;
}

static void
on_all_answered(const GPtrArray *answers, void *data)
{
	struct sabot_hub_relay *relay = data;
	g_autoptr(GError) error = NULL;
	json_t *ok;

	if (!answers)
		return;
	ok = put_together(relay, answers, &error);
	sabot_hub_relay_answer(relay, ok, error);
}

/* --- The question ----------------------------------------------------------------------------- */

/* `data` is the relay, which is there for as long as anything is asked. */
static void
on_request(const struct sabot_upstream *upstream, const char *verb, json_t *args,
	   sabot_client_reply_fn *fn, gpointer reply_data, void *data)
{
	struct sabot_hub_relay *relay = data;

	sabot_hub_send(relay->desk, relay->peer, upstream,
		       &(struct sabot_hub_sending){verb, args, fn, reply_data});
}

/* Of a report some tables: those of this daemon. False: it has none of them. */
static bool
keep_own_tables(const struct sabot_hub *hub, const struct sabot_upstream *upstream,
		const struct sabot_wire_report_request *report, json_t *args)
{
	json_t *own = json_array();

	for (guint i = 0; i < report->tables->len; i++) {
		const char *table = g_ptr_array_index(report->tables, i);

		if (sabot_hub_find_owner(hub, table) == upstream)
			json_array_append_new(own, json_string(table));
	}
	json_object_set(args, "tables", own);
	json_decref(own);
	return json_array_size(own) > 0;
}

static void
free_json(gpointer json)
{
	json_decref(json);
}

/* What this daemon is asked; NULL: nothing. New reference. */
static json_t *
build_args(const struct sabot_hub *hub, const struct together *together,
	   const struct sabot_wire_request *request, const struct sabot_upstream *upstream)
{
	json_t *args = sabot_hub_narrow(request->args, upstream, NULL);
	const struct sabot_wire_report_request *report = request->record;
	const int64_t *before =
		together->before ? g_hash_table_lookup(together->before, upstream) : NULL;
	bool is_asked = args != NULL;

	switch (together->kind->merging) {
	case SABOT_HUB_MERGE_FINDS:
		is_asked = is_asked && before;
		if (is_asked)
			json_object_set_new(args, "before", json_integer(*before));
		break;
	case SABOT_HUB_MERGE_LIST:
		json_object_del(args, "from");
		break;
	case SABOT_HUB_MERGE_REPORT:
		is_asked = is_asked && (report->tables->len == 0 ||
					keep_own_tables(hub, upstream, report, args));
		break;
	case SABOT_HUB_MERGE_COUNTS:
	case SABOT_HUB_MERGE_EACH:
		break;
	}
	if (is_asked)
		return args;
	json_decref(args);
	return NULL;
}

static GHashTable *
build_all_args(const struct sabot_hub *hub, const struct together *together,
	       const struct sabot_wire_request *request)
{
	const GPtrArray *upstreams = sabot_hub_get_upstreams(hub);
	GHashTable *all = g_hash_table_new_full(NULL, NULL, NULL, free_json);

	for (guint i = 0; i < upstreams->len; i++) {
		struct sabot_upstream *upstream = g_ptr_array_index(upstreams, i);
		json_t *args = build_args(hub, together, request, upstream);

		if (args)
			g_hash_table_insert(all, upstream, args);
	}
	return all;
}

/* All from the latest on, or where an earlier page ended. */
static bool
read_find(struct sabot_hub_desk *desk, struct together *together,
	  const struct sabot_wire_find_request *find, GError **error)
{
	const GPtrArray *upstreams = sabot_hub_get_upstreams(desk->hub);
	const struct sabot_hub_cursor *cursor =
		find->before ? sabot_hub_cursor_find(desk->cursors, find->before) : NULL;

	together->limit = CLAMP(find->limit, 1, TOGETHER_FINDS_MAX);
	if (cursor) {
		together->before = copy_before(cursor->before);
		together->missing = json_incref(cursor->missing);
		return true;
	}
	if (find->before) {
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			SABOT_REFUSAL(
				"before: this search is not remembered any more: begin it again"));
		return false;
	}
	together->before = before_new();
	for (guint i = 0; i < upstreams->len; i++)
		g_hash_table_insert(together->before, g_ptr_array_index(upstreams, i),
				    g_new0(int64_t, 1));
	return true;
}

static bool
read_report(struct together *together, const struct sabot_wire_report_request *report,
	    GError **error)
{
	together->format = g_strdup(report->format);
	if (sabot_hub_file_can_join(report->format))
		return true;
	g_set_error(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		SABOT_REFUSAL(
			"format: %.20s is of one daemon: name it with \"upstream\", or take text, "
			"csv or json"),
		report->format);
	return false;
}

static bool
read_question(struct sabot_hub_desk *desk, struct together *together,
	      const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_floor_page_request *page;

	switch (together->kind->merging) {
	case SABOT_HUB_MERGE_FINDS:
		return read_find(desk, together, request->record, error);
	case SABOT_HUB_MERGE_REPORT:
		return read_report(together, request->record, error);
	case SABOT_HUB_MERGE_LIST:
		page = sabot_record_parse_lenient(&sabot_wire_floor_page_request_type,
						  request->args);
		together->from = page->from;
		sabot_record_unref((gpointer)page);
		break;
	case SABOT_HUB_MERGE_COUNTS:
	case SABOT_HUB_MERGE_EACH:
		break;
	}
	return true;
}

bool
sabot_hub_request_together(struct sabot_hub_desk *desk, struct sabot_peer *peer,
			   const struct sabot_wire_request *request,
			   const struct sabot_hub_merge_kind *kind, GError **error)
{
	bool is_report = kind->merging == SABOT_HUB_MERGE_REPORT;
	struct together *together = g_new0(struct together, 1);
	g_autoptr(GHashTable) args = NULL;
	struct sabot_hub_relay *relay;

	together->kind = kind;
	if (!read_question(desk, together, request, error)) {
		free_together(together);
		return false;
	}
	args = build_all_args(desk->hub, together, request);
	relay = sabot_hub_relay_new(desk, peer, request);
	relay->data = together;
	relay->free_data = free_together;
	sabot_hub_gather(desk->gathers, desk->hub,
			 &(struct sabot_hub_question){
				 .verb = kind->verb,
				 .list = kind->list,
				 .is_file = is_report,
				 .patience_ms = is_report ? TOGETHER_REPORT_PATIENCE_MS
							  : TOGETHER_PATIENCE_MS,
				 .args = args,
				 .ask = on_request,
				 .ask_data = relay,
			 },
			 on_all_answered, relay);
	return true;
}
