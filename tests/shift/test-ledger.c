/*
 * The ledger: what it takes, what it refuses, and what a table has won by it.
 */
#include "shift-fixture.h"
#include "shift/ledger-slip.h"
#include "shift/tips-pool.h"

#define COUNT(step, n)                                                                             \
	"{'ev':'count','do':'" step "','table':'PB-01','chips':[{'chip':500,'count':" n "}]}"
#define AMENDED(step, n, corrects, amends)                                                         \
	"{'ev':'count','do':'" step "','table':'PB-01','chips':[{'chip':500,'count':" n "}],"      \
	"'note':'x','corrects':" corrects ",'amends':" amends "}"
#define SLIP(step, number)                                                                         \
	"{'ev':'slip','do':'" step "','table':'PB-01','number':" number ",'note':'x'}"
#define REQUEST(kind, number)                                                                      \
	"{'ev':'slip','do':'request','kind':'" kind "','table':'PB-01','number':" number           \
	",'chips':[{'chip':500,'count':10},{'chip':2500,'count':2}]}"
#define ISSUE(number) "{'ev':'slip','do':'issue','table':'PB-01','number':" number ",'by':'p3'}"
#define DROP                                                                                       \
	"{'ev':'drop','do':'box','table':'PB-01','box':'D-7','counts':"                            \
	"{'cash':40000,'markers':10000,'redemptions':700}}"

static void
fill(struct fixture *fixture, const char *kind, const char *number)
{
	g_autofree char *request = g_strdup_printf(REQUEST("%s", "%s"), kind, number);
	g_autofree char *issue = g_strdup_printf(ISSUE("%s"), number);
	g_autofree char *receive = g_strdup_printf(SLIP("receive", "%s"), number);

	fixture_take(fixture, request);
	fixture_take(fixture, issue);
	fixture_take(fixture, receive);
}

static void
test_win_and_hold(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;

	fixture_take(fixture, COUNT("opener", "100"));
	fill(fixture, "fill", "1");
	fill(fixture, "credit", "2");
	fill(fixture, "fill", "3");
	fixture_take(fixture, DROP);
	fixture_take(fixture, COUNT("closer", "110"));
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(result.opener_minor, 50000);
	assert_int_equal(result.fills_minor, 20000);
	assert_int_equal(result.n_fills, 2);
	assert_int_equal(result.credits_minor, 10000);
	assert_int_equal(result.drop_minor, 50000); /* redemptions do not count */
	assert_true(result.has_win);
	assert_int_equal(result.win_minor, 55000 + 10000 + 50000 - 50000 - 20000);
	assert_int_equal(result.hold_bp, 9000);
	assert_false(result.is_rolled);
}

static void
test_formula(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_formula formula;
	g_autofree char *word = NULL;
	struct sabot_result result;

	fixture_take(fixture, DROP);
	assert_true(sabot_formula_parse("cash, redemptions", &formula, &word));
	sabot_result_make(fixture->ledger, FIXTURE_SHIFT, "PB-01", &formula, &result);
	assert_int_equal(result.drop_minor, 40700);
	assert_false(sabot_formula_parse("cash coupons", &formula, &word));
	assert_string_equal(word, "coupons");
}

static void
test_rolling(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;

	fixture_take(fixture, COUNT("closer", "100"));
	fixture_take(fixture, "{'ev':'count','do':'closer','shift':'2026-11-21/3','table':'PB-01',"
			      "'chips':[{'chip':500,'count':7}]}");
	result = fixture_result(fixture, "2026-11-21/3", "PB-01");
	assert_true(result.is_rolled);
	assert_int_equal(result.opener_minor, 50000);
	/* Entered late, the closer in between is the opener all the same. */
	fixture_take(fixture,
		     "{'ev':'count','do':'closer','shift':'2026-11-21/2','table':'PB-01',"
		     "'chips':[{'chip':500,'count':90}],'happened':'2026-11-21T09:00:00Z'}");
	result = fixture_result(fixture, "2026-11-21/3", "PB-01");
	assert_int_equal(result.opener_minor, 45000);
}

