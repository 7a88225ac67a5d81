/* The story follows the order of the log; the house's lines are inserted by time. */
#include "story.h"

#include "profiles/profile.h"
#include "proto/json-text.h"
#include "proto/message.h"
#include "proto/messages/log-messages.h"
#include "proto/rfc3339.h"
#include "replay.h"
#include "store/log/salts.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "veiling.h"
#include "store/log/log.h"

#include <string.h>

enum {
	STORY_HOUSE_BEFORE_MINUTES = 2,
	STORY_AFTER_MINUTES = 10, /* behind the end, if no round begins before */
};

struct telling {
	struct sabot_book *book;
	const char *table;
	const struct sabot_index_round *round;
	json_t *lines;
	int64_t until_us; /* what comes later is left out */
	json_t *shown;    /* the prompt on the screens; NULL: none */
	struct sabot_veiling veiling;
	const struct sabot_concerned *concerned; /* NULL: everybody */
	struct sabot_profile
		*profile; /* of the rules `profile_name`; NULL: not opened, or not there */
	char *profile_name;
	GError *error;
};

static json_t *
add_line(json_t *lines, const char *kind, int64_t at_us)
{
	g_autofree char *at = sabot_time_format(at_us);
	json_t *line = json_pack("{s:s, s:s}", "at", at, "kind", kind);

	json_array_append_new(lines, line);
	return line;
}

/* What salts its hash, for who holds the event against it. */
static void
write_salt(json_t *line, const struct sabot_log_record *record)
{
	uint8_t salt[SABOT_SALT_BYTES];
	g_autofree char *hex = NULL;

	if (!record->salts)
		return;
	sabot_salts_get(record->salts, record->n, salt);
	hex = sabot_hex_encode(salt, sizeof(salt));
	json_object_set_new(line, "salt", json_string(hex));
}

/*
 * Where a record stands: its number in its log and over all, its hash and salt (without `hash` it
 * is veiled: none), what it is signed under.
 */
static bool
write_position(struct telling *telling, json_t *line, const struct sabot_log_record *record,
	       const struct sabot_chain_hash *hash)
{
	g_autofree char *hex = hash ? sabot_hex_encode(hash->bytes, sizeof(hash->bytes)) : NULL;
	int64_t checkpoint;

	if (!sabot_seal_find(telling->book->db, record->seq, &checkpoint, &telling->error))
		return false;
	json_object_update_new(line, json_pack("{s:I, s:I, s:s?}", "seq", (json_int_t)record->seq,
					       "n", (json_int_t)record->n, "hash", hex));
	if (hash)
		write_salt(line, record);
	json_object_set_new(line, "checkpoint",
			    checkpoint ? json_integer(checkpoint) : json_null());
	return true;
}

static void
write_frame(json_t *lines, const struct sabot_log_record *record)
{
	g_autofree char *hex = NULL;
	size_t n_bytes;
	const uint8_t *bytes;

	if (!record->frame)
		return;
	bytes = g_bytes_get_data(record->frame, &n_bytes);
	hex = sabot_hex_encode(bytes, n_bytes);
	json_object_set_new(add_line(lines, "frame", record->frame_at_us), "bytes",
			    json_string(hex));
}

/* The prompt on the screens, when it has changed. */
static void
write_shown(struct telling *telling, const struct sabot_playback *playback, int64_t at_us)
{
	struct sabot_wire_view *view = sabot_replay_view_of(telling->table, playback, at_us);
	json_t *prompt =
		view->prompt ? sabot_record_build(&sabot_wire_prompt_type, view->prompt) : NULL;

	if (prompt && !json_equal(prompt, telling->shown)) {
		json_decref(telling->shown);
		telling->shown = json_incref(prompt);
		json_object_set(add_line(telling->lines, "shown", at_us), "prompt", prompt);
	}
	json_decref(prompt);
	sabot_record_unref(view);
}

/* That of the rules of the time. Without its file (NULL) there are only no articles. */
static const struct sabot_profile *
open_profile(struct telling *telling, const char *name)
{
	if (g_strcmp0(telling->profile_name, name) != 0) {
		sabot_profile_free(telling->profile);
		telling->profile = sabot_profile_open(name, telling->book->profiles_dir, NULL);
		g_free(telling->profile_name);
		telling->profile_name = g_strdup(name);
	}
	return telling->profile;
}

/* What the rules of the time offer for an incident, in their order, with the articles. */
static json_t *
build_remedies(struct telling *telling, const struct sabot_rules *rules,
	       enum sabot_incident_code code)
{
	const struct sabot_profile *profile = open_profile(telling, rules->name);
	json_t *remedies = json_array();
	enum sabot_remedy remedy;

