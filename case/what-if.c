/*
 * Each load is played twice: as it was recorded, and with the change. What each round came to is
 * kept by its number: its stakes typed, its other lines as they are but for numbers that a change
 * moves; and compared.
 */
#include "what-if.h"
#include "proto/messages/derived-lines.h"
#include "proto/messages/event-line.h"
#include "text/money.h"
#include "store/log/log.h"

#include <string.h>

/* A round as it came out. */
struct kept_round {
	int64_t number;    /* 0 = what is between rounds */
	json_t *line;      /* its line, or JSON's null */
	GPtrArray *stakes; /* of struct sabot_settle_line */
	json_t *incidents; /* list of lines */
};

/* One of the two times. */
struct playing {
	const struct sabot_what_if *change; /* NULL: as recorded */
	GHashTable *answered;               /* incidents that a ruling of the log answers */
	GHashTable *applied;                /* rulings and readings that came to their place */
	GPtrArray *rounds;                  /* of struct kept_round, as they came */
	GHashTable *by_number;              /* int64_t → round in `rounds` */
};

/* A change of the result, and what its round was put right by later. */
struct found_change {
	int64_t round;
	json_t *json;        /* borrowed from the result */
	json_t *corrections; /* list, or NULL */
};

struct comparison {
	struct sabot_what_if_result *result;
	GArray *changes; /* of struct found_change */
};

static void
round_free(gpointer data)
{
	struct kept_round *round = data;

	json_decref(round->line);
	json_decref(round->incidents);
	g_ptr_array_unref(round->stakes);
	g_free(round);
}

static struct kept_round *
get_round(struct playing *playing, int64_t number)
{
	struct kept_round *round = g_hash_table_lookup(playing->by_number, &number);

	if (round)
		return round;
	round = g_new0(struct kept_round, 1);
	round->number = number;
	round->line = json_null();
	round->stakes = g_ptr_array_new_with_free_func(sabot_record_unref);
	round->incidents = json_array();
	g_ptr_array_add(playing->rounds, round);
	g_hash_table_insert(playing->by_number, &round->number, round);
	return round;
}

/* A round reported again replaces the earlier report. */
static void
keep_round(struct playing *playing, const struct sabot_round_line *line, json_t *json)
{
	struct kept_round *round = get_round(playing, line->round);

	json_object_del(json, "line");
	json_object_del(json, "again");
	json_decref(round->line);
	round->line = json_incref(json);
	g_ptr_array_set_size(round->stakes, 0);
}

static void
keep_stake(struct playing *playing, struct sabot_settle_line *stake)
{
	g_ptr_array_add(get_round(playing, stake->round)->stakes, sabot_record_ref(stake));
}

static void
keep_incident(struct playing *playing, const struct sabot_incident_line *incident, json_t *json)
{
	json_object_del(json, "line");
	json_object_del(json, "text");
	json_object_del(json, "id");
	json_array_append(get_round(playing, incident->round)->incidents, json);
}

static void
keep_line(struct playing *playing, json_t *json)
{
	struct sabot_derived_line line;

	if (!sabot_derived_line_read(json, &line, NULL))
		return;
	if (line.kind == SABOT_DERIVED_ROUND)
		keep_round(playing, line.u.round, json);
	else if (line.kind == SABOT_DERIVED_SETTLE)
		keep_stake(playing, line.u.settle);
	else if (line.kind == SABOT_DERIVED_INCIDENT)
		keep_incident(playing, line.u.incident, json);
	else if (line.kind == SABOT_DERIVED_LOAD)
		get_round(playing, 0); /* there is something between rounds, if only this */
	sabot_derived_line_clear(&line);
}

static void
keep_lines(struct playing *playing, struct sabot_playback *playback)
{
	json_t *lines = sabot_derive_write_lines(playback->derive, 0), *line;
	size_t index;

	json_array_foreach(lines, index, line)
		keep_line(playing, line);
	json_decref(lines);
}

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

