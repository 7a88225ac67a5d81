/*
 * The main bank: what its float is by slips, markers and what comes and goes, against its counts.
 */
#include "shift-fixture.h"
#include "shift/main-bank.h"

#define BANK(step, chips, cash, more)                                                              \
	"{'ev':'bank','do':'" step "','chips':[{'chip':500,'count':" chips "}],'cash':" cash more  \
	"}"
#define REQUEST(kind, number)                                                                      \
	"{'ev':'slip','do':'request','kind':'" kind "','table':'PB-01','number':" number           \
	",'chips':[{'chip':500,'count':10}]}"
#define STEP(step, number, by)                                                                     \
	"{'ev':'slip','do':'" step "','table':'PB-01','number':" number ",'by':'" by "','note':'x'}"

static struct sabot_main_bank
make(const struct fixture *fixture, const char *shift)
{
	struct sabot_main_bank bank;

	sabot_main_bank_make(fixture->ledger, shift, &bank);
	return bank;
}

static void
test_nothing_of_it(void **state)
{
	struct fixture *fixture = *state;

	assert_false(make(fixture, FIXTURE_SHIFT).is_kept);
	fixture_take(fixture, REQUEST("fill", "1"));
	fixture_take(fixture, STEP("issue", "1", "p3"));
	assert_false(make(fixture, FIXTURE_SHIFT).is_kept);
}

/* Each in its direction, and only once it has moved. */
static void
test_float(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_main_bank bank;

	fixture_take(fixture, BANK("opener", "100", "7000", ""));
	fixture_take(fixture, REQUEST("fill", "1"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).float_minor, 57000);
	fixture_take(fixture, STEP("issue", "1", "p3"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).float_minor, 52000);
	fixture_take(fixture, STEP("receive", "1", "p4"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).float_minor, 52000);
	fixture_take(fixture, REQUEST("credit", "2"));
	fixture_take(fixture, STEP("issue", "2", "p3"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).float_minor, 52000);
	fixture_take(fixture, STEP("receive", "2", "p4"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).float_minor, 57000);
	fixture_take(fixture, REQUEST("fill", "3"));
	fixture_take(fixture, STEP("issue", "3", "p3"));
	fixture_take(fixture, STEP("void", "3", "p4"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).float_minor, 57000);
	fixture_take(fixture, "{'ev':'marker','do':'issue','table':'PB-01','number':1,"
			      "'amount':900,'patron':'K'}");
	fixture_take(fixture, "{'ev':'marker','do':'redeem','table':'PB-01','number':1,"
			      "'amount':300}");
	fixture_take(fixture, BANK("in", "2", "50", ",'note':'vault'"));
	fixture_take(fixture, "{'ev':'bank','do':'out','cash':40,'note':'to the bank'}");
	bank = make(fixture, FIXTURE_SHIFT);
	assert_int_equal(bank.float_minor, 57000 + 300 + 1050 - 40);
	assert_int_equal(bank.n_fills, 1);
	assert_int_equal(bank.n_credits, 1);
	assert_false(bank.has_difference);
}

/* A count is held against the float of its own time; the closer rolls into the next shift. */
static void
test_counts(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_main_bank bank;

	fixture_take(fixture, BANK("opener", "100", "0", ""));
	fixture_take(fixture, BANK("check", "98", "1000", ",'at':'2026-11-21T10:30:00Z'"));
	fixture_take(fixture, "{'ev':'bank','do':'in','cash':500,'note':'vault',"
			      "'at':'2026-11-21T11:00:00Z'}");
	bank = make(fixture, FIXTURE_SHIFT);
	assert_true(bank.has_difference);
	assert_int_equal(bank.difference_minor, 0);
	fixture_take(fixture, BANK("closer", "97", "1000", ",'at':'2026-11-21T12:00:00Z'"));
	bank = make(fixture, FIXTURE_SHIFT);
	assert_int_equal(bank.expected_minor, 50500);
	assert_int_equal(bank.difference_minor, -1000);
	fixture_refuse(fixture, BANK("closer", "97", "1", ""), "recount: the main bank was count");
	fixture_take(fixture, BANK("closer", "99", "1000",
				   ",'recount':true,"
				   "'at':'2026-11-21T12:00:00Z'"));
	assert_int_equal(make(fixture, FIXTURE_SHIFT).difference_minor, 0);
	fixture_take(fixture, BANK("in", "1", "0", ",'note':'x','shift':'" FIXTURE_NEXT "'"));
	bank = make(fixture, FIXTURE_NEXT);
	assert_true(bank.is_rolled);
	assert_int_equal(bank.opener_minor, 50500);
	assert_int_equal(bank.float_minor, 51000);
	fixture_take(fixture, BANK("opener", "100", "0", ",'shift':'" FIXTURE_NEXT "'"));
	assert_int_equal(make(fixture, FIXTURE_NEXT).opener_difference_minor, -500);
}

static void
test_refusals(void **state)
{
	struct fixture *fixture = *state;

	fixture_refuse(fixture, "{'ev':'bank','do':'opener'}", "chips: are a list");
	fixture_refuse(fixture, BANK("opener", "1", "-1", ""), "cash: is an amount");
	fixture_refuse(fixture, BANK("opener", "1", "1000000000000", ""), "cash: is an amount");
	fixture_refuse(fixture, BANK("opener", "1", "'x'", ""), "cash: is an amount");
	fixture_refuse(fixture, BANK("in", "0", "0", ",'note':'x'"), "cash: chips or cash");
	fixture_refuse(fixture, BANK("out", "1", "0", ""), "note: from where");
	fixture_refuse(fixture, BANK("in", "1", "0", ",'note':'x','recount':true"), "recount: is");
	fixture_refuse(fixture, BANK("opener", "1", "0", ",'second':'p1'"), "second: is the same");
	fixture_refuse(fixture, BANK("issue", "1", "0", ""), "do: is nothing");
	fixture_refuse(fixture, BANK("closer", "1", "0", ",'recount':true"),
		       "recount: the main bank was not");
}

/* Where it is kept, a shift wants its closer, and a word on what is too much or too little. */
static void
test_open_items(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GPtrArray) before = NULL, after = NULL;
	const struct sabot_open_item *item;

	fixture_take(fixture, BANK("opener", "100", "0", ""));
	before = sabot_open_list(fixture->ledger, FIXTURE_SHIFT, NULL, NULL);
	assert_int_equal(before->len, 1);
	item = g_ptr_array_index(before, 0);
	assert_string_equal(item->key, "bank_missing");
	assert_true(sabot_open_blocks(item->what));
	fixture_take(fixture, BANK("closer", "99", "0", ""));
	after = sabot_open_list(fixture->ledger, FIXTURE_SHIFT, NULL, NULL);
	assert_int_equal(after->len, 1);
	item = g_ptr_array_index(after, 0);
	assert_string_equal(item->key, "bank_differs");
	assert_false(sabot_open_blocks(item->what));
	assert_int_equal(item->amount_minor, -500);
}

int
main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_nothing_of_it), TEST(test_float),      TEST(test_counts),
		TEST(test_refusals),      TEST(test_open_items),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
