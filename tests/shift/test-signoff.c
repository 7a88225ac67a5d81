/*
 * What is open before a seal, what blocks, and what a remark does.
 */
#include "shift-fixture.h"

static GPtrArray *
list(const struct fixture *fixture, const char *const *played)
{
	return sabot_open_list(fixture->ledger, FIXTURE_SHIFT, played, NULL);
}

/* The items' keys, one a line. */
static void
assert_open(const struct fixture *fixture, const char *const *played, const char *keys)
{
	g_autoptr(GPtrArray) items = list(fixture, played);
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < items->len; i++) {
		const struct sabot_open_item *item = g_ptr_array_index(items, i);

		g_string_append_printf(text, "%s\n", item->key);
	}
	assert_string_equal(text->str, keys);
}

static void
test_played_tables_are_counted(void **state)
{
	static const char *const played[] = {"PB-01", NULL};
	struct fixture *fixture = *state;

	assert_open(fixture, NULL, "");
	assert_open(fixture, played,
		    "opener_missing/PB-01\ncloser_missing/PB-01\ndrop_missing/PB-01\n");
	fixture_take(fixture, "{'ev':'count','do':'closer','shift':'2026-11-20/3',"
			      "'table':'PB-01','chips':[{'chip':500,'count':10}]}");
	assert_open(fixture, played, "closer_missing/PB-01\ndrop_missing/PB-01\n");
	fixture_take(fixture, "{'ev':'count','do':'closer','table':'PB-01','chips':[]}");
	fixture_take(fixture,
		     "{'ev':'drop','do':'box','table':'PB-01','box':'1','counts':{'cash':1}}");
	assert_open(fixture, played, "");
}

static void
test_an_opener_that_differs(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GPtrArray) items = NULL;

	fixture_take(fixture, "{'ev':'count','do':'closer','shift':'2026-11-20/3',"
			      "'table':'PB-01','chips':[{'chip':500,'count':10}]}");
	fixture_take(fixture, "{'ev':'count','do':'opener','table':'PB-01','chips':"
			      "[{'chip':500,'count':9}]}");
	fixture_take(fixture, "{'ev':'count','do':'closer','table':'PB-01','chips':[]}");
	assert_open(fixture, NULL, "opener_recount/PB-01\ndrop_missing/PB-01\n");
	fixture_take(fixture, "{'ev':'count','do':'opener','recount':true,'table':'PB-01','chips':"
			      "[{'chip':500,'count':9}]}");
	assert_open(fixture, NULL, "opener_differs/PB-01\ndrop_missing/PB-01\n");
	items = list(fixture, NULL);
	assert_int_equal(((struct sabot_open_item *)g_ptr_array_index(items, 0))->amount_minor,
			 -500);
	assert_int_equal(sabot_open_count(items), 2);
	g_clear_pointer(&items, g_ptr_array_unref);
	fixture_take(fixture, "{'ev':'remark','item':'opener_differs/PB-01','note':'found none'}");
	items = list(fixture, NULL);
	assert_int_equal(sabot_open_count(items), 1);
}

static void
test_slips(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GPtrArray) items = NULL;

	fixture_take(fixture, "{'ev':'paper','number':1,'to':2}");
	fixture_take(fixture, "{'ev':'slip','do':'request','kind':'fill','table':'PB-01',"
			      "'number':1,'chips':[{'chip':500,'count':9}]}");
	fixture_take(fixture, "{'ev':'slip','do':'request','kind':'fill','table':'PB-02',"
			      "'number':3,'chips':[{'chip':500,'count':9}]}");
	fixture_take(fixture, "{'ev':'slip','do':'issue','table':'PB-02','number':3,'by':'p9'}");
	fixture_take(fixture, "{'ev':'slip','do':'receive','table':'PB-02','number':3,"
			      "'chips':[{'chip':500,'count':8}]}");
	assert_open(fixture, NULL,
		    "opener_missing/PB-02\ncloser_missing/PB-02\nslip_open/PB-01/1\n"
		    "slip_gap/2\nslip_differs/PB-02/3\ndrop_missing/PB-02\n");
	/* What blocks is not talked away. */
	fixture_take(fixture, "{'ev':'remark','item':'slip_gap/2','note':'lost'}");
	items = list(fixture, NULL);
	assert_int_equal(sabot_open_count(items), 6);
	/* The same number of another gaming day is another item. */
	fixture_take(fixture, "{'ev':'slip','do':'request','kind':'fill','table':'PB-01','day':"
			      "'2026-11-20','number':1,'chips':[{'chip':500,'count':9}]}");
	assert_open(fixture, NULL,
		    "opener_missing/PB-02\ncloser_missing/PB-02\nslip_open/PB-01/2026-11-20/1\n"
		    "slip_open/PB-01/1\nslip_gap/2\nslip_differs/PB-02/3\ndrop_missing/PB-02\n");
}

/* What is not explained is known by its remark, and hinders nothing then. */
static void
test_unexplained(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GPtrArray) items = NULL;

	fixture_take(fixture, "{'ev':'remark','item':'unexplained/PB-01','note':'under the rail'}");
	fixture_take(fixture, "{'ev':'remark','item':'unexplained/PB-01','note':'it was found'}");
	assert_open(fixture, NULL, "unexplained/PB-01\n");
	items = list(fixture, NULL);
	assert_int_equal(sabot_open_count(items), 0);
	assert_string_equal(((struct sabot_open_item *)g_ptr_array_index(items, 0))->table,
			    "PB-01");
}

static void
test_facts(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GArray) facts = g_array_new(FALSE, FALSE, sizeof(struct sabot_open_fact));
	g_autoptr(GPtrArray) items = NULL;
	const struct sabot_open_fact some[] = {
		{SABOT_OPEN_UNSIGNED, NULL, NULL, 0, 0},
		{SABOT_OPEN_INCIDENT, "PB-02", NULL, 3, 0},
		{SABOT_OPEN_INCIDENT_GRAVE, "PB-02", NULL, 4, 0},
		{SABOT_OPEN_RUNNING, NULL, NULL, 292, 0}, /* minutes: no part of its name */
	};
	const struct sabot_open_item *first;

	g_array_append_vals(facts, some, G_N_ELEMENTS(some));
	items = sabot_open_list(fixture->ledger, FIXTURE_SHIFT, NULL, facts);
	first = g_ptr_array_index(items, 0);
	assert_string_equal(first->key, "running");
	assert_true(sabot_open_blocks(first->what));
	assert_int_equal(first->number, 292);
	first = g_ptr_array_index(items, 1);
	assert_string_equal(first->key, "incident_grave/PB-02/4");
	assert_true(sabot_open_blocks(first->what));
	assert_int_equal(sabot_open_count(items), 4);
}

int
main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_played_tables_are_counted),
		TEST(test_an_opener_that_differs),
		TEST(test_slips),
		TEST(test_unexplained),
		TEST(test_facts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