static bool
change_event(struct sabot_playback *playback, struct sabot_playback_event *event, void *data)
{
	struct playing *playing = data;
	const struct sabot_what_if_ruling *ruling;
	bool is_ruling = event->event.type == SABOT_EVENT_RULING;

	(void)playback;
	if (is_ruling && !playing->change)
		g_hash_table_add(playing->answered,
				 GUINT_TO_POINTER(event->event.u.ruling.incident));
	if (!playing->change)
		return true;
	change_reading(playing, event);
	ruling = is_ruling ? find_ruling(playing, event->event.u.ruling.incident) : NULL;
	if (ruling) {
		event->event.u.ruling.remedy = ruling->remedy;
		g_hash_table_add(playing->applied, (gpointer)ruling);
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

	event.u.ruling.incident = ruling->incident;
	event.u.ruling.remedy = ruling->remedy;
	sabot_derive_step(playback->derive, &event);
	g_hash_table_add(playing->applied, (gpointer)ruling);
	keep_lines(playing, playback);
}

/* An incident that nobody ruled on is ruled on as soon as it is raised. */
static void
answer(struct playing *playing, struct sabot_playback *playback, unsigned from, unsigned to)
{
	for (unsigned incident = from + 1; incident <= to; incident++) {
		const struct sabot_what_if_ruling *ruling = find_ruling(playing, incident);

		if (ruling && !g_hash_table_contains(playing->answered, GUINT_TO_POINTER(incident)))
			rule(playing, playback, ruling);
	}
}

static bool
keep_event(struct sabot_playback *playback, const struct sabot_playback_event *event, void *data)
{
	const struct sabot_update *update = sabot_derive_last_update(playback->derive);
	unsigned to = sabot_playback_table(playback)->n_incidents, n_new = 0;
	struct playing *playing = data;

	(void)event;
	for (unsigned i = 0; i < update->n_outputs; i++)
		n_new += update->outputs[i].kind == SABOT_OUTPUT_INCIDENT;
	keep_lines(playing, playback);
	answer(playing, playback, to - n_new, to);
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
		keep_lines(playing, playback);
	}
	sabot_playback_free(playback);
	return is_played;
}

/* `round` may be NULL. */
static void
add_due(int64_t *sum_minor, const struct kept_round *round)
{
	for (guint i = 0; round && i < round->stakes->len; i++) {
		const struct sabot_settle_line *stake = round->stakes->pdata[i];

		sabot_text_money_add(sum_minor,
				     stake->has_due ? stake->due_minor : SABOT_TEXT_NO_MONEY);
	}
}

/* Stakes are the same when all but what is owed on them is. */
static bool
is_stake(const struct sabot_settle_line *a, const struct sabot_settle_line *b)
{
	return a->box == b->box && a->hand == b->hand && strcmp(a->bettor, b->bettor) == 0 &&
	       strcmp(a->on, b->on) == 0;
}

/* Nobody sees what else a stake's line says. */
static bool
is_due_same(const struct sabot_settle_line *a, const struct sabot_settle_line *b)
{
	return a->has_due == b->has_due && a->due_minor == b->due_minor &&
	       a->due_min_minor == b->due_min_minor && a->due_max_minor == b->due_max_minor;
}

/* `round` may be NULL. */
static const struct sabot_settle_line *
find_stake(const struct kept_round *round, const struct sabot_settle_line *wanted)
{
	for (guint i = 0; round && i < round->stakes->len; i++)
		if (is_stake(round->stakes->pdata[i], wanted))
			return round->stakes->pdata[i];
	return NULL;
}

/* `before` or `after` is NULL where there is no such stake. */
static json_t *
build_stake(const struct sabot_settle_line *stake, const struct sabot_settle_line *before,
	    const struct sabot_settle_line *after)
{
	json_t *change = json_pack("{s:I}", "box", (json_int_t)stake->box);

	if (stake->hand >= 0)
		json_object_set_new(change, "hand", json_integer(stake->hand));
	json_object_set_new(change, "bettor", json_string(stake->bettor));
	json_object_set_new(change, "on", json_string(stake->on));
	if (stake->has_stake)
		json_object_set_new(change, "stake", json_integer(stake->stake_minor));
	/* One that is not certain is left out. */
	if (!before || before->has_due)
		json_object_set_new(change, "before", json_integer(before ? before->due_minor : 0));
	if (!after || after->has_due)
		json_object_set_new(change, "after", json_integer(after ? after->due_minor : 0));
	return change;
}

/* Stakes on which something else would be owed. */
static json_t *
compare_stakes(const struct kept_round *before, const struct kept_round *after)
{
	json_t *list = json_array();

	for (guint i = 0; before && i < before->stakes->len; i++) {
		const struct sabot_settle_line *stake = before->stakes->pdata[i];
		const struct sabot_settle_line *other = find_stake(after, stake);

		if (!other || !is_due_same(stake, other))
			json_array_append_new(list, build_stake(stake, stake, other));
	}
	for (guint i = 0; after && i < after->stakes->len; i++) {
		const struct sabot_settle_line *stake = after->stakes->pdata[i];

		if (!find_stake(before, stake))
			json_array_append_new(list, build_stake(stake, NULL, stake));
	}
	return list;
}

