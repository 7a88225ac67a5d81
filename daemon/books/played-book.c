/*
 * Two short lists.
 */
#include "played-book.h"

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

/* Times go back if a clock was set: the quarter is found wherever it is. */
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

void
sabot_played_book_add_load(struct sabot_played_book *book, int64_t at_us,
			   const struct sabot_load_report *report)
{
	struct sabot_ended_load load = {
		.number = report->load,
		.ended_us = at_us,
		.is_complete = report->verdict == SABOT_COMPLETE,
		.is_wrong = report->verdict == SABOT_EXTRA || report->verdict == SABOT_MISSING,
	};

	if (at_us < 0)
		return;
	g_array_append_val(book->loads, load);
	if (book->loads->len > LOADS_MAX)
		g_array_remove_index(book->loads, 0);
}

void
sabot_played_book_add_round(struct sabot_played_book *book, int64_t at_us)
{
	if (at_us >= 0)
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
