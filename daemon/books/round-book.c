/*
 * Rounds are kept as text: there are many, and few are requested.
 */
#include "round-book.h"

#include <string.h>

struct past_round {
	json_int_t number;
	char *text;
};

static void
free_round(gpointer data)
{
	struct past_round *round = data;

	free(round->text);
	g_free(round);
}

void
sabot_round_book_init(struct sabot_round_book *book)
{
	*book = (struct sabot_round_book){
		.rounds = g_ptr_array_new_with_free_func(free_round),
		.paid = json_array(),
		.prepared = json_array(),
		.preparing = json_array(),
	};
}

void
sabot_round_book_clear(struct sabot_round_book *book)
{
	g_ptr_array_unref(book->rounds);
	json_decref(book->paid);
	json_decref(book->prepared);
	json_decref(book->preparing);
	json_decref(book->loaded_at);
}

static struct past_round *
find_round(const struct sabot_round_book *book, json_int_t number)
{
	for (guint i = book->rounds->len; i-- > 0;) {
		struct past_round *round = g_ptr_array_index(book->rounds, i);

		if (round->number == number)
			return round;
	}
	return NULL;
}

static void
set_text(struct past_round *round, json_t *json)
{
	free(round->text);
	round->text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
}

/* Members of `event`, without those that every event has. */
static json_t *
strip(const json_t *event, const char *const *names)
{
	json_t *kept = json_object();

	for (; *names; names++) {
		json_t *value = json_object_get(event, *names);

		if (value)
			json_object_set(kept, *names, value);
	}
	return kept;
}

/*
 * Append to a list of the round's. What a flood of them says beyond the bound is counted: the log
 * has it.
 */
static void
append(struct past_round *round, const char *name, json_t *item)
{
	json_t *json = json_loads(round->text, 0, NULL);
	json_t *list = json_object_get(json, name);

	if (!list) {
		list = json_array();
		json_object_set_new(json, name, list);
	}
	if (json_array_size(list) < SABOT_ROUND_NOTES_MAX) {
		json_array_append_new(list, item);
	} else {
		json_int_t more = json_integer_value(json_object_get(json, "more"));

		json_object_set_new(json, "more", json_integer(more + 1));
		json_decref(item);
	}
	set_text(round, json);
}

/* A round reported again keeps what was paid and put right. */
static void
build_round(struct sabot_round_book *book, json_t *json)
{
	json_int_t number = json_integer_value(json_object_get(json, "round"));
	struct past_round *round = find_round(book, number);

	if (round) {
		json_t *before = json_loads(round->text, 0, NULL);

		json_object_update_missing(json, before);
		json_decref(before);
	} else {
		round = g_new0(struct past_round, 1);
		round->number = number;
		g_ptr_array_add(book->rounds, round);
		if (json_array_size(book->paid) > 0)
			json_object_set(json, "paid", book->paid);
		json_decref(book->paid);
		book->paid = json_array();
	}
	set_text(round, json);
	if (book->rounds->len > SABOT_ROUND_BOOK_MAX)
		g_ptr_array_remove_index(book->rounds, 0);
}

/* The `round` lines, each with the `settle` lines that follow it. */
static void
record_out(struct sabot_round_book *book, const struct sabot_round_note *note)
{
	json_t *at = json_object_get(note->event, "at"), *round = NULL, *line;
	size_t index;

	json_array_foreach((json_t *)note->out, index, line) {
		const char *out = json_string_value(json_object_get(line, "out"));
		json_t *copy;

		if (!out || (strcmp(out, "round") != 0 && strcmp(out, "settle") != 0))
			continue;
		copy = json_copy(line);
		json_object_del(copy, "out");
		json_object_del(copy, "line");
		json_object_del(copy, "again");
		if (strcmp(out, "round") == 0) {
			if (round)
				build_round(book, round);
			round = copy;
			json_object_set(round, "at", at);
			json_object_set_new(round, "stakes", json_array());
		} else {
			json_object_del(copy, "round");
			json_array_append_new(json_object_get(round, "stakes"), copy);
		}
	}
	if (round)
		build_round(book, round);
}

static void
record_paid(struct sabot_round_book *book, const struct sabot_round_note *note)
{
	static const char *const names[] = {"box", "hand", "bettor", "on", "amount", NULL};
	struct past_round *round = find_round(book, note->paid_round);
	json_t *item = strip(note->event, names);

	if (round)
		append(round, "paid", item);
	else if (json_array_size(book->paid) < SABOT_ROUND_NOTES_MAX)
		json_array_append_new(book->paid, item);
	else
		json_decref(item);
}

static void
record_correction(struct sabot_round_book *book, const json_t *event)
{
	static const char *const names[] = {"box",      "bettor",  "amount", "note", "by",
					    "incident", "decided", "at",     NULL};
	struct past_round *round =
		find_round(book, json_integer_value(json_object_get(event, "round")));

	if (round)
		append(round, "corrections", strip(event, names));
}

static void
record_load(struct sabot_round_book *book, const struct sabot_round_note *note)
{
	json_decref(book->prepared);
	book->prepared = book->preparing;
	book->preparing = json_array();
	json_decref(book->loaded_at);
	book->loaded_at = json_incref(json_object_get(note->event, "at"));
	book->from_round = note->from_round;
}

void
sabot_round_book_apply(struct sabot_round_book *book, const struct sabot_round_note *note)
{
	static const char *const names[] = {"step", "who", "by", "at", NULL};
	const char *ev = json_string_value(json_object_get(note->event, "ev"));

	record_out(book, note);
	if (!ev)
		return;
	if (note->paid_round)
		record_paid(book, note);
	else if (strcmp(ev, "correction") == 0)
		record_correction(book, note->event);
	else if (strcmp(ev, "load") == 0)
		record_load(book, note);
	else if (strcmp(ev, "prepared") == 0 &&
		 json_array_size(book->preparing) < SABOT_PREPARED_MAX)
		json_array_append_new(book->preparing, strip(note->event, names));
}

json_t *
sabot_round_book_get(const struct sabot_round_book *book, guint back)
{
	const struct past_round *round;

	if (back >= book->rounds->len)
		return NULL;
	round = g_ptr_array_index(book->rounds, book->rounds->len - 1 - back);
	return json_loads(round->text, 0, NULL);
}