static void
test_recount(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;

	fixture_take(fixture, COUNT("closer", "100"));
	fixture_take(fixture, "{'ev':'count','do':'opener','shift':'" FIXTURE_NEXT
			      "','table':'PB-01','chips':[{'chip':500,'count':99}]}");
	result = fixture_result(fixture, FIXTURE_NEXT, "PB-01");
	assert_int_equal(result.opener_difference_minor, -500);
	assert_false(result.is_recounted);
	fixture_refuse(fixture,
		       "{'ev':'count','do':'opener','shift':'" FIXTURE_NEXT
		       "','table':'PB-01','chips':[{'chip':500,'count':98}]}",
		       "recount: PB-01 was counted already (document 2): count again with");
	fixture_take(fixture, "{'ev':'count','do':'opener','recount':true,'shift':'" FIXTURE_NEXT
			      "','table':'PB-01','chips':[{'chip':500,'count':98}]}");
	result = fixture_result(fixture, FIXTURE_NEXT, "PB-01");
	assert_int_equal(result.opener_difference_minor, -1000);
	assert_true(result.is_recounted);
	fixture_refuse(fixture,
		       "{'ev':'count','do':'opener','recount':true,'table':'PB-02','chips':[]}",
		       "recount:");
}

static void
test_slip_steps(void **state)
{
	struct fixture *fixture = *state;
	const struct sabot_slip *slip;

	fixture_refuse(fixture, REQUEST("fill", "2"), "number: the next free one is 1");
	fixture_take(fixture, REQUEST("fill", "1"));
	fixture_refuse(fixture, REQUEST("fill", "1"), "number: 1 was used already");
	fixture_refuse(fixture, SLIP("receive", "1"), "number: the slip is requested");
	fixture_refuse(fixture, SLIP("issue", "1"), "by: who asked for it");
	fixture_refuse(fixture, ISSUE("9"), "number: there is no slip 9");
	fixture_take(fixture, ISSUE("1"));
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").fills_minor, 0);
	fixture_refuse(fixture, "{'ev':'slip','do':'receive','table':'PB-02','number':1}",
		       "table:");
	fixture_take(fixture, SLIP("receive", "1"));
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").fills_minor, 10000);
	fixture_refuse(fixture, SLIP("void", "1"), "number: the slip is received");
	slip = sabot_ledger_find_slip(fixture->ledger, "2026-11-21", 1);
	assert_int_equal(slip->state, SABOT_SLIP_RECEIVED);
	assert_int_equal(sabot_ledger_next_slip(fixture->ledger, "2026-11-21"), 2);
	assert_int_equal(sabot_ledger_next_slip(fixture->ledger, "2026-11-22"), 1);
}

/* A corrected part counts as the part did, with the chips that it does not name. */
static void
test_corrected_parts(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;
	const struct sabot_slip *slip;

	fill(fixture, "credit", "1");
	fill(fixture, "fill", "2");
	fixture_take(fixture, "{'ev':'slip','do':'issue','table':'PB-01','number':1,'by':'p3',"
			      "'corrects':2,'note':'x'}");
	fixture_take(fixture, "{'ev':'slip','do':'receive','table':'PB-01','number':2,"
			      "'chips':[{'chip':500,'count':13}],'corrects':6,'note':'x'}");
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(result.credits_minor, 10000);
	assert_int_equal(result.n_credits, 1);
	assert_int_equal(result.fills_minor, 6500);
	assert_int_equal(result.n_fills, 1);
	fixture_take(fixture, "{'ev':'slip','do':'issue','table':'PB-01','number':1,'by':'p3',"
			      "'chips':[{'chip':500,'count':4}],'corrects':7,'note':'x'}");
	fixture_take(fixture, "{'ev':'slip','do':'receive','table':'PB-01','number':1,"
			      "'corrects':3,'note':'x'}");
	slip = sabot_ledger_find_slip(fixture->ledger, "2026-11-21", 1);
	assert_int_equal(slip->issue->amount_minor, 2000);
	assert_int_equal(slip->receipt->amount_minor, 10000);
	assert_non_null(slip->receipt->chips);
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(result.credits_minor, 2000);
}

