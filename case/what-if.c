/*
 * Each load is replayed twice: as it was recorded, and with the change. The log's rulings use the
 * log's incident numbers; if the change shifts these, the rulings are renumbered.
 */
#include "what-if.h"
#include "incident-match.h"
#include "proto/messages/event-line.h"
#include "store/log/log.h"
#include "text/refusal.h"

#include <string.h>

/* One of the two times. */
struct playing {
	const struct sabot_what_if *change; /* NULL: as recorded */
	GHashTable *answered;               /* incidents that a ruling of the log answers in time */
	struct sabot_incident_match *match; /* their numbers, of both */
	GHashTable *applied;                /* rulings and readings that came to their place */
	struct sabot_kept_rounds *kept;
};

/* The change's ruling on an incident, or NULL. */
static const struct sabot_what_if_ruling *
find_ruling(const struct playing *playing, unsigned incident)
{
	for (guint i = 0; playing->change && i < playing->change->rulings->len; i++) {
		const struct sabot_what_if_ruling *ruling =
			&g_array_index(playing->change->rulings, struct sabot_what_if_ruling, i);

		if (ruling->incident == incident)
			return ruling;
	}
	return NULL;
}

static void
change_reading(struct playing *playing, struct sabot_playback_event *event)
{
	for (guint i = 0; i < playing->change->readings->len; i++) {
		const struct sabot_what_if_reading *reading =
			&g_array_index(playing->change->readings, struct sabot_what_if_reading, i);

		if (reading->seq != event->record->seq || event->event.type != SABOT_EVENT_CARD)
			continue;
		event->event.card = reading->card;
		event->event.has_card = true;
		g_hash_table_add(playing->applied, (gpointer)reading);
	}
}

/* What a ruling on the incident says can still be done in its round. */
static bool
is_in_time(const struct sabot_table *table, unsigned incident)
{
	const struct sabot_kept_incident *kept =
		table ? sabot_table_find_kept(table, incident) : NULL;

	return kept &&
	       (kept->round == 0 || (table->round.open && table->round.number == kept->round) ||
		(table->rulings_open && table->last.number == kept->round));
}

/* It goes by the numbers of the log; one on an incident that is not raised now says nothing. */
static void
change_ruling(struct playing *playing, struct sabot_event *event)
{
	unsigned recorded = event->u.ruling.incident;
	unsigned changed = sabot_incident_match_changed(playing->match, recorded);
	const struct sabot_what_if_ruling *ruling = find_ruling(playing, recorded);
	bool is_answered = g_hash_table_contains(playing->answered, GUINT_TO_POINTER(recorded));

	/* A ruling that came too late to change its round is given in time instead. */
	if (changed == 0 || (ruling && !is_answered)) {
		*event = (struct sabot_event){
			.type = SABOT_EVENT_STAFF, .line = event->line, .at_us = event->at_us};
		return;
	}
	event->u.ruling.incident = changed;
	if (!ruling)
		return;
	event->u.ruling.remedy = ruling->remedy;
	g_hash_table_add(playing->applied, (gpointer)ruling);
}

static bool
change_event(struct sabot_playback *playback, struct sabot_playback_event *event, void *data)
{
	struct playing *playing = data;
	bool is_ruling = event->event.type == SABOT_EVENT_RULING;

	if (playing->change) {
		change_reading(playing, event);
		if (is_ruling)
			change_ruling(playing, &event->event);
	} else if (is_ruling &&
		   is_in_time(sabot_playback_table(playback), event->event.u.ruling.incident)) {
		g_hash_table_add(playing->answered,
				 GUINT_TO_POINTER(event->event.u.ruling.incident));
	}
	return true;
}

static void
rule(struct playing *playing, struct sabot_playback *playback,
     const struct sabot_what_if_ruling *ruling)
{
	/* On the line of the event before it: those after it keep theirs. */
	struct sabot_event event = {
		.type = SABOT_EVENT_RULING,
		.line = sabot_playback_table(playback)->last_line,
		.hand = SABOT_HAND_IN_TURN,
		.at_us = SABOT_TIME_NONE,
	};

	event.u.ruling.incident = sabot_incident_match_changed(playing->match, ruling->incident);
	event.u.ruling.remedy = ruling->remedy;
	sabot_derive_step(playback->derive, &event);
	g_hash_table_add(playing->applied, (gpointer)ruling);
	sabot_kept_rounds_keep(playing->kept, sabot_derive_last_update(playback->derive));
}

