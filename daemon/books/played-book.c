/*
 * Two short lists. A round reported again, after a ruling, is not counted again.
 */
#include "played-book.h"

#include "engine/core/event.h"

#include <string.h>

enum { DAYS_KEPT = 7, LOADS_MAX = 500 };

#define QUARTER_US (15 * G_TIME_SPAN_MINUTE)

void
sabot_played_book_init(struct sabot_played_book *book)
{
	book->quarters = g_array_new(FALSE, FALSE, sizeof(struct sabot_played_quarter));
	book->loads = g_array_new(FALSE, FALSE, sizeof(struct sabot_ended_load));
}

void
sabot_played_book_clear(struct sabot_played_book *book)
{
	g_array_unref(book->quarters);
	g_array_unref(book->loads);
}

/* Times go back where a clock was set: the quarter is found, wherever it is. */
static struct sabot_played_quarter *
need_quarter(struct sabot_played_book *book, int64_t from_us)
{
	struct sabot_played_quarter quarter = {.from_us = from_us};
	guint i = book->quarters->len;

	while (i > 0) {
		struct sabot_played_quarter *other =
			&g_array_index(book->quarters, struct sabot_played_quarter, i - 1);

		if (other->from_us == from_us)
			return other;
		if (other->from_us < from_us)
			break;
		i--;
	}
	g_array_insert_val(book->quarters, i, quarter);
	if (book->quarters->len > DAYS_KEPT * 24 * 4) {
		g_array_remove_index(book->quarters, 0);
		i = MAX(i, 1) - 1;
	}
	return &g_array_index(book->quarters, struct sabot_played_quarter, i);
}

static void
record_load(struct sabot_played_book *book, int64_t at_us, const json_t *line)
{
	const char *verdict = json_string_value(json_object_get(line, "verdict"));
	struct sabot_ended_load load = {
		.number = json_integer_value(json_object_get(line, "load")),
		.ended_us = at_us,
		.is_complete = g_strcmp0(verdict, "complete") == 0,
		.is_wrong = g_strcmp0(verdict, "extra") == 0 || g_strcmp0(verdict, "missing") == 0,
	};

	g_array_append_val(book->loads, load);
	if (book->loads->len > LOADS_MAX)
		g_array_remove_index(book->loads, 0);
}

void
sabot_played_book_apply(struct sabot_played_book *book, int64_t at_us, const json_t *line)
{
	const char *out = json_string_value(json_object_get(line, "out"));

	if (at_us == SABOT_TIME_NONE || at_us < 0)
		return;
	if (g_strcmp0(out, "load") == 0)
		record_load(book, at_us, line);
	else if (g_strcmp0(out, "round") == 0 && !json_object_get(line, "again"))
		need_quarter(book, at_us - at_us % QUARTER_US)->n_rounds++;
}

int64_t
sabot_played_book_count(const struct sabot_played_book *book, int64_t from_us, int64_t to_us)
{
	int64_t n_rounds = 0;

	for (guint i = 0; i < book->quarters->len; i++) {
		const struct sabot_played_quarter *quarter =
			&g_array_index(book->quarters, struct sabot_played_quarter, i);

		if (quarter->from_us >= from_us && quarter->from_us < to_us)
			n_rounds += quarter->n_rounds;
	}
	return n_rounds;
}