static void
test_void_and_paper(void **state)
{
	struct fixture *fixture = *state;

	fixture_take(fixture, REQUEST("credit", "1"));
	fixture_take(fixture, ISSUE("1"));
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").credits_minor, 10000);
	fixture_refuse(fixture, "{'ev':'slip','do':'void','table':'PB-01','number':1}", "note:");
	fixture_take(fixture, SLIP("void", "1"));
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").credits_minor, 0);

	fixture_refuse(fixture, "{'ev':'paper','number':1,'to':3}", "number:");
	fixture_take(fixture, "{'ev':'paper','number':2,'to':4}");
	assert_int_equal(sabot_ledger_next_slip(fixture->ledger, "2026-11-21"), 5);
	fixture_take(fixture, REQUEST("fill", "3")); /* the form came back */
	fixture_take(fixture, SLIP("void", "4"));
	fixture_take(fixture, REQUEST("fill", "5"));
	assert_int_equal(sabot_ledger_find_slip(fixture->ledger, "2026-11-21", 2)->state,
			 SABOT_SLIP_RESERVED);
}

/* More came than was sent: what came counts. */
static void
test_slip_differs(void **state)
{
	struct fixture *fixture = *state;

	fixture_take(fixture, REQUEST("fill", "1"));
	fixture_take(fixture, ISSUE("1"));
	fixture_take(fixture, "{'ev':'slip','do':'receive','table':'PB-01','number':1,"
			      "'chips':[{'chip':500,'count':9},{'chip':2500,'count':2}]}");
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").fills_minor, 9500);
}

static void
test_markers(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;

	fixture_take(fixture, "{'ev':'marker','do':'issue','table':'PB-01','number':1,"
			      "'amount':50000,'patron':'K-17'}");
	fixture_take(fixture, "{'ev':'marker','do':'redeem','table':'PB-01','number':1,"
			      "'amount':20000}");
	fixture_refuse(fixture,
		       "{'ev':'marker','do':'redeem','table':'PB-01','number':1,'amount':30001}",
		       "amount:");
	fixture_refuse(fixture, "{'ev':'marker','do':'void','table':'PB-01','number':1,'note':'x'}",
		       "number:");
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(result.markers_minor, 50000);
	assert_int_equal(result.redeemed_minor, 20000);
	fixture_take(fixture, "{'ev':'marker','do':'issue','table':'PB-01','number':2,"
			      "'amount':1,'patron':'K-17'}");
	fixture_take(fixture, "{'ev':'marker','do':'void','table':'PB-01','number':2,'note':'x'}");
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").markers_minor, 50000);
}

static void
test_cards(void **state)
{
	struct fixture *fixture = *state;
	const struct sabot_card_set *set;

	fixture_take(fixture, "{'ev':'cards','do':'receive','set':'A-1','decks':6}");
	fixture_refuse(fixture, "{'ev':'cards','do':'receive','set':'A-1','decks':6}", "set:");
	fixture_refuse(fixture, "{'ev':'cards','do':'issue','set':'A-1'}", "table:");
	fixture_refuse(fixture, "{'ev':'cards','do':'return','set':'A-1'}", "set: A-1 is stock");
	fixture_take(fixture, "{'ev':'cards','do':'issue','set':'A-1','table':'PB-01'}");
	fixture_refuse(fixture, "{'ev':'cards','do':'issue','set':'A-1','table':'PB-02'}",
		       "set: A-1 is in_use");
	fixture_take(fixture, "{'ev':'cards','do':'return','set':'A-1'}");
	fixture_take(fixture, "{'ev':'cards','do':'issue','set':'A-1','table':'PB-02'}");
	fixture_take(fixture, "{'ev':'cards','do':'cancel','set':'A-1'}");
	fixture_take(fixture, "{'ev':'cards','do':'destroy','set':'A-1'}");
	set = g_ptr_array_index(fixture->ledger->sets, 0);
	assert_int_equal(set->state, SABOT_SET_DESTROYED);
	assert_string_equal(set->table, "PB-02");
}