/* An incident that nobody ruled on in time is ruled on as soon as it is raised. */
static void
answer(struct playing *playing, struct sabot_playback *playback, const GArray *raised)
{
	for (guint i = 0; i < raised->len; i++) {
		unsigned recorded = sabot_incident_match_recorded(
			playing->match, g_array_index(raised, unsigned, i));
		const struct sabot_what_if_ruling *ruling =
			recorded ? find_ruling(playing, recorded) : NULL;

		if (ruling && !g_hash_table_contains(playing->answered, GUINT_TO_POINTER(recorded)))
			rule(playing, playback, ruling);
	}
}

/* The numbers of the incidents that the last event raised. Transferred. */
static GArray *
list_raised(const struct sabot_update *update)
{
	GArray *raised = g_array_new(FALSE, FALSE, sizeof(unsigned));

	for (unsigned i = 0; i < update->n_outputs; i++)
		if (update->outputs[i].kind == SABOT_OUTPUT_INCIDENT)
			g_array_append_val(raised, update->outputs[i].u.incident.id);
	return raised;
}

static bool
keep_event(struct sabot_playback *playback, const struct sabot_playback_event *event, void *data)
{
	const struct sabot_update *update = sabot_derive_last_update(playback->derive);
	g_autoptr(GArray) raised = list_raised(update);
	struct playing *playing = data;

	if (playing->change)
		sabot_incident_match_change(playing->match, event->record->n, update);
	else
		sabot_incident_match_record(playing->match, event->record->n, update);
	sabot_kept_rounds_keep(playing->kept, sabot_derive_last_update(playback->derive));
	if (playing->change)
		answer(playing, playback, raised);
	return true;
}

/* Where the load after the last one begins: the log's end, if there is none. */
static bool
find_end(struct sabot_book *book, const struct sabot_what_if_span *span, int64_t *ret_n,
	 GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load next;

	*ret_n = INT64_MAX;
	if (sabot_log_get_load(book->db, span->table, span->to_load + 1, &next, &failure))
		*ret_n = next.n;
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

static bool
play(struct sabot_book *book, const struct sabot_what_if_span *span, struct playing *playing,
     GError **error)
{
	const struct sabot_playback_player player = {change_event, keep_event, playing};
	struct sabot_playback *playback = sabot_book_get_playback(book, span->table, error);
	const struct sabot_what_if *change = playing->change;
	int64_t to_n;
	bool is_played;

	if (!playback)
		return false;
	if (change && (change->profile || change->set))
		sabot_playback_force_rules(playback, change->profile,
					   change->set ? change->set : "");
	is_played = find_end(book, span, &to_n, error) &&
		    sabot_playback_seek_load(playback, span->from_load, error) &&
		    sabot_playback_play(playback, to_n, &player, error);
	if (is_played && playback->derive && to_n == INT64_MAX) {
		sabot_derive_finish(playback->derive);
		sabot_kept_rounds_keep(playing->kept, sabot_derive_last_update(playback->derive));
	}
	sabot_playback_free(playback);
	return is_played;
}

/* What was to be changed must be there. */
static bool
check_applied(const struct playing *playing, GError **error)
{
	const struct sabot_what_if *change = playing->change;

	if (g_hash_table_size(playing->applied) == change->rulings->len + change->readings->len)
		return true;
	for (guint i = 0; i < change->rulings->len; i++) {
		const struct sabot_what_if_ruling *ruling =
			&g_array_index(change->rulings, struct sabot_what_if_ruling, i);

		if (g_hash_table_contains(playing->applied, ruling))
			continue;
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
			    SABOT_REFUSAL("incident %u is not raised or answered in these loads"),
			    ruling->incident);
		return false;
	}
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    SABOT_REFUSAL("a card that is to be read otherwise does not leave the shoe in "
				  "these loads"));
	return false;
}

