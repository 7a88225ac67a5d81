/*
 * The rounds of a table as they were reported: what was paid before, in and after them stays with
 * them when they are reported again, and a flood of it is counted.
 */
#include "daemon/books/round-book.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static json_t *
load(const char *text)
{
	g_autofree char *quoted = g_strdelimit(g_strdup(text), "'", '"');
	json_t *json = json_loads(quoted, 0, NULL);

	assert_non_null(json);
	return json;
}

/* A step that reports a round of punto banco: 9 to 3, its cards not certain. Transferred. */
static struct sabot_update *
report(unsigned number, enum sabot_winner winner, bool is_again)
{
	struct sabot_update *update = g_new0(struct sabot_update, 1);

	update->rounds[0] = (struct sabot_round_report){
		.game = SABOT_PUNTO_BANCO,
		.load = 1,
		.number = number,
		.line = 9,
		.winner = winner,
		.punto = 9,
		.banca = 3,
		.again = is_again,
	};
	update->outputs[0].kind = SABOT_OUTPUT_ROUND;
	update->n_outputs = update->n_rounds = 1;
	return update;
}

/* The same with a stake of 10 of box 3 on punto, which wins 10. Transferred. */
static struct sabot_update *
report_with_stake(void)
{
	struct sabot_update *update = report(4, SABOT_WINNER_PUNTO, false);

	update->stakes[0] = (struct sabot_stake_report){
		.box = 3,
		.hand = -1,
		.on = SABOT_BET_PUNTO,
		.bettor = "3",
		.has_stake = true,
		.due = SABOT_DUE_CERTAIN,
		.stake_minor = 10,
		.due_minor = 10,
		.due_min_minor = 10,
		.due_max_minor = 10,
	};
	update->rounds[0].n_stakes = update->n_stakes = 1;
	return update;
}

/* An event, with ' for ", and the step that follows from it, transferred; NULL: nothing follows. */
static void
apply(struct sabot_round_book *book, const char *event, struct sabot_update *update,
      unsigned paid_round)
{
	GPtrArray *rounds = g_ptr_array_new_with_free_func(sabot_reported_round_free);
	struct sabot_round_note note = {
		.event = load(event), .rounds = rounds, .paid_round = paid_round};

	for (unsigned i = 0; update && i < update->n_outputs; i++)
		g_ptr_array_add(rounds, sabot_reported_round_new(update, &update->outputs[i]));
	sabot_round_book_apply(book, &note);
	json_decref((json_t *)note.event);
	g_ptr_array_unref(rounds);
	g_free(update);
}

static void
assert_round(const struct sabot_round_book *book, guint back, const char *expected)
{
	int64_t number;
	json_t *round = sabot_round_book_get(book, back, &number), *wanted = load(expected);

	assert_non_null(round);
	assert_int_equal(number, json_integer_value(json_object_get(round, "round")));
	assert_true(json_equal(round, wanted));
	json_decref(wanted);
	json_decref(round);
}

/* What report() says of points and cards. */
#define CARDS "'punto':9,'banca':3,'punto_cards':null,'banca_cards':null"

static const char result[] = "{'ev':'result','at':'2026-11-21T20:00:00.5Z'}";
static void
test_a_round_with_all_that_is_paid(void **state)
{
	struct sabot_round_book book;

	(void)state;
	sabot_round_book_init(&book);
	apply(&book, "{'ev':'paid','box':3,'on':'punto','amount':10,'by':'p1'}", NULL, 4);
	apply(&book, result, report_with_stake(), 0);
	apply(&book, "{'ev':'paid','box':3,'hand':0,'bettor':'x','amount':-5}", NULL, 4);
	apply(&book,
	      "{'ev':'correction','round':4,'amount':7,'by':'p1','at':'2026-11-21T20:01:00Z'}",
	      NULL, 0);
	apply(&book, "{'ev':'correction','round':5,'amount':8}", NULL, 0);
	apply(&book, "{'ev':'ruling','at':'2026-11-21T20:02:00Z'}",
	      report(4, SABOT_WINNER_VOID, true), 0);
	assert_round(&book, 0,
		     "{'load':1,'round':4,'winner':'void'," CARDS
		     ",'at':'2026-11-21T20:02:00Z','stakes':[],"
		     "'paid':[{'box':3,'on':'punto','amount':10},"
		     "{'box':3,'hand':0,'bettor':'x','amount':-5}],"
		     "'corrections':[{'amount':7,'by':'p1','at':'2026-11-21T20:01:00Z'}]}");
	assert_null(sabot_round_book_get(&book, 1, &(int64_t){0}));
	sabot_round_book_clear(&book);
}

static void
test_as_reported(void **state)
{
	struct sabot_round_book book;

	(void)state;
	sabot_round_book_init(&book);
	apply(&book, result, report_with_stake(), 0);
	assert_round(&book, 0,
		     "{'load':1,'round':4,'winner':'punto'," CARDS ",'at':'2026-11-21T20:00:00.5Z',"
		     "'stakes':[{'box':3,'bettor':'3','on':'punto','stake':10,'due':10}]}");
	sabot_round_book_clear(&book);
}

static void
test_a_flood(void **state)
{
	struct sabot_round_book book;
	json_t *round, *more;

	(void)state;
	sabot_round_book_init(&book);
	apply(&book, result, report_with_stake(), 0);
	for (int i = 0; i < SABOT_ROUND_NOTES_MAX + 3; i++)
		apply(&book, "{'ev':'paid','box':1,'amount':1}", NULL, 4);
	round = sabot_round_book_get(&book, 0, &(int64_t){0});
	more = json_object_get(round, "more");
	assert_int_equal(json_array_size(json_object_get(round, "paid")), SABOT_ROUND_NOTES_MAX);
	assert_int_equal(json_integer_value(more), 3);
	json_decref(round);
	for (unsigned i = 0; i < SABOT_ROUND_BOOK_MAX + 1; i++)
		apply(&book, result, report(10 + i, SABOT_WINNER_TIE, false), 0);
	assert_int_equal(book.rounds->len, SABOT_ROUND_BOOK_MAX);
	sabot_round_book_clear(&book);
}

static void
test_loads(void **state)
{
	struct sabot_round_book book;
	json_t *wanted = load("[{'step':'shuffle','who':'p1','at':'2026-11-21T20:00:00Z'}]");

	(void)state;
	sabot_round_book_init(&book);
	apply(&book,
	      "{'ev':'prepared','step':'shuffle','who':'p1','at':'2026-11-21T20:00:00Z','x':1}",
	      NULL, 0);
	assert_true(json_equal(book.preparing, wanted));
	apply(&book, "{'ev':'load','decks':6,'at':'2026-11-21T20:03:00.25Z'}", NULL, 0);
	assert_true(json_equal(book.prepared, wanted));
	assert_int_equal(json_array_size(book.preparing), 0);
	assert_string_equal(json_string_value(book.loaded_at), "2026-11-21T20:03:00.25Z");
	json_decref(wanted);
	sabot_round_book_clear(&book);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_round_with_all_that_is_paid),
		cmocka_unit_test(test_as_reported),
		cmocka_unit_test(test_a_flood),
		cmocka_unit_test(test_loads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
