/*
 * The playback: rows of the log, the rules of their part, and the engine behind them.
 */
#include "playback.h"

#include "profiles/profile.h"
#include "snapshot.h"
#include "store/log/log.h"
#include "text/refusal.h"

G_DEFINE_QUARK(sabot - case -error - quark, sabot_case_error)

/* One call of sabot_playback_play(). */
struct playing {
	struct sabot_playback *playback;
	const struct sabot_playback_player *player;
	GError *error;
};

struct sabot_playback *
sabot_playback_new(struct sabot_db *db, struct sabot_db *index, const char *table,
		   const char *profiles_dir, GError **error)
{
	struct sabot_playback *playback = g_new0(struct sabot_playback, 1);

	playback->db = db;
	playback->index = index;
	playback->table = g_strdup(table);
	playback->profiles_dir = g_strdup(profiles_dir);
	if (!sabot_log_get_id(db, table, &playback->log_id, error)) {
		sabot_playback_free(playback);
		return NULL;
	}
	if (playback->log_id)
		return playback;
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
		    SABOT_REFUSAL("%s has no log of a table \"%s\""), db->path, table);
	sabot_playback_free(playback);
	return NULL;
}

void
sabot_playback_free(struct sabot_playback *playback)
{
	if (!playback)
		return;
	sabot_derive_free(playback->derive);
	g_free(playback->forced_profile);
	g_free(playback->forced_set);
	g_free(playback->table);
	g_free(playback->profiles_dir);
	g_free(playback);
}

void
sabot_playback_force_rules(struct sabot_playback *playback, const char *profile, const char *set)
{
	playback->forced_profile = g_strdup(profile);
	playback->forced_set = g_strdup(set);
}

/* The rules of a part, or those that are forced on it. */
static bool
build_rules(struct sabot_playback *playback, const struct sabot_log_part *part,
	    struct sabot_rules *ret_rules, GError **error)
{
	const char *profile = playback->forced_profile ? playback->forced_profile : part->rules;
	g_autofree char *overrides = g_strconcat(
		part->overrides, playback->forced_set ? playback->forced_set : "", NULL);

	if (sabot_profile_build(profile, playback->profiles_dir, overrides, ret_rules, error))
		return true;
	g_prefix_error(error, "%s, part %" G_GINT64_FORMAT ": ", playback->table, part->part);
	return false;
}

static bool
begin_part(struct sabot_playback *playback, const struct sabot_log_part *part, GError **error)
{
	struct sabot_rules rules;

	if (!build_rules(playback, part, &rules, error))
		return false;
	sabot_derive_free(playback->derive);
	playback->derive =
		sabot_derive_new(&rules, (unsigned)part->from_load, (unsigned)part->from_round,
				 (unsigned)part->from_incident);
	return true;
}

static bool
seek(struct sabot_playback *playback, int64_t n, struct sabot_log_part **ret_part, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_log_part *part =
		sabot_log_get_part_at(playback->db, playback->log_id, n, &failure);

	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (!part) {
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
			    SABOT_REFUSAL("%s: event %lld is not in this file; it may be in an "
					  "archive"),
			    playback->table, (long long)n);
		return false;
	}
	*ret_part = part;
	return true;
}

bool
sabot_playback_seek_part(struct sabot_playback *playback, int64_t n, GError **error)
{
	struct sabot_log_part *part;
	bool is_begun;

	if (!seek(playback, n, &part, error))
		return false;
	is_begun = begin_part(playback, part, error);
	playback->n = part->from_n - 1;
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
force_rules(struct sabot_playback *playback, int64_t n, struct sabot_table *table, GError **error)
{
	struct sabot_log_part *part;
	struct sabot_rules rules;
	bool is_built;

	if (!playback->forced_profile && !playback->forced_set)
		return true;
	if (!seek(playback, n, &part, error))
		return false;
	is_built = build_rules(playback, part, &rules, error);
	sabot_log_part_free(part);
	if (!is_built)
		return false;
	if (rules.game == table->rules.game) {
		change_rules(table, &rules);
		return true;
	}
	g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_FAILED,
		    SABOT_REFUSAL("%s is of another game than the table's"),
		    playback->forced_profile);
	return false;
}

/* The table as the index has it, under the rules that it was packed with, or others. */
static bool
resume(struct sabot_playback *playback, int64_t n, GBytes *state, GError **error)
{
	g_autofree struct sabot_table *table = g_new(struct sabot_table, 1);

	if (!sabot_snapshot_unpack(state, table)) {
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_FAILED,
			    SABOT_REFUSAL("%s: the index is damaged; remove it, it is built again"),
			    playback->index->path);
		return false;
	}
	if (!force_rules(playback, n, table, error))
		return false;
	sabot_derive_free(playback->derive);
	playback->derive = sabot_derive_new(&table->rules, 0, 0, 0);
	sabot_derive_set_table(playback->derive, table);
	playback->n = n - 1;
	return true;
}