	for (int place = 0; sabot_rules_next_remedy(rules, code, &place, &remedy);) {
		const char *article = profile ? sabot_profile_article(profile, code, remedy) : NULL;

		json_array_append_new(remedies, json_pack("{s:s, s:s*}", "remedy",
							  sabot_remedy_to_string(remedy), "article",
							  article));
	}
	return remedies;
}

/* A line derived from the event that is played. */
struct derived {
	struct telling *telling;
	const struct sabot_rules *rules;
	int64_t at_us;
	json_t *lines; /* they follow the event itself */
};

static void
write_derived(const struct sabot_shown_line *derived, void *data)
{
	const struct derived *event = data;
	json_t *line = add_line(event->lines, "derived", event->at_us);

	json_object_set(line, "line", derived->json);
	if (derived->incident)
		json_object_set_new(line, "remedies",
				    build_remedies(event->telling, event->rules,
						   derived->output->u.incident.code));
}

/*
 * The event itself: a veiled one's bytes and hash would reveal the card to a search of all cards.
 */
static bool
write_logged(struct telling *telling, const struct sabot_playback *playback,
	     const struct sabot_playback_event *event, json_t *shown)
{
	const struct sabot_log_record *record = event->record;
	bool is_veiled = sabot_veiling_hides(&telling->veiling, record->n);
	int64_t named_n = sabot_playback_named_n(playback, event);
	json_t *line;

	if (!is_veiled)
		write_frame(telling->lines, record);
	line = add_line(telling->lines, "event", record->at_us);
	json_object_set(line, "event", shown);
	if (named_n > 0)
		json_object_set_new(line, "named_n", json_integer(named_n));
	return write_position(telling, line, record, is_veiled ? NULL : event->hash);
}

static bool
record_before(struct sabot_playback *playback, struct sabot_playback_event *event, void *data)
{
	struct telling *telling = data;

	(void)event;
	sabot_veiling_update(&telling->veiling, playback);
	return true;
}

static bool
write_event(struct sabot_playback *playback, const struct sabot_playback_event *event, void *data)
{
	struct telling *telling = data;
	const struct sabot_log_record *record = event->record;
	const struct sabot_table *table = sabot_playback_table(playback);
	struct derived derived = {telling, &table->rules, record->at_us, NULL};
	json_t *shown;
	bool is_good;

	if (record->n < telling->round->n)
		return true;
	if (record->n > telling->round->end_n &&
	    (record->at_us > telling->until_us ||
	     (table->round.open && table->round.number != telling->round->round)))
		return false;
	derived.lines = json_array();
	shown = sabot_veiling_apply(&telling->veiling, playback, event, write_derived, &derived);
	is_good = write_logged(telling, playback, event, shown);
	json_array_extend(telling->lines, derived.lines);
	write_shown(telling, playback, record->at_us);
	telling->until_us = MAX(telling->until_us, record->at_us);
	json_decref(derived.lines);
	json_decref(shown);
	return is_good;
}

/* An event of the house log is included if it is about this table, or about none. */
static bool
is_written(const struct telling *telling, json_t *event)
{
	g_autofree char *table = NULL;

	if (telling->concerned)
		return sabot_concerned_needs(telling->concerned, event);
	table = sabot_wire_house_line_table(event);
	return !table || strcmp(table, telling->table) == 0;
}

static bool
write_remark(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct telling *telling = data;
	json_t *event = json_loads(record->line, 0, NULL), *line;
	bool is_good = true;

	if (is_written(telling, event)) {
		line = add_line(telling->lines, "house", record->at_us);
		json_object_set(line, "event", event);
		is_good = write_position(telling, line, record, hash);
	}
	json_decref(event);
	return is_good;
}

static bool
write_house(struct telling *telling)
{
	struct sabot_book *book = telling->book;
	const int64_t from_us =
		telling->round->at_us - STORY_HOUSE_BEFORE_MINUTES * G_TIME_SPAN_MINUTE;
	g_autoptr(GArray) notes =
		sabot_index_list_notes(book->index, from_us, telling->until_us, &telling->error);
	struct sabot_walk_range range = {0};

	if (!notes || !sabot_log_get_id(book->db, "house", &range.log_id, &telling->error))
		return false;
	for (guint i = 0; i < notes->len; i++) {
		range.from_n = g_array_index(notes, int64_t, i);
		range.to_n = range.from_n + 1;
		if (!sabot_walk_log(book->db, &range, write_remark, telling, &telling->error))
			return false;
	}
	return !telling->error;
}

