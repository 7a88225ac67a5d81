/*
 * Going backwards means going forwards from the load before: a load is replayed in some
 * milliseconds.
 */
#include "replay.h"
#include "proto/messages/log-messages.h"
#include "store/log/log.h"
#include "text/refusal.h"

#include "view/table-view.h"
#include "veiling.h"

struct sabot_replay {
	struct sabot_book *book; /* borrowed */
	struct sabot_playback *playback;
	json_t *event, *derived; /* at the head; NULL before the first */
	GPtrArray *incidents;    /* of struct sabot_incident_line: of these lines */
	int64_t at_us, named_n;
	struct sabot_veiling veiling;
};

struct sabot_replay *
sabot_replay_new(struct sabot_book *book, const char *table, GError **error)
{
	struct sabot_playback *playback = sabot_book_get_playback(book, table, error);
	struct sabot_replay *replay;

	if (!playback)
		return NULL;
	replay = g_new0(struct sabot_replay, 1);
	replay->book = book;
	replay->playback = playback;
	replay->incidents = g_ptr_array_new_with_free_func(sabot_record_unref);
	return replay;
}

void
sabot_replay_free(struct sabot_replay *replay)
{
	if (!replay)
		return;
	sabot_playback_free(replay->playback);
	json_decref(replay->event);
	json_decref(replay->derived);
	g_ptr_array_unref(replay->incidents);
	g_free(replay);
}

void
sabot_replay_veil(struct sabot_replay *replay, int64_t from_n)
{
	replay->veiling.from_n = from_n;
}

static bool
record_before(struct sabot_playback *playback, struct sabot_playback_event *event, void *data)
{
	struct sabot_replay *replay = data;

	(void)event;
	sabot_veiling_update(&replay->veiling, playback);
	return true;
}

static void
keep_line(const struct sabot_shown_line *line, void *data)
{
	struct sabot_replay *replay = data;

	json_array_append(replay->derived, line->json);
	if (line->incident)
		g_ptr_array_add(replay->incidents, sabot_record_ref((gpointer)line->incident));
}

static bool
keep(struct sabot_playback *playback, const struct sabot_playback_event *event, void *data)
{
	struct sabot_replay *replay = data;

	json_decref(replay->event);
	json_decref(replay->derived);
	g_ptr_array_set_size(replay->incidents, 0);
	replay->derived = json_array();
	replay->event = sabot_veiling_apply(&replay->veiling, playback, event, keep_line, replay);
	replay->at_us = event->record->at_us;
	replay->named_n = sabot_playback_named_n(playback, event);
	return true;
}

bool
sabot_replay_seek(struct sabot_replay *replay, int64_t n, GError **error)
{
	const struct sabot_playback_player player = {record_before, keep, replay};
	struct sabot_playback *playback = replay->playback;

	if (replay->event && playback->n == n)
		return true;
	if ((!replay->event || n < playback->n) && !sabot_playback_seek_before(playback, n, error))
		return false;
	if (!sabot_playback_play(playback, n + 1, &player, error))
		return false;
	if (playback->n == n)
		return true;
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    SABOT_REFUSAL("%s: there is no event %lld in this log"), playback->table,
		    (long long)n);
	return false;
}

const json_t *
sabot_replay_event(const struct sabot_replay *replay)
{
	return replay->event;
}

int64_t
sabot_replay_named_n(const struct sabot_replay *replay)
{
	return replay->named_n;
}

const json_t *
sabot_replay_shown(const struct sabot_replay *replay)
{
	return replay->derived;
}

const char *
sabot_replay_sentence(const struct sabot_replay *replay, int64_t incident)
{
	for (guint i = 0; i < replay->incidents->len; i++) {
		const struct sabot_incident_line *line = replay->incidents->pdata[i];

		if (line->id == incident)
			return line->text;
	}
	return NULL;
}

struct sabot_wire_view *
sabot_replay_view_of(const char *name, const struct sabot_playback *playback, int64_t at_us)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup(name);
	view->n = playback->n;
	view->at_us = at_us;
	view->is_saved = true;
	sabot_table_view_fill(view, sabot_playback_table(playback));
	return view;
}

struct sabot_wire_view *
sabot_replay_view(const struct sabot_replay *replay)
{
	return sabot_replay_view_of(replay->playback->table, replay->playback, replay->at_us);
}

/* One walk over a whole log. */
struct checking {
	struct sabot_replay_check *check;
	const char *table;
	unsigned rounds, incidents; /* after the event before */
};

static void
compare(struct checking *checking, int64_t n, const char *what, int64_t recorded, int64_t derived)
{
	if (recorded != derived)
		g_ptr_array_add(checking->check->faults,
				g_strdup_printf("event %" G_GINT64_FORMAT
						": %s: recorded %" G_GINT64_FORMAT
						", derived today %" G_GINT64_FORMAT,
						n, what, recorded, derived));
}

/* Nobody could speak of an incident that there was not. */
static void
check_named(struct checking *checking, int64_t n, const char *what, int64_t incident)
{
	if (incident > checking->incidents)
		compare(checking, n, what, incident, checking->incidents);
}

/* A part's row says what there was before it; the playback begins it with just that. */
static void
check_part(struct checking *checking, const struct sabot_log_record *record)
{
	const struct sabot_log_part *part = record->part;

	if (!part || checking->check->n_events == 0)
		return;
	compare(checking, record->n, "rounds before the part", part->from_round, checking->rounds);
	compare(checking, record->n, "incidents before the part", part->from_incident,
		checking->incidents);
}