static json_t *
line_of(const struct kept_round *round)
{
	return round ? round->line : NULL;
}

static json_t *
incidents_of(const struct kept_round *round)
{
	return round ? round->incidents : NULL;
}

static void
add_change(struct comparison *comparison, const struct kept_round *before,
	   const struct kept_round *after)
{
	bool has_other_incidents = !json_equal(incidents_of(before), incidents_of(after));
	json_t *stakes = compare_stakes(before, after);
	struct found_change change = {.round = before ? before->number : after->number};
	int64_t before_minor = 0, after_minor = 0;

	if (!has_other_incidents && json_array_size(stakes) == 0 &&
	    json_equal(line_of(before), line_of(after))) {
		json_decref(stakes);
		return;
	}
	change.json =
		json_pack("{s:I, s:O?, s:O?, s:o}", "round", (json_int_t)change.round, "before",
			  line_of(before), "after", line_of(after), "stakes", stakes);
	add_due(&before_minor, before);
	add_due(&after_minor, after);
	if (before_minor != SABOT_WIRE_NO_NUMBER && after_minor != SABOT_WIRE_NO_NUMBER)
		json_object_set_new(change.json, "delta", json_integer(after_minor - before_minor));
	if (has_other_incidents) {
		json_object_set(change.json, "incidents_before", incidents_of(before));
		json_object_set(change.json, "incidents_after", incidents_of(after));
	}
	json_array_append_new(comparison->result->changes, change.json);
	g_array_append_val(comparison->changes, change);
	comparison->result->n_changed += change.round > 0;
}

static void
compare(struct comparison *comparison, const struct playing *before, const struct playing *after)
{
	struct sabot_what_if_result *result = comparison->result;

	for (guint i = 0; i < before->rounds->len; i++) {
		const struct kept_round *round = before->rounds->pdata[i];

		result->n_rounds += !json_is_null(round->line);
		add_due(&result->due_before_minor, round);
		add_change(comparison, round,
			   g_hash_table_lookup(after->by_number, &round->number));
	}
	for (guint i = 0; i < after->rounds->len; i++) {
		const struct kept_round *round = after->rounds->pdata[i];

		add_due(&result->due_minor, round);
		if (!g_hash_table_lookup(before->by_number, &round->number))
			add_change(comparison, NULL, round);
	}
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
			    "incident %u is not raised or answered in these loads",
			    ruling->incident);
		return false;
	}
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    "a card that is to be read otherwise does not leave the shoe in these loads");
	return false;
}

static void
init(struct playing *playing, GHashTable *answered)
{
	playing->answered = answered;
	playing->applied = g_hash_table_new(NULL, NULL);
	playing->rounds = g_ptr_array_new_with_free_func(round_free);
	playing->by_number = g_hash_table_new(g_int64_hash, g_int64_equal);
}

static void
clear(struct playing *playing)
{
	g_hash_table_unref(playing->applied);
	g_hash_table_unref(playing->by_number);
	g_ptr_array_unref(playing->rounds);
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
		struct found_change *change = &g_array_index(changes, struct found_change, i);
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
		struct found_change *change = &g_array_index(changes, struct found_change, i);

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
	g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(struct found_change));
	struct playing recorded = {0}, changed = {.change = change};
	struct comparison comparison = {ret_result, changes};
	bool is_played;

	*ret_result = (struct sabot_what_if_result){
		.n_loads = span->to_load - span->from_load + 1,
		.changes = json_array(),
	};
	init(&recorded, answered);
	init(&changed, answered);
	is_played = play(book, span, &recorded, error) && play(book, span, &changed, error) &&
		    check_applied(&changed, error);
	if (is_played)
		compare(&comparison, &recorded, &changed);
	clear(&recorded);
	clear(&changed);
	return is_played && (changes->len == 0 || add_corrections(book, span, changes, error));
}

void
sabot_what_if_result_clear(struct sabot_what_if_result *result)
{
	g_clear_pointer(&result->changes, json_decref);
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
		    "%s: no load began in that time", span->table);
	return false;
}
