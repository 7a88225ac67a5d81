/*
 * test-derive LOG…: a sheet that grew is the sheet of the whole log, to the byte, wherever the log
 * was cut and gone on with; and the index of orders finds what plain searching finds.
 */
#include "gather/load-order.h"
#include "gather/report-derive.h"
#include "eventlog/log-reader.h"
#include "eventlog/order-index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka.h needs the ones above */
#include <cmocka.h>

enum { CUTS = 40, ORDER_LOADS = 30, ORDER_CARDS = 60 };

static char **logs;

struct log {
	struct sabot_log_header header;
	GPtrArray *events; /* of json_t */
};

static void
free_json(gpointer json)
{
	json_decref(json);
}

static struct log *
read_log(const char *path)
{
	struct log *log = g_new0(struct log, 1);
	FILE *file = fopen(path, "re");
	struct sabot_log_reader *reader = sabot_log_reader_new(file, NULL);
	char why[SABOT_LOG_ERROR_SIZE] = "";
	struct sabot_event event;
	const json_t *object;

	log->events = g_ptr_array_new_with_free_func(free_json);
	if (!sabot_log_reader_header(reader, &log->header, why))
		fail_msg("%s: %s", path, why);
	while (sabot_log_reader_next(reader, &event, &object, why) == SABOT_LOG_EVENT)
		g_ptr_array_add(log->events, json_deep_copy(object));
	sabot_log_reader_free(reader);
	fclose(file);
	return log;
}

static struct report_derive *
begin(const struct log *log)
{
	const unsigned before[] = {log->header.from_load, log->header.from_round,
				   log->header.from_incident};

	return report_derive_new(&log->header.rules, "", 1, before);
}

static void
feed(struct report_derive *derive, const struct log *log, guint from, guint to)
{
	g_autoptr(GError) error = NULL;

	for (guint i = from; i < to; i++)
		if (!report_derive_event(derive, g_ptr_array_index(log->events, i), &error))
			fail_msg("event %u: %s", i + 1, error->message);
}

/* Stop after `cut` events, keep, continue. Transferred. */
static struct sabot_sheet *
derive_cut(const struct log *log, guint cut)
{
	struct report_derive *derive = begin(log);
	g_autoptr(GBytes) state = NULL;
	struct sabot_sheet *sheet;

	feed(derive, log, 0, cut);
	state = report_derive_save(derive);
	sheet = report_derive_finish(derive, false);
	derive = report_derive_resume(&log->header.rules, sheet, state);
	assert_non_null(derive);
	assert_int_equal(report_derive_next_n(derive), cut + 1);
	sabot_sheet_free(sheet);
	feed(derive, log, cut, log->events->len);
	return report_derive_finish(derive, true);
}

static void
check_log(const char *path)
{
	struct log *log = read_log(path);
	struct report_derive *derive = begin(log);
	guint step = MAX(log->events->len / CUTS, 1);
	struct sabot_sheet *whole;

	feed(derive, log, 0, log->events->len);
	whole = report_derive_finish(derive, true);
	for (guint cut = 0; cut <= log->events->len; cut += step) {
		struct sabot_sheet *grown = derive_cut(log, cut);

		if (!g_bytes_equal(grown->bytes, whole->bytes))
			fail_msg("%s: cut after %u events it is another sheet", path, cut);
		sabot_sheet_free(grown);
	}
	sabot_sheet_free(whole);
	g_ptr_array_unref(log->events);
	g_free(log);
}

static void
test_grown_sheets(void **state)
{
	(void)state;
	for (int i = 0; logs[i] != NULL; i++)
		check_log(logs[i]);
}

static void
test_damaged_state(void **state)
{
	struct log *log = read_log(logs[0]);
	struct report_derive *derive = begin(log);
	g_autoptr(GBytes) saved = NULL;
	struct sabot_sheet *sheet;
	gsize length;
	const guint8 *data;

	(void)state;
	feed(derive, log, 0, log->events->len / 2);
	saved = report_derive_save(derive);
	sheet = report_derive_finish(derive, false);
	data = g_bytes_get_data(saved, &length);
	for (gsize cut = 0; cut < length; cut += 7) {
		g_autoptr(GBytes) part = g_bytes_new(data, cut);

		report_derive_free(report_derive_resume(&log->header.rules, sheet, part));
	}
	sabot_sheet_free(sheet);
	g_ptr_array_unref(log->events);
	g_free(log);
}

