/*
 * The tape: rows of the log, the rules of their part, and the engine behind them.
 */
#include "tape.h"

#include "profiles/profile.h"
#include "snapshot.h"

G_DEFINE_QUARK(sabot - case -error - quark, sabot_case_error)

/* One call of sabot_tape_play(). */
struct playing {
	struct sabot_tape *tape;
	const struct sabot_tape_player *player;
	GError *error;
};

struct sabot_tape *
sabot_tape_new(struct sabot_db *db, struct sabot_db *index, const char *table,
	       const char *profiles_dir, GError **error)
{
	struct sabot_tape *tape = g_new0(struct sabot_tape, 1);

	tape->db = db;
	tape->index = index;
	tape->table = g_strdup(table);
	tape->profiles_dir = g_strdup(profiles_dir);
	if (!sabot_log_get_id(db, table, &tape->log_id, error)) {
		sabot_tape_free(tape);
		return NULL;
	}
	if (tape->log_id)
		return tape;
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    "%s has no log of a table \"%s\"", db->path, table);
	sabot_tape_free(tape);
	return NULL;
}

void
sabot_tape_free(struct sabot_tape *tape)
{
	if (!tape)
		return;
	sabot_derive_free(tape->derive);
	g_free(tape->forced_profile);
	g_free(tape->forced_set);
	g_free(tape->table);
	g_free(tape->profiles_dir);
	g_free(tape);
}

void
sabot_tape_force_rules(struct sabot_tape *tape, const char *profile, const char *set)
{
	tape->forced_profile = g_strdup(profile);
	tape->forced_set = g_strdup(set);
}

/* The rules of a part, or those that are forced on it. */
static bool
build_rules(struct sabot_tape *tape, const struct sabot_log_part *part,
	    struct sabot_rules *ret_rules, GError **error)
{
	const char *profile = tape->forced_profile ? tape->forced_profile : part->rules;
	g_autofree char *overrides =
		g_strconcat(part->overrides, tape->forced_set ? tape->forced_set : "", NULL);

	if (sabot_profile_build(profile, tape->profiles_dir, overrides, ret_rules, error))
		return true;
	g_prefix_error(error, "%s, part %" G_GINT64_FORMAT ": ", tape->table, part->part);
	return false;
}

static bool
begin_part(struct sabot_tape *tape, const struct sabot_log_part *part, GError **error)
{
	struct sabot_rules rules;

	if (!build_rules(tape, part, &rules, error))
		return false;
	sabot_derive_free(tape->derive);
	tape->derive = sabot_derive_new(&rules, (unsigned)part->from_load,
					(unsigned)part->from_round, (unsigned)part->from_incident);
	return true;
}

static bool
seek(struct sabot_tape *tape, int64_t n, struct sabot_log_part **ret_part, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_log_part *part = sabot_log_get_part_at(tape->db, tape->log_id, n, &failure);

	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (!part) {
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
			    "%s: event %" G_GINT64_FORMAT
			    " is not in this file; it may be in an archive",
			    tape->table, n);
		return false;
	}
	*ret_part = part;
	return true;
}

bool
sabot_tape_seek_part(struct sabot_tape *tape, int64_t n, GError **error)
{
	struct sabot_log_part *part;
	bool is_begun;

	if (!seek(tape, n, &part, error))
		return false;
	is_begun = begin_part(tape, part, error);
	tape->n = part->from_n - 1;
	sabot_log_part_free(part);
	return is_begun;
}

/* Limits that were not changed by an event are the rules'. */
static void
change_rules(struct sabot_table *table, const struct sabot_rules *rules)
{
	if (table->min_minor == table->rules.min_minor)
		table->min_minor = rules->min_minor;
	if (table->max_minor == table->rules.max_minor)
		table->max_minor = rules->max_minor;
	table->rules = *rules;
}

static bool
force_rules(struct sabot_tape *tape, int64_t n, struct sabot_table *table, GError **error)
{
	struct sabot_log_part *part;
	struct sabot_rules rules;
	bool is_built;

	if (!tape->forced_profile && !tape->forced_set)
		return true;
	if (!seek(tape, n, &part, error))
		return false;
	is_built = build_rules(tape, part, &rules, error);
	sabot_log_part_free(part);
	if (!is_built)
		return false;
	if (rules.game == table->rules.game) {
		change_rules(table, &rules);
		return true;
	}
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_FAILED,
		    "%s is of another game than the table's", tape->forced_profile);
	return false;
}