static void
test_signatures(void **state)
{
	struct fixture *fixture = *state;

	fixture_refuse(fixture,
		       "{'ev':'count','do':'closer','table':'PB-01','chips':[],'second':'p1'}",
		       "second: is the same person");
	fixture_refuse(fixture,
		       "{'ev':'count','do':'closer','table':'PB-01','chips':[],'second':7}",
		       "second:");
	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':5,'by':''}", "by:");
}

static void
test_limits(void **state)
{
	struct fixture *fixture = *state;

	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':0}", "amount:");
	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':1000000000001}", "amount:");
	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':1.5}", "amount:");
	fixture_refuse(fixture,
		       "{'ev':'count','do':'check','table':'PB-01','chips':"
		       "[{'chip':1000000000,'count':1000},{'chip':1,'count':1}]}",
		       "chips:");
	fixture_refuse(fixture,
		       "{'ev':'count','do':'check','table':'PB-01','chips':"
		       "[{'chip':5,'count':1},{'chip':5,'count':1}]}",
		       "chips:");
	fixture_refuse(fixture,
		       "{'ev':'count','do':'check','table':'PB-01','amount':6,'chips':"
		       "[{'chip':5,'count':1}]}",
		       "amount:");
	fixture_refuse(fixture,
		       "{'ev':'drop','do':'box','table':'PB-01','box':'1','counts':{'coins':1}}",
		       "counts:");
	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':5,'shift':'2026-11-21'}",
		       "shift:");
	fixture_refuse(fixture, "{'ev':'tips','do':'box','table':'PB-01','amount':5}", "do:");
	fixture_refuse(fixture, "{'ev':'count','do':'nothing','table':'PB-01','chips':[]}", "do:");
	fixture_refuse(fixture, "{'ev':'nonsense'}", "ev:");
}

static void
test_estimate(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;

	fixture_take(fixture, COUNT("opener", "100"));
	fixture_take(fixture, "{'ev':'drop','do':'estimate','table':'PB-01','amount':30000}");
	fixture_take(fixture, "{'ev':'count','do':'check','table':'PB-01','happened':"
			      "'2026-11-21T10:30:00Z','chips':[{'chip':500,'count':80}]}");
	fixture_take(fixture,
		     "{'ev':'slip','do':'request','kind':'fill','table':'PB-01','number':1,"
		     "'chips':[{'chip':500,'count':20}]}");
	fixture_take(fixture, ISSUE("1"));
	fixture_take(fixture, "{'ev':'slip','do':'receive','table':'PB-01','number':1,"
			      "'happened':'2026-11-21T10:40:00Z'}");
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_true(result.has_estimate && !result.has_win);
	assert_int_equal(result.estimate_minor, 40000 + 30000 - 50000); /* the fill came later */
}

static void
test_seal(void **state)
{
	struct fixture *fixture = *state;
	const struct sabot_shift *shift;
	int64_t closer, late;
	g_autofree char *right = NULL, *again = NULL;

	closer = fixture_take(fixture, COUNT("closer", "100"));
	fixture_take(fixture, "{'ev':'seal'}");
	fixture_refuse(fixture, "{'ev':'seal'}", "shift:");
	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':5}", "shift:");
	right = g_strdup_printf("{'ev':'count','do':'closer','table':'PB-01','chips':"
				"[{'chip':500,'count':101}],'corrects':%d",
				(int)closer);
	again = g_strdup_printf("%s}", right);
	fixture_refuse(fixture, again, "note:");
	g_free(again);
	again = g_strdup_printf("%s,'note':'one chip under the rail'}", right);
	late = fixture_take(fixture, again);
	fixture_refuse(fixture, again, "corrects:"); /* put right already */
	fixture_take(fixture, "{'ev':'tips','table':'PB-01','amount':5,'corrects':2,'note':'x'}");
	fixture_refuse(fixture, "{'ev':'tips','table':'PB-01','amount':5,'corrects':77,'note':'x'}",
		       "corrects:");
	fixture_take(fixture,
		     "{'ev':'tips','table':'PB-01','amount':5,'shift':'" FIXTURE_NEXT "'}");
	shift = sabot_ledger_find_shift(fixture->ledger, FIXTURE_SHIFT);
	assert_int_equal(shift->exceptions->len, 2);
	assert_int_equal(fixture_result(fixture, FIXTURE_SHIFT, "PB-01").closer_minor, 50500);
	assert_int_equal(sabot_ledger_find_document(fixture->ledger, closer)->replaced_by->n, late);
}