/* The first load before `load` in which these 20 cards stand; 0. */
static unsigned
search(guint8 cards[ORDER_LOADS][ORDER_CARDS], int load, const guint8 *window)
{
	for (int earlier = 0; earlier < load; earlier++)
		if (memmem(cards[earlier], ORDER_CARDS, window, SABOT_ORDER_WINDOW_CARDS) != NULL)
			return (unsigned)earlier + 1;
	return 0;
}

static struct sabot_card
card_of(guint8 card)
{
	return (struct sabot_card){.rank = card, .suit = SABOT_HEARTS};
}

static unsigned
find(const struct sabot_order_index *index, const guint8 *window)
{
	struct sabot_card cards[SABOT_ORDER_WINDOW_CARDS];

	for (int i = 0; i < SABOT_ORDER_WINDOW_CARDS; i++)
		cards[i] = card_of(window[i]);
	return sabot_order_index_find(index, cards);
}

static void
add_load(struct sabot_order_index *index, unsigned load, const guint8 *cards)
{
	sabot_order_index_begin_load(index, load);
	for (int i = 0; i < ORDER_CARDS; i++)
		sabot_order_index_add(index, card_of(cards[i]));
	sabot_order_index_end_load(index);
}

/* Few ranks and pieces of earlier loads: runs are met again often. */
static void
test_orders(void **state)
{
	guint8 cards[ORDER_LOADS][ORDER_CARDS];
	struct sabot_order_index *index = sabot_order_index_new();
	GRand *dice = g_rand_new_with_seed(3);
	int found = 0;

	(void)state;
	for (int load = 0; load < ORDER_LOADS; load++) {
		int from = g_rand_int_range(dice, 0, ORDER_LOADS);

		for (int i = 0; i < ORDER_CARDS; i++)
			cards[load][i] = from < load && i > 20
						 ? cards[from][i - 5]
						 : (guint8)g_rand_int_range(dice, 1, 5);
		if (load == ORDER_LOADS / 2) {
			g_autoptr(GBytes) saved = sabot_order_index_save(index);

			sabot_order_index_free(index);
			index = sabot_order_index_restore(saved);
			assert_non_null(index);
		}
		for (int i = 0; i + SABOT_ORDER_WINDOW_CARDS <= ORDER_CARDS; i++) {
			unsigned wanted = search(cards, load, &cards[load][i]);

			assert_int_equal(find(index, &cards[load][i]), wanted);
			found += wanted != 0;
		}
		add_load(index, (unsigned)load + 1, cards[load]);
	}
	assert_true(found > 100);
	g_rand_free(dice);
	sabot_order_index_free(index);
}

/* --- what is kept of a long log --- */

enum {
	LONG_LOADS = 3000,
	LONG_CARDS = 312,
	LONG_RECENT_LOADS = 256, /* of which nothing is forgotten */
	LONG_SURE_CARDS = 83,
	LONG_SHORT_CARDS = 50,
	LONG_TRIES = 4000,
	LONG_BYTES_A_LOAD = 6 * 20,
};

static struct sabot_card
card_of_deck(guint8 card)
{
	return (struct sabot_card){.rank = card % 13 + 1, .suit = card / 13 + 1};
}

/* Where in this piece a run is found that the load of the answer has; 0: nowhere. */
static unsigned
find_piece(const struct sabot_order_index *index, guint8 (*loads)[LONG_CARDS], const guint8 *piece,
	   int n_cards)
{
	for (int i = 0; i + SABOT_ORDER_WINDOW_CARDS <= n_cards; i++) {
		struct sabot_card cards[SABOT_ORDER_WINDOW_CARDS];
		unsigned load;

		for (int j = 0; j < SABOT_ORDER_WINDOW_CARDS; j++)
			cards[j] = card_of_deck(piece[i + j]);
		load = sabot_order_index_find(index, cards);
		if (load == 0)
			continue;
		assert_non_null(
			memmem(loads[load - 1], LONG_CARDS, piece + i, SABOT_ORDER_WINDOW_CARDS));
		return load;
	}
	return 0;
}

/* How many pieces of so many cards are found, of loads before `end`, of 1000. */
static int
count_found(const struct sabot_order_index *index, guint8 (*loads)[LONG_CARDS], GRand *dice,
	    const int range[2], int n_cards)
{
	int n_found = 0;

	for (int i = 0; i < LONG_TRIES; i++) {
		int load = g_rand_int_range(dice, range[0], range[1]);
		int first = g_rand_int_range(dice, 0, LONG_CARDS - n_cards + 1);

		n_found += find_piece(index, loads, loads[load] + first, n_cards) != 0;
	}
	return n_found * 1000 / LONG_TRIES;
}