static void
init(struct playing *playing, GHashTable *answered)
{
	playing->answered = answered;
	playing->applied = g_hash_table_new(NULL, NULL);
	playing->kept = sabot_kept_rounds_new();
}

static void
clear(struct playing *playing)
{
	g_hash_table_unref(playing->applied);
	sabot_kept_rounds_free(playing->kept);
}

/* What put a round right later lies outside it: neither playing knows it. */
static bool
record_correction(G_GNUC_UNUSED int64_t seq, int64_t n, const char *text, void *data)
{
	static const char *const names[] = {"at",     "incident", "box", "bettor",
					    "amount", "note",     "by",  NULL};
	json_t *event = strstr(text, "\"ev\":\"correction\"") ? json_loads(text, 0, NULL) : NULL;
	GArray *changes = data;
	struct sabot_event_line line;

	sabot_event_line_read(event, &line);
	for (guint i = 0; line.round > 0 && i < changes->len; i++) {
		struct sabot_found_change *change =
			&g_array_index(changes, struct sabot_found_change, i);
		json_t *correction;

		if (change->round != line.round)
			continue;
		correction = json_pack("{s:I}", "n", (json_int_t)n);
		json_object_update_new(correction, sabot_event_line_select(event, names));
		if (!change->corrections)
			change->corrections = json_array();
		json_array_append_new(change->corrections, correction);
	}
	json_decref(event);
	return true;
}

static bool
add_corrections(struct sabot_book *book, const struct sabot_what_if_span *span, GArray *changes,
		GError **error)
{
	struct sabot_log_range range = {.table = span->table, .from_n = 1, .to_n = INT64_MAX};
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load load;
	bool is_read = false;

	if (sabot_log_get_load(book->db, span->table, span->from_load, &load, &failure))
		range.from_n = load.n;
	if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	else
		is_read = sabot_log_read(book->db, &range, record_correction, changes, error);
	for (guint i = 0; i < changes->len; i++) {
		struct sabot_found_change *change =
			&g_array_index(changes, struct sabot_found_change, i);

		if (change->corrections)
			json_object_set_new(change->json, "corrections", change->corrections);
	}
	return is_read;
}

bool
sabot_what_if(struct sabot_book *book, const struct sabot_what_if_span *span,
	      const struct sabot_what_if *change, struct sabot_what_if_result *ret_result,
	      GError **error)
{
	g_autoptr(GHashTable) answered = g_hash_table_new(NULL, NULL);
	struct sabot_incident_match *match = sabot_incident_match_new();
	g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(struct sabot_found_change));
	struct playing recorded = {.match = match}, changed = {.change = change, .match = match};
	bool is_played;

	*ret_result = (struct sabot_what_if_result){
		.n_loads = span->to_load - span->from_load + 1,
		.difference.changes = json_array(),
	};
	init(&recorded, answered);
	init(&changed, answered);
	is_played = play(book, span, &recorded, error) && play(book, span, &changed, error) &&
		    check_applied(&changed, error);
	if (is_played)
		sabot_kept_rounds_compare(recorded.kept, changed.kept, &ret_result->difference,
					  changes);
	clear(&recorded);
	clear(&changed);
	sabot_incident_match_free(match);
	return is_played && (changes->len == 0 || add_corrections(book, span, changes, error));
}

void
sabot_what_if_result_clear(struct sabot_what_if_result *result)
{
	g_clear_pointer(&result->difference.changes, json_decref);
}

bool
sabot_what_if_loads(struct sabot_book *book, int64_t from_us, int64_t until_us,
		    struct sabot_what_if_span *span, GError **error)
{
	struct sabot_index_span time = {.from_us = from_us, .until_us = until_us};
	int64_t load = 0;

	span->from_load = span->to_load = 0;
	if (!sabot_log_get_id(book->db, span->table, &time.log_id, error))
		return false;
	do {
		if (!sabot_index_next_load(book->index, &time, &load, error))
			return false;
		if (!span->from_load)
			span->from_load = load;
		span->to_load = MAX(load, span->to_load);
	} while (load);
	if (span->to_load)
		return true;
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    SABOT_REFUSAL("%s: no load began in that time"), span->table);
	return false;
}