/* What a daemon enters after the seal: `amends` is the seal's number. */
static void
test_amendments(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_formula formula;
	struct sabot_result sealed;

	fixture_take(fixture, COUNT("opener", "100")); /* 1 */
	fixture_take(fixture, COUNT("closer", "90"));  /* 2 */
	fixture_take(fixture, REQUEST("fill", "1"));   /* 3 */
	fixture_take(fixture, "{'ev':'slip','do':'issue','table':'PB-01','number':1,'by':'p3'}");
	fixture_take(fixture, SLIP("receive", "1")); /* 5 */
	fixture_take(fixture, "{'ev':'seal'}");      /* 6 */
	fixture_refuse(fixture, AMENDED("closer", "101", "1", "6"), "corrects: document 1");
	fixture_refuse(fixture, AMENDED("closer", "101", "6", "6"), "corrects: PB-01 was counted");
	fixture_refuse(fixture, AMENDED("closer", "101", "2", "2"), "amends:");
	fixture_refuse(fixture,
		       "{'ev':'count','do':'closer','table':'PB-01','chips':[],'corrects':2,"
		       "'amends':6,'note':'x','second':null}",
		       "second:");
	fixture_take(fixture, AMENDED("closer", "101", "2", "6"));
	fixture_take(fixture, "{'ev':'slip','do':'receive','table':'PB-01','number':1,'note':'x',"
			      "'chips':[{'chip':500,'count':3}],'corrects':5,'amends':6}");
	fixture_take(fixture, "{'ev':'drop','do':'box','table':'PB-01','box':'D-9','note':'x',"
			      "'counts':{'cash':700},'corrects':6,'amends':6}");
	assert_true(sabot_formula_parse(NULL, &formula, NULL));
	sabot_result_make_sealed(fixture->ledger, FIXTURE_SHIFT, "PB-01", &formula, &sealed);
	assert_int_equal(sealed.closer_minor, 45000);
	assert_int_equal(sealed.fills_minor, 10000);
	assert_false(sealed.has_drop);
	sealed = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(sealed.closer_minor, 50500);
	assert_int_equal(sealed.fills_minor, 1500);
	assert_int_equal(sealed.win_minor, 50500 + 700 - 50000 - 1500);
}