static void
add_dealt_load(struct sabot_order_index *index, unsigned load, const guint8 *cards)
{
	sabot_order_index_begin_load(index, load);
	for (int i = 0; i < LONG_CARDS; i++)
		sabot_order_index_add(index, card_of_deck(cards[i]));
	sabot_order_index_end_load(index);
}

static gsize
size_of(const struct sabot_order_index *index)
{
	g_autoptr(GBytes) saved = sabot_order_index_save(index);

	return g_bytes_get_size(saved);
}

static void
test_long_log(void **state)
{
	static const int all[2] = {0, LONG_LOADS};
	static const int recent[2] = {LONG_LOADS - LONG_RECENT_LOADS, LONG_LOADS};
	static const int old[2] = {0, LONG_LOADS / 2};
	guint8(*loads)[LONG_CARDS] = g_malloc(LONG_LOADS * sizeof(*loads));
	struct sabot_order_index *index = sabot_order_index_new();
	GRand *dice = g_rand_new_with_seed(7);
	guint8 other[LONG_CARDS];
	gsize half_bytes = 0;
	int n_short;

	(void)state;
	for (int load = 0; load < LONG_LOADS; load++) {
		for (int i = 0; i < LONG_CARDS; i++)
			loads[load][i] = (guint8)g_rand_int_range(dice, 0, 52);
		add_dealt_load(index, (unsigned)load + 1, loads[load]);
		if (load == LONG_LOADS / 2)
			half_bytes = size_of(index);
	}
	assert_true(size_of(index) - half_bytes <
		    (gsize)LONG_BYTES_A_LOAD * LONG_LOADS / 2 +
			    (gsize)LONG_RECENT_LOADS * LONG_CARDS * 2);
	for (int i = 0; i < LONG_CARDS; i++)
		other[i] = (guint8)g_rand_int_range(dice, 0, 52);
	assert_int_equal(find_piece(index, loads, other, LONG_CARDS), 0);
	assert_int_equal(count_found(index, loads, dice, all, LONG_SURE_CARDS), 1000);
	assert_int_equal(count_found(index, loads, dice, recent, SABOT_ORDER_WINDOW_CARDS), 1000);
	n_short = count_found(index, loads, dice, old, LONG_SHORT_CARDS);
	assert_in_range(n_short, 400, 600);
	sabot_order_index_free(index);
	g_rand_free(dice);
	g_free(loads);
}

/* 0: one that is not known. */
static struct sabot_card
known_or_not(int code)
{
	return code > 0 ? card_of((guint8)code) : (struct sabot_card){0};
}

/* Card by card, from every pair of places. */
static unsigned
longest_row(const int *before, const int *now, int n_cards)
{
	unsigned longest = 0;

	for (int i = 0; i < n_cards; i++)
		for (int j = 0; j < n_cards; j++) {
			unsigned row = 0;

			while (MAX(i, j) + (int)row < n_cards && before[i + row] != 0 &&
			       before[i + row] == now[j + row])
				row++;
			longest = MAX(longest, row);
		}
	return longest;
}

/* Packets of 0 to 19 cards of the load before, of few kinds of cards, some of them not known. */
static void
test_rows_of_the_load_before(void **state)
{
	GRand *dice = g_rand_new_with_seed(11);
	struct load_order order;
	int before[ORDER_CARDS] = {0}, now[ORDER_CARDS];
	unsigned places;

	(void)state;
	load_order_init(&order);
	for (int load = 0; load < 200; load++) {
		int packet = g_rand_int_range(dice, 0, 20);
		int from = g_rand_int_range(dice, 0, ORDER_CARDS - packet);
		int to = g_rand_int_range(dice, 0, ORDER_CARDS - packet);

		load_order_begin(&order);
		for (int i = 0; i < ORDER_CARDS; i++)
			now[i] = g_rand_int_range(dice, 0, SABOT_RANKS + 1);
		memcpy(now + to, before + from, (size_t)packet * sizeof(int));
		for (int i = 0; i < ORDER_CARDS; i++)
			load_order_add(&order, known_or_not(now[i]));
		assert_int_equal(load_order_longest(&order, &places),
				 load == 0 ? 0 : longest_row(before, now, ORDER_CARDS));
		assert_int_equal(places, load == 0 ? 0 : ORDER_CARDS * ORDER_CARDS);
		memcpy(before, now, sizeof(before));
	}
	load_order_clear(&order);
	g_rand_free(dice);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders),
		cmocka_unit_test(test_rows_of_the_load_before),
		cmocka_unit_test(test_long_log),
		cmocka_unit_test(test_grown_sheets),
		cmocka_unit_test(test_damaged_state),
	};

	if (argc < 2)
		return 1;
	logs = argv + 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