static bool
seek_without_index(struct sabot_playback *playback, int64_t number, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_log_load load;

	if (sabot_log_get_load(playback->db, playback->table, number, &load, &failure))
		return sabot_playback_seek_part(playback, load.n, error);
	if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	else
		g_set_error(error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_UNKNOWN,
			    SABOT_REFUSAL("%s: there is no load %lld in this log"), playback->table,
			    (long long)number);
	return false;
}

bool
sabot_playback_seek_load(struct sabot_playback *playback, int64_t load, GError **error)
{
	g_autoptr(GError) failure = NULL;
	g_autoptr(GBytes) state = NULL;
	struct sabot_index_load found = {.log_id = playback->log_id, .load = load};

	if (!playback->index)
		return seek_without_index(playback, load, error);
	if (sabot_index_get_state(playback->index, &found, &state, &failure))
		return resume(playback, found.n, state, error);
	if (!failure)
		return seek_without_index(playback, load, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_playback_seek_before(struct sabot_playback *playback, int64_t n, GError **error)
{
	struct sabot_index_load found = {.log_id = playback->log_id, .n = n};
	g_autoptr(GError) failure = NULL;
	g_autoptr(GBytes) state = NULL;

	if (playback->index &&
	    sabot_index_get_state_before(playback->index, &found, &state, &failure))
		return resume(playback, found.n, state, error);
	if (!failure)
		return sabot_playback_seek_part(playback, n, error);
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

static bool
fail(struct playing *playing, const struct sabot_log_record *record, const char *why)
{
	g_set_error(&playing->error, SABOT_CASE_ERROR, SABOT_CASE_ERROR_FAILED,
		    "%s, event %" G_GINT64_FORMAT ": %s", playing->playback->table, record->n, why);
	return false;
}

/* What only the loads before contain, when they were not played. */
static bool
look_up_repeat(struct playing *playing, struct sabot_playback_event *event)
{
	int64_t load = 0;

	if (!playing->playback->index)
		return true;
	sabot_derive_use_given_repeats(playing->playback->derive);
	if (event->event.type != SABOT_EVENT_CARD && event->event.type != SABOT_EVENT_UNLOAD &&
	    event->event.type != SABOT_EVENT_RULING)
		return true;
	if (!sabot_index_get_repeat(playing->playback->index, playing->playback->log_id,
				    event->record->n, &load, &playing->error))
		return false;
	if (event->event.type == SABOT_EVENT_CARD)
		event->event.u.card.repeats_load = (unsigned)load;
	else if (event->event.type == SABOT_EVENT_RULING)
		event->event.u.ruling.repeats_load = (unsigned)load;
	else
		event->event.u.unload.repeats_load = (unsigned)load;
	return true;
}

static bool
apply(struct playing *playing, struct sabot_playback_event *event)
{
	struct sabot_playback *playback = playing->playback;
	const struct sabot_playback_player *player = playing->player;
	const char *fault;

	if (!look_up_repeat(playing, event) ||
	    (player->before && !player->before(playback, event, player->data)))
		return false;
	sabot_derive_step(playback->derive, &event->event);
	playback->n = event->record->n;
	fault = sabot_derive_last_update(playback->derive)->fault;
	if (fault)
		return fail(playing, event->record, fault);
	return player->after(playback, event, player->data);
}

static bool
on_record(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct playing *playing = data;
	struct sabot_playback *playback = playing->playback;
	struct sabot_playback_event event = {.record = record, .hash = hash};
	char why[SABOT_EVENT_ERROR_SIZE];
	bool goes_on;

	if (record->part && !begin_part(playback, record->part, &playing->error))
		return false;
	if (!playback->derive)
		return fail(playing, record, "the log does not begin with a part");
	event.object = json_loads(record->line, 0, NULL);
	if (!sabot_event_from_json(event.object, sabot_playback_table(playback)->rules.game,
				   &playback->buffer, &event.event, why)) {
		json_decref(event.object);
		return fail(playing, record, why);
	}
	goes_on = apply(playing, &event);
	json_decref(event.object);
	return goes_on;
}

bool
sabot_playback_play(struct sabot_playback *playback, int64_t to_n,
		    const struct sabot_playback_player *player, GError **error)
{
	const struct sabot_walk_range range = {playback->log_id, playback->n + 1, to_n};
	struct playing playing = {.playback = playback, .player = player};

	if (!sabot_walk_log(playback->db, &range, on_record, &playing, error))
		return false;
	if (!playing.error)
		return true;
	g_propagate_error(error, playing.error);
	return false;
}

int64_t
sabot_playback_named_n(const struct sabot_playback *playback,
		       const struct sabot_playback_event *event)
{
	unsigned line = sabot_playback_table(playback)->last_line, of = event->event.of;

	/* A line of the same part: its numbers run beside the events' numbers. */
	if (event->event.type != SABOT_EVENT_RULING || of == 0 || of >= line)
		return 0;
	return MAX(event->record->n - (int64_t)(line - of), 0);
}

const struct sabot_update *
sabot_playback_update(const struct sabot_playback *playback)
{
	return sabot_derive_last_update(playback->derive);
}

const struct sabot_table *
sabot_playback_table(const struct sabot_playback *playback)
{
	return playback->derive ? sabot_derive_table(playback->derive) : NULL;
}