/* The table as the index has it, under the rules that it was packed with, or others. */
static bool
resume(struct sabot_tape *tape, int64_t n, GBytes *state, GError **error)
{
	g_autofree struct sabot_table *table = g_new(struct sabot_table, 1);

	if (!sabot_snapshot_unpack(state, table)) {
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_FAILED,
			    "%s: the index is damaged; remove it, it is made anew",
			    tape->index->path);
		return false;
	}
	if (!force_rules(tape, n, table, error))
		return false;
	sabot_derive_free(tape->derive);
	tape->derive = sabot_derive_new(&table->rules, 0, 0, 0);
	sabot_derive_set_table(tape->derive, table);
	tape->n = n - 1;
	return true;
}

static bool
seek_without_index(struct sabot_tape *tape, int64_t number, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load load;

	if (sabot_log_get_load(tape->db, tape->table, number, &load, &failure))
		return sabot_tape_seek_part(tape, load.n, error);
	if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	else
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
			    "%s: there is no load %" G_GINT64_FORMAT " in this file", tape->table,
			    number);
	return false;
}

bool
sabot_tape_seek_load(struct sabot_tape *tape, int64_t load, GError **error)
{
	g_autoptr(GError) failure = NULL;
	g_autoptr(GBytes) state = NULL;
	struct sabot_index_load found = {.log_id = tape->log_id, .load = load};

	if (!tape->index)
		return seek_without_index(tape, load, error);
	if (sabot_index_get_state(tape->index, &found, &state, &failure))
		return resume(tape, found.n, state, error);
	if (!failure)
		return seek_without_index(tape, load, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_tape_seek_before(struct sabot_tape *tape, int64_t n, GError **error)
{
	struct sabot_index_load found = {.log_id = tape->log_id, .n = n};
	g_autoptr(GError) failure = NULL;
	g_autoptr(GBytes) state = NULL;

	if (tape->index && sabot_index_get_state_before(tape->index, &found, &state, &failure))
		return resume(tape, found.n, state, error);
	if (!failure)
		return sabot_tape_seek_part(tape, n, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

static bool
fail(struct playing *playing, const struct sabot_log_record *record, const char *why)
{
	g_set_error(&playing->error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_FAILED,
		    "%s, event %" G_GINT64_FORMAT ": %s", playing->tape->table, record->n, why);
	return false;
}

/* What only the loads before could tell, when they were not played. */
static bool
look_up_repeat(struct playing *playing, struct sabot_tape_event *event)
{
	int64_t load = 0;

	if (!playing->tape->index ||
	    (event->event.type != SABOT_EVENT_CARD && event->event.type != SABOT_EVENT_UNLOAD))
		return true;
	if (!sabot_index_get_repeat(playing->tape->index, playing->tape->log_id, event->record->n,
				    &load, &playing->error))
		return false;
	if (event->event.type == SABOT_EVENT_CARD)
		event->event.u.card.repeats_load = (unsigned)load;
	else
		event->event.u.unload.repeats_load = (unsigned)load;
	return true;
}

static bool
apply(struct playing *playing, struct sabot_tape_event *event)
{
	struct sabot_tape *tape = playing->tape;
	const struct sabot_tape_player *player = playing->player;
	const char *fault;

	if (!look_up_repeat(playing, event) ||
	    (player->before && !player->before(tape, event, player->data)))
		return false;
	sabot_derive_step(tape->derive, &event->event);
	tape->n = event->record->n;
	fault = sabot_derive_last_update(tape->derive)->fault;
	if (fault)
		return fail(playing, event->record, fault);
	return player->after(tape, event, player->data);
}

static bool
on_record(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct playing *playing = data;
	struct sabot_tape *tape = playing->tape;
	struct sabot_tape_event event = {.record = record, .hash = hash};
	char why[SABOT_EVENT_ERROR_SIZE];
	bool goes_on;

	if (record->part && !begin_part(tape, record->part, &playing->error))
		return false;
	if (!tape->derive)
		return fail(playing, record, "the log does not begin with a part");
	event.object = json_loads(record->line, 0, NULL);
	if (!sabot_event_from_json(event.object, sabot_tape_table(tape)->rules.game, &tape->buffer,
				   &event.event, why)) {
		json_decref(event.object);
		return fail(playing, record, why);
	}
	goes_on = apply(playing, &event);
	json_decref(event.object);
	return goes_on;
}

bool
sabot_tape_play(struct sabot_tape *tape, int64_t to_n, const struct sabot_tape_player *player,
		GError **error)
{
	const struct sabot_walk_range range = {tape->log_id, tape->n + 1, to_n};
	struct playing playing = {.tape = tape, .player = player};

	if (!sabot_walk_log(tape->db, &range, on_record, &playing, error))
		return false;
	if (!playing.error)
		return true;
	g_propagate_error(error, playing.error);
	return false;
}

const struct sabot_table *
sabot_tape_table(const struct sabot_tape *tape)
{
	return tape->derive ? sabot_derive_table(tape->derive) : NULL;
}
