/*
 * Each load is played twice: as it was recorded, and with the change. What each round came to is
 * kept by its number, as its lines without what hangs on the place, and compared.
 */
#include "what-if.h"
#include "store/log/log.h"

#include <string.h>

/* One of the two times. */
struct playing {
	const struct sabot_what_if *change; /* NULL: as recorded */
	GHashTable *answered;               /* incidents that a ruling of the log answers */
	GHashTable *applied;                /* rulings and readings that came to their place */
	json_t *rounds;                     /* number → {round, stakes, incidents} */
};

static char *
key_of(int64_t number)
{
	return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

static json_t *
get_round(struct playing *playing, int64_t number)
{
	g_autofree char *key = key_of(number);
	json_t *round = json_object_get(playing->rounds, key);

	if (round)
		return round;
	round = json_pack("{s:n, s:[], s:[]}", "round", "stakes", "incidents");
	json_object_set_new(playing->rounds, key, round);
	return round;
}

/* A round reported again replaces the earlier report. */
static void
keep_line(struct playing *playing, json_t *line)
{
	const char *out = json_string_value(json_object_get(line, "out"));
	json_t *round = get_round(playing, json_integer_value(json_object_get(line, "round")));

	json_object_del(line, "line");
	json_object_del(line, "text");
	json_object_del(line, "again");
	if (g_strcmp0(out, "round") == 0) {
		json_object_set(round, "round", line);
		json_array_clear(json_object_get(round, "stakes"));
	} else if (g_strcmp0(out, "settle") == 0) {
		json_array_append(json_object_get(round, "stakes"), line);
	} else if (g_strcmp0(out, "incident") == 0) {
		json_object_del(line, "id");
		json_array_append(json_object_get(round, "incidents"), line);
	}
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
	struct sabot_event event = {
		.type = SABOT_EVENT_RULING,
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

static int64_t
sum_due(const json_t *round)
{
	int64_t due_minor = 0;
	size_t index;
	json_t *stake;

	json_array_foreach(json_object_get(round, "stakes"), index, stake)
		due_minor += json_integer_value(json_object_get(stake, "due"));
	return due_minor;
}

/* Stakes are the same when all but what is owed on them is. */
static bool
is_stake(const json_t *a, const json_t *b)
{
	static const char *const keys[] = {"box", "hand", "bettor", "on"};

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		const json_t *one = json_object_get(a, keys[i]), *two = json_object_get(b, keys[i]);

		if (one != two && !json_equal(one, two))
			return false;
	}
	return true;
}

/* Nobody sees what else a stake's line says. */
static bool
is_due_same(const json_t *a, const json_t *b)
{
	return json_integer_value(json_object_get(a, "due")) ==
	       json_integer_value(json_object_get(b, "due"));
}

static const json_t *
find_stake(const json_t *stakes, const json_t *wanted)
{
	size_t index;
	json_t *stake;

	json_array_foreach((json_t *)stakes, index, stake)
		if (is_stake(stake, wanted))
			return stake;
	return NULL;
}

static void
add_stake(json_t *list, const json_t *stake, const json_t *before, const json_t *after)
{
	json_t *change = json_copy((json_t *)stake);

	json_object_del(change, "out");
	json_object_del(change, "round");
	json_object_del(change, "due");
	json_object_del(change, "commission");
	json_object_set_new(change, "before",
			    json_integer(json_integer_value(json_object_get(before, "due"))));
	json_object_set_new(change, "after",
			    json_integer(json_integer_value(json_object_get(after, "due"))));
	json_array_append_new(list, change);
}

/* Stakes on which something else would be owed. */
static json_t *
compare_stakes(const json_t *before, const json_t *after)
{
	json_t *list = json_array(), *stake;
	size_t index;

	json_array_foreach((json_t *)before, index, stake) {
		const json_t *other = find_stake(after, stake);

		if (!other || !is_due_same(stake, other))
			add_stake(list, stake, stake, other);
	}
	json_array_foreach((json_t *)after, index, stake)
		if (!find_stake(before, stake))
			add_stake(list, stake, NULL, stake);
	return list;
}

static void
add_change(struct sabot_what_if_result *result, const char *number, const json_t *before,
	   const json_t *after)
{
	bool has_other_incidents = !json_equal(json_object_get(before, "incidents"),
					       json_object_get(after, "incidents"));
	int64_t round = g_ascii_strtoll(number, NULL, 10); /* 0: between rounds */
	json_t *change = json_pack("{s:I, s:O?, s:O?, s:o, s:I}", "round", (json_int_t)round,
				   "before", json_object_get(before, "round"), "after",
				   json_object_get(after, "round"), "stakes",
				   compare_stakes(json_object_get(before, "stakes"),
						  json_object_get(after, "stakes")),
				   "delta", (json_int_t)(sum_due(after) - sum_due(before)));

	if (has_other_incidents) {
		json_object_set(change, "incidents_before", json_object_get(before, "incidents"));
		json_object_set(change, "incidents_after", json_object_get(after, "incidents"));
	}
	if (!has_other_incidents && json_array_size(json_object_get(change, "stakes")) == 0 &&
	    json_equal(json_object_get(before, "round"), json_object_get(after, "round"))) {
		json_decref(change);
		return;
	}
	json_array_append_new(result->changes, change);
	result->n_changed += round > 0;
}

static void
compare(struct sabot_what_if_result *result, json_t *before, json_t *after)
{
	const char *number;
	json_t *round;

	json_object_foreach(before, number, round) {
		const json_t *other = json_object_get(after, number);

		result->n_rounds += !json_is_null(json_object_get(round, "round"));
		result->due_before_minor += sum_due(round);
		if (!other || !json_equal(round, other))
			add_change(result, number, round, other);
	}
	json_object_foreach(after, number, round) {
		result->due_minor += sum_due(round);
		if (!json_object_get(before, number))
			add_change(result, number, NULL, round);
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
	playing->rounds = json_object();
}

static void
clear(struct playing *playing)
{
	g_hash_table_unref(playing->applied);
	json_decref(playing->rounds);
}

/* What put a round right later lies outside it: neither playing knows it. */
static bool
record_correction(G_GNUC_UNUSED int64_t seq, int64_t n, const char *line, void *data)
{
	static const char *const names[] = {"at",     "incident", "box", "bettor",
					    "amount", "note",     "by",  NULL};
	json_t *changes = data, *change, *event = NULL;
	size_t index;

	if (strstr(line, "\"ev\":\"correction\""))
		event = json_loads(line, 0, NULL);
	json_array_foreach(changes, index, change) {
		json_t *list = json_object_get(change, "corrections"), *correction;

		if (!event ||
		    !json_equal(json_object_get(event, "round"), json_object_get(change, "round")))
			continue;
		correction = json_pack("{s:I}", "n", (json_int_t)n);
		for (guint i = 0; names[i]; i++)
			json_object_set(correction, names[i], json_object_get(event, names[i]));
		if (list)
			json_array_append_new(list, correction);
		else
			json_object_set_new(change, "corrections", json_pack("[o]", correction));
	}
	json_decref(event);
	return true;
}

static bool
add_corrections(struct sabot_book *book, const struct sabot_what_if_span *span, json_t *changes,
		GError **error)
{
	struct sabot_log_range range = {.table = span->table, .from_n = 1, .to_n = INT64_MAX};
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load load;

	if (sabot_log_get_load(book->db, span->table, span->from_load, &load, &failure))
		range.from_n = load.n;
	if (!failure)
		return sabot_log_read(book->db, &range, record_correction, changes, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_what_if(struct sabot_book *book, const struct sabot_what_if_span *span,
	      const struct sabot_what_if *change, struct sabot_what_if_result *ret_result,
	      GError **error)
{
	g_autoptr(GHashTable) answered = g_hash_table_new(NULL, NULL);
	struct playing recorded = {0}, changed = {.change = change};
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
		compare(ret_result, recorded.rounds, changed.rounds);
	clear(&recorded);
	clear(&changed);
	return is_played && (json_array_size(ret_result->changes) == 0 ||
			     add_corrections(book, span, ret_result->changes, error));
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
