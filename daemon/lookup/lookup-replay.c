/*
 * `story`: a round line by line. `replay`: a table as its screens showed it after an event.
 */
#include "lookup-replay.h"

#include "daemon/net/answer-page.h"
#include "proto/message.h"
#include "case/replay.h"
#include "case/story.h"
#include "lookup-scope.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/log-requests.h"
#include "store/log/log.h"
#include "text/refusal.h"

#include <string.h>

/* A line of the house log is sent to clients that see its table, or the house. */
static bool
may_show(const struct sabot_lookup *lookup, const char *table,
	 const struct sabot_wire_story_line *line)
{
	g_autofree char *about = NULL;

	if (strcmp(line->kind, "house") != 0 || lookup->sees_house)
		return true;
	about = line->event ? sabot_wire_house_line_table(line->event) : NULL;
	return g_strcmp0(about, table) == 0;
}

/* Cut the story to the lines from the requested one on, as many as fit. */
static void
cut_page(const struct sabot_lookup *lookup, json_t *story, int64_t from)
{
	struct sabot_wire_story *read = sabot_story_read(story);
	json_t *lines = sabot_wire_page_items(story, "lines");
	struct sabot_answer_page page;
	int64_t next = 0;

	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	for (int64_t i = MAX(from, 0); read && i < (int64_t)read->lines->len; i++) {
		json_t *line = json_array_get(lines, (size_t)i);

		if (!may_show(lookup, read->table, g_ptr_array_index(read->lines, (guint)i)))
			continue;
		if (!sabot_answer_page_add(&page, json_incref(line)) &&
		    json_array_size(page.list) > 0) {
			next = i;
			break;
		}
	}
	sabot_record_unref(read);
	json_object_set_new(story, "lines", page.list);
	if (next)
		json_object_set_new(story, "next", json_integer(next));
	if (!lookup->sees_house)
		json_object_del(story, "logged_in");
}

json_t *
sabot_lookup_story(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	const struct sabot_wire_story_request *args = lookup->args;
	const struct sabot_lookup_round name = {args->round, args->incident};
	struct sabot_lookup_scope scope;
	struct sabot_index_round round;
	struct sabot_story_journal journal;
	json_t *story;

	if (!sabot_lookup_see_table(book, lookup, args->table, &scope, error) ||
	    !sabot_lookup_get_round(book, &scope, name, &round, error))
		return NULL;
	if (round.end_n > scope.place->last_n) {
		sabot_lookup_refuse(SABOT_REFUSAL("round: it is not over yet"), error);
		return NULL;
	}
	story = sabot_story_write_limited(book, scope.place->table, &round,
					  &(struct sabot_story_limits){scope.veiled_from_n, NULL},
					  error);
	if (!story)
		return NULL;
	if ((scope.veiled_from_n == 0 || round.end_n < scope.veiled_from_n) &&
	    sabot_lookup_get_journal(lookup, &journal))
		sabot_story_add_bytes(story, &round, &journal, NULL);
	cut_page(lookup, story, args->from);
	return story;
}

/* Find a load's first event. */
static bool
get_load(struct sabot_book *book, const struct sabot_lookup_scope *scope, int64_t load,
	 int64_t *ret_n, GError **error)
{
	struct sabot_log_range range;

	if (!sabot_book_get_load(book, scope->place->table, load, &range, error))
		return false;
	*ret_n = range.from_n;
	return true;
}

/*
 * Find the requested event: by number, as the first of a load or a round, or where an incident was
 * raised.
 */
static bool
get_event(struct sabot_book *book, const struct sabot_wire_replay_request *args,
	  const struct sabot_lookup_scope *scope, int64_t *ret_n, GError **error)
{
	const struct sabot_lookup_round name = {args->round, args->incident};
	struct sabot_index_incident incident;
	struct sabot_index_round round;
	g_autoptr(GError) failure = NULL;

	*ret_n = args->n;
	if (*ret_n)
		return true;
	if (!args->incident && args->load != SABOT_WIRE_NO_NUMBER)
		return get_load(book, scope, args->load, ret_n, error);
	if (!args->incident) {
		bool is_found = sabot_lookup_get_round(book, scope, name, &round, error);

		*ret_n = is_found ? round.n : 0;
		return is_found;
	}
	if (sabot_index_get_incident(book->index, scope->log_id, args->incident, &incident,
				     &failure)) {
		*ret_n = incident.n;
		return true;
	}
	if (!failure)
		return sabot_lookup_refuse(SABOT_REFUSAL("incident: there is none of that number"),
					   error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

/* Add the range of events of its load, unless the load began before this log. */
static void
add_load(struct sabot_book *book, const struct sabot_lookup_scope *scope, int64_t load,
	 json_t *seen)
{
	struct sabot_log_range range;

	if (load == 0 || !sabot_book_get_load(book, scope->place->table, load, &range, NULL))
		return;
	json_object_set_new(seen, "load_n", json_integer(range.from_n));
	json_object_set_new(seen, "load_end_n",
			    json_integer(MIN(range.to_n - 1, scope->place->last_n)));
}

/* Add the position of the next incident, if the log has one. */
static void
add_next_incident(struct sabot_book *book, const struct sabot_lookup_scope *scope, int64_t n,
		  json_t *seen)
{
	int64_t next_n;

	if (sabot_index_get_incident_after(book->index, scope->log_id, n, &next_n, NULL) &&
	    next_n > 0 && next_n <= scope->place->last_n)
		json_object_set_new(seen, "next_incident_n", json_integer(next_n));
}

static json_t *
build_seen(struct sabot_book *book, struct sabot_replay *replay,
	   const struct sabot_lookup_scope *scope, int64_t n)
{
	struct sabot_wire_view *view = sabot_replay_view(replay);
	json_t *seen = json_pack("{s:I, s:I, s:O, s:O, s:o}", "n", (json_int_t)n, "last_n",
				 (json_int_t)scope->place->last_n, "event",
				 sabot_replay_event(replay), "out", sabot_replay_shown(replay),
				 "view", sabot_record_build(&sabot_wire_view_type, view));

	if (sabot_replay_named_n(replay) > 0)
		json_object_set_new(seen, "named_n", json_integer(sabot_replay_named_n(replay)));
	add_load(book, scope, view->load, seen);
	add_next_incident(book, scope, n, seen);
	sabot_record_unref(view);
	return seen;
}

json_t *
sabot_lookup_replay(struct sabot_book *book, const struct sabot_lookup *lookup, GError **error)
{
	const struct sabot_wire_replay_request *args = lookup->args;
	struct sabot_lookup_scope scope;
	struct sabot_replay *replay;
	json_t *seen = NULL;
	int64_t n;

	if (!sabot_lookup_see_table(book, lookup, args->table, &scope, error) ||
	    !get_event(book, args, &scope, &n, error))
		return NULL;
	if (n < 1 || n > scope.place->last_n) {
		sabot_lookup_refuse("n: the table's log has no such event", error);
		return NULL;
	}
	replay = sabot_replay_new(book, scope.place->table, error);
	if (!replay)
		return NULL;
	sabot_replay_veil(replay, scope.veiled_from_n);
	if (sabot_replay_seek(replay, n, error))
		seen = build_seen(book, replay, &scope, n);
	sabot_replay_free(replay);
	return seen;
}