static bool
write_table(struct telling *telling)
{
	const struct sabot_playback_player player = {record_before, write_event, telling};
	struct sabot_playback *playback =
		sabot_book_get_playback(telling->book, telling->table, &telling->error);
	bool is_whole = playback &&
			sabot_playback_seek_before(playback, telling->round->n, &telling->error) &&
			sabot_playback_play(playback, INT64_MAX, &player, &telling->error);

	sabot_playback_free(playback);
	return is_whole && !telling->error;
}

/* A line, and what it is sorted by. */
struct placed_line {
	json_t *line;
	int64_t at_us;
	size_t index;
};

static int
compare_times(const void *a, const void *b)
{
	const struct placed_line *one = a, *other = b;

	if (one->at_us != other->at_us)
		return one->at_us < other->at_us ? -1 : 1;
	return one->index < other->index ? -1 : 1;
}

static int64_t
time_of(json_t *line)
{
	struct sabot_wire_log_line *head =
		sabot_record_parse(&sabot_wire_log_line_type, line, NULL);
	int64_t at_us = head ? head->at_us : SABOT_TIME_NONE;

	sabot_record_unref(head);
	return at_us;
}

/* By time; lines of one time stay in their order. */
static void
sort_lines(json_t *lines)
{
	size_t n_lines = json_array_size(lines), index;
	g_autofree struct placed_line *sorted = g_new(struct placed_line, n_lines + 1);
	json_t *line;

	json_array_foreach(lines, index, line)
		sorted[index] = (struct placed_line){json_incref(line), time_of(line), index};
	qsort(sorted, n_lines, sizeof(sorted[0]), compare_times);
	json_array_clear(lines);
	for (index = 0; index < n_lines; index++)
		json_array_append_new(lines, sorted[index].line);
}

struct sabot_wire_story *
sabot_story_read(json_t *story)
{
	return sabot_record_parse(&sabot_wire_story_type, story, NULL);
}

void
sabot_story_add(json_t *story, const json_t *lines)
{
	json_t *all = sabot_wire_page_items(story, "lines");

	json_array_extend(all, (json_t *)lines);
	sort_lines(all);
}

static json_t *
build_head(struct telling *telling)
{
	const struct sabot_index_round *round = telling->round;
	g_autoptr(GPtrArray) persons =
		sabot_index_list_logins(telling->book->index, round->at_us, &telling->error);
	g_autofree char *at = sabot_time_format(round->at_us);
	g_autofree char *end = sabot_time_format(round->end_us);
	json_t *logged_in = json_array(), *story;

	for (guint i = 0; persons && i < persons->len; i++) {
		const char *person = g_ptr_array_index(persons, i);

		if (!telling->concerned || sabot_concerned_has(telling->concerned, person))
			json_array_append_new(logged_in, json_string(person));
	}
	story = json_pack("{s:s, s:I, s:I, s:s, s:s, s:s}", "story", telling->table, "load",
			  (json_int_t)round->load, "round", (json_int_t)round->round, "at", at,
			  "end", end, "outcome", round->outcome);
	sabot_json_set_money(story, "staked", round->staked_minor);
	sabot_json_set_money(story, "due", round->due_minor);
	json_object_set_new(story, "logged_in", logged_in);
	json_object_set(story, "lines", telling->lines);
	return story;
}

json_t *
sabot_story_write(struct sabot_book *book, const char *table, const struct sabot_index_round *round,
		  GError **error)
{
	const struct sabot_story_limits none = {0};

	return sabot_story_write_limited(book, table, round, &none, error);
}

json_t *
sabot_story_write_limited(struct sabot_book *book, const char *table,
			  const struct sabot_index_round *round,
			  const struct sabot_story_limits *limits, GError **error)
{
	struct telling telling = {
		.book = book,
		.table = table,
		.round = round,
		.lines = json_array(),
		.veiling = {.from_n = limits->veiled_from_n},
		.concerned = limits->concerned,
		.until_us = round->end_us + STORY_AFTER_MINUTES * G_TIME_SPAN_MINUTE,
	};
	json_t *story = NULL;

	if (write_table(&telling) && write_house(&telling)) {
		sort_lines(telling.lines);
		story = build_head(&telling);
	}
	json_decref(telling.shown);
	json_decref(telling.lines);
	sabot_profile_free(telling.profile);
	g_free(telling.profile_name);
	if (!telling.error)
		return story;
	json_decref(story);
	g_propagate_error(error, telling.error);
	return NULL;
}