static bool
check_before(struct sabot_playback *playback, struct sabot_playback_event *event, void *data)
{
	struct checking *checking = data;

	check_part(checking, event->record);
	checking->incidents = sabot_playback_table(playback)->n_incidents;
	checking->check->n_events++;
	if (event->event.type != SABOT_EVENT_RULING)
		return true;
	checking->check->n_rulings++;
	check_named(checking, event->record->n, "a ruling on incident",
		    event->event.u.ruling.incident);
	return true;
}

static void
check_load(struct checking *checking, const struct sabot_playback *playback,
	   const struct sabot_log_load *load)
{
	const struct sabot_table *table = sabot_playback_table(playback);
	const struct sabot_update *update = sabot_derive_last_update(playback->derive);
	unsigned n_own = 0;

	for (unsigned i = 0; i < update->n_outputs; i++)
		n_own += update->outputs[i].kind == SABOT_OUTPUT_INCIDENT &&
			 update->outputs[i].u.incident.load == table->load.number;
	checking->check->n_loads++;
	compare(checking, load->n, "the load's number", load->load, table->load.number);
	compare(checking, load->n, "rounds before the load", load->from_round,
		table->n_rounds - (table->round.open ? 1 : 0));
	compare(checking, load->n, "incidents before the load", load->from_incident,
		table->n_incidents - n_own);
}

static bool
check_after(struct sabot_playback *playback, const struct sabot_playback_event *event, void *data)
{
	struct checking *checking = data;

	if (event->record->load)
		check_load(checking, playback, event->record->load);
	checking->rounds = sabot_playback_table(playback)->n_rounds;
	checking->incidents = sabot_playback_table(playback)->n_incidents;
	return true;
}

/* What people did about incidents of this table. */
static bool
check_note(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct checking *checking = data;
	json_t *json = json_loads(record->line, 0, NULL);
	struct sabot_wire_house_line *line =
		json ? sabot_record_parse(&sabot_wire_house_line_type, json, NULL) : NULL;

	(void)hash;
	if (line && g_strcmp0(line->table, checking->table) == 0)
		check_named(checking, record->n, "the house log speaks of incident",
			    line->incident);
	sabot_record_unref(line);
	json_decref(json);
	return true;
}

static bool
check_house(struct sabot_db *db, struct checking *checking, GError **error)
{
	struct sabot_walk_range range = {.from_n = 1, .to_n = INT64_MAX};

	return sabot_log_get_id(db, "house", &range.log_id, error) &&
	       sabot_walk_log(db, &range, check_note, checking, error);
}

bool
sabot_replay_verify(struct sabot_book *book, const char *table,
		    struct sabot_replay_check *ret_check, GError **error)
{
	struct sabot_playback *playback;
	struct checking checking = {.check = ret_check, .table = table};
	const struct sabot_playback_player player = {check_before, check_after, &checking};
	int64_t first_n;
	bool is_played;

	*ret_check = (struct sabot_replay_check){
		.faults = g_ptr_array_new_with_free_func(g_free),
	};
	/* Without the index: it was made by the engine of today. */
	playback = sabot_playback_new(book->db, NULL, table, book->profiles_dir, error);
	is_played = playback &&
		    sabot_log_get_first_n(book->db, playback->log_id, &first_n, error) &&
		    sabot_playback_seek_part(playback, first_n, error) &&
		    sabot_playback_play(playback, INT64_MAX, &player, error) &&
		    check_house(book->db, &checking, error);
	sabot_playback_free(playback);
	return is_played;
}

/* Up to the event with which the load after it begins: that says what there was before. */
static bool
play_load(struct sabot_book *book, struct sabot_playback *playback, int64_t load,
	  struct checking *checking, GError **error)
{
	const struct sabot_playback_player player = {check_before, check_after, checking};
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load next;
	int64_t to_n = INT64_MAX;

	if (sabot_log_get_load(book->db, playback->table, load + 1, &next, &failure))
		to_n = next.n + 1;
	if (!failure)
		return sabot_playback_seek_load(playback, load, error) &&
		       sabot_playback_play(playback, to_n, &player, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_replay_verify_load(struct sabot_book *book, const char *table, int64_t load,
			 struct sabot_replay_check *ret_check, GError **error)
{
	struct sabot_playback *playback = sabot_book_get_playback(book, table, error);
	struct checking checking = {.check = ret_check, .table = table};
	bool is_played;

	*ret_check = (struct sabot_replay_check){
		.faults = g_ptr_array_new_with_free_func(g_free),
	};
	is_played = playback && play_load(book, playback, load, &checking, error);
	sabot_playback_free(playback);
	return is_played;
}

void
sabot_replay_check_clear(struct sabot_replay_check *check)
{
	g_clear_pointer(&check->faults, g_ptr_array_unref);
}

char *
sabot_replay_aside(const struct sabot_replay *replay, int64_t number)
{
	const struct sabot_table *table = sabot_playback_table(replay->playback);
	const struct sabot_round *round = table->round.open ? &table->round : &table->last;
	GString *words = g_string_new(NULL);

	for (int i = 0; round->number == number && i < round->n_cards; i++) {
		char name[SABOT_CARD_TEXT_SIZE];

		if (round->cards[i].owner == SABOT_OWNER_NONE)
			g_string_append_printf(words, "%s%s", words->len > 0 ? " " : "",
					       sabot_card_format(round->cards[i].card, name));
	}
	return g_string_free(words, FALSE);
}