/* A year of sealed shifts costs what the last weeks do, and what hangs on them is still there. */
static void
test_forgetting(void **state)
{
	static const char *const events[] = {
		"{'ev':'count','do':'opener','shift':'%s','table':'PB-01','chips':[]}",
		"{'ev':'slip','do':'request','kind':'fill','shift':'%s','table':'PB-01','number':1,"
		"'chips':[{'chip':500,'count':9}]}",
		"{'ev':'slip','do':'issue','shift':'%s','table':'PB-01','number':1,'by':'p3'}",
		"{'ev':'slip','do':'receive','shift':'%s','table':'PB-01','number':1}",
		"{'ev':'marker','do':'issue','shift':'%s','table':'PB-01','number':1,'amount':5,"
		"'patron':'K'}",
		"{'ev':'count','do':'closer','shift':'%s','table':'PB-02','chips':"
		"[{'chip':500,'count':9}]}",
		"{'ev':'tips','shift':'%s','table':'PB-01','amount':7}",
		"{'ev':'seal','shift':'%s'}",
	};
	struct fixture *fixture = *state;
	const struct sabot_shift *first;
	g_autoptr(GDate) day = g_date_new_dmy(1, 1, 2026);
	g_autofree char *late = NULL;
	struct sabot_tips_pool tips;

	for (int i = 0; i < 4 * SABOT_LEDGER_SHIFTS_HELD; i++, g_date_add_days(day, 1)) {
		char id[32];

		g_date_strftime(id, sizeof id, "%Y-%m-%d/1", day);
		for (size_t j = 0; j < G_N_ELEMENTS(events); j++) {
			g_auto(GStrv) parts = g_strsplit(events[j], "%s", 2);
			g_autofree char *json = g_strjoin(id, parts[0], parts[1], NULL);

			if (j == 5 && i > 0) /* PB-02 is used once */
				continue;
			fixture_take(fixture, json);
		}
	}
	first = g_ptr_array_index(fixture->ledger->shifts, 0);
	assert_true(first->is_forgotten);
	assert_int_equal(first->documents->len, 3); /* marker, closer, seal */
	assert_int_equal(fixture->ledger->slips->len, SABOT_LEDGER_SHIFTS_HELD);
	assert_true(g_hash_table_size(fixture->ledger->documents) <
		    SABOT_LEDGER_SHIFTS_HELD * (G_N_ELEMENTS(events) + 8));
	assert_int_equal(sabot_ledger_closer_before(fixture->ledger, "2027-01-01/1", "PB-02",
						    SABOT_LEDGER_NOW)
				 ->amount_minor,
			 4500);
	sabot_tips_pool_make(fixture->ledger, "2026-08-28/1", &tips);
	assert_int_equal(tips.left_minor, 7 * 4 * SABOT_LEDGER_SHIFTS_HELD);
	fixture_take(fixture, "{'ev':'marker','do':'redeem','shift':'2027-01-01/1','table':'PB-01',"
			      "'day':'2026-01-01','number':1,'amount':5}");
	fixture_refuse(fixture,
		       "{'ev':'tips','shift':'2026-01-01/1','table':'PB-01','amount':7,"
		       "'corrects':7,'note':'x'}",
		       "corrects: the shift is long sealed");
	late = g_strdup_printf("{'ev':'tips','shift':'2026-01-01/1','table':'PB-01','amount':7,"
			       "'corrects':%d,'note':'x'}",
			       (int)first->seal->n);
	fixture_take(fixture, late);
}

/* Without rounding there is no halfway house; losses round as wins do. */
static void
test_hold_rounds(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result sum = {.has_opener = true, .has_closer = true, .has_drop = true};

	(void)fixture;
	sum.drop_minor = 16000;
	sum.opener_minor = 15999; /* win 1 of 16000: 0.625 hundredths of a percent */
	sabot_result_finish(&sum);
	assert_int_equal(sum.hold_bp, 1);
	sum.opener_minor = 16001;
	sabot_result_finish(&sum);
	assert_int_equal(sum.hold_bp, -1);
	sum.drop_minor = 30000;
	sum.opener_minor = 29999;
	sabot_result_finish(&sum);
	assert_int_equal(sum.hold_bp, 0);
}

/* A house that closes no shift for weeks: the slips of the open ones stay. */
static void
test_nothing_open_is_forgotten(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;

	fixture_take(fixture, "{'ev':'tips','shift':'2026-01-01/1','table':'PB-01','amount':7}");
	fill(fixture, "fill", "1");
	fixture_take(fixture, REQUEST("credit", "2"));
	for (int i = 0; i <= SABOT_LEDGER_SHIFTS_HELD; i++) {
		g_autofree char *tips = g_strdup_printf("{'ev':'tips','shift':'2027-%02d-%02d/1',"
							"'table':'PB-01','amount':7}",
							1 + i / 28, 1 + i % 28);

		fixture_take(fixture, tips);
	}
	fixture_take(fixture, "{'ev':'seal','shift':'2026-01-01/1'}");
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(result.fills_minor, 10000);
	fixture_take(fixture, ISSUE("2"));
	fixture_take(fixture, SLIP("receive", "2"));
}

int
main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_win_and_hold),
		TEST(test_formula),
		TEST(test_rolling),
		TEST(test_recount),
		TEST(test_slip_steps),
		TEST(test_void_and_paper),
		TEST(test_slip_differs),
		TEST(test_markers),
		TEST(test_cards),
		TEST(test_signatures),
		TEST(test_limits),
		TEST(test_estimate),
		TEST(test_seal),
		TEST(test_hold_rounds),
		TEST(test_amendments),
		TEST(test_forgetting),
		TEST(test_corrected_parts),
		TEST(test_nothing_open_is_forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
