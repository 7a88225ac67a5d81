/*
 * What the cage keeps: kinds of chips, foreign money at a rate, the share-out of tips.
 */
#include "shift-fixture.h"
#include "shift/bank-currencies.h"
#include "shift/document-json.h"
#include "shift/main-bank.h"
#include "shift/tips-pool.h"

static void
test_rates(void **state)
{
	static const char *const good[] = {"1", "0.9215", "0.00000001", "999999.99999999", "10.50"};
	static const char *const bad[] = {
		"",    ".5", "1.", "01.5", "00",  "0",           "0.0",     "-1",    "+1",   "1,5",
		"1e3", " 1", "1 ", "x",    "1.x", "0.000000001", "1000000", "1.2.3", "0x10", NULL,
	};
	struct sabot_rate rate = {.digits = 7};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
		assert_true(sabot_rate_parse(good[i], &rate));
	assert_int_equal(rate.digits, 1050);
	assert_int_equal(rate.decimals, 2);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		assert_false(sabot_rate_parse(bad[i], &rate));
	assert_int_equal(rate.digits, 1050);
}

/* By hand: exact products, and halves on both sides of a minor unit. */
static void
test_exchange_of_amounts(void **state)
{
	static const struct {
		const char *rate;
		int64_t foreign_minor;
		int digits;
		int64_t worth_minor; /* 0: refused */
	} rows[] = {
		{"0.9215", 10000, 2, 9215}, /* USD 100.00 */
		{"0.9215", 1, 2, 1},        /* 0.9215 of a cent */
		{"0.005", 100, 2, 1},       /* half a cent: up */
		{"0.00499999", 100, 2, 0},  /* less than half a cent: nothing */
		{"1.005", 100, 2, 101},     /* 100.5: up; binary: 100.49999 */
		{"1.00499999", 100, 2, 100},
		{"0.006123", 10000, 0, 6123}, /* JPY 10000 */
		{"3.0315", 1500, 3, 455},     /* 1.500 of a currency of 1000 */
		{"999999.99999999", INT64_C(1000000000), 2, INT64_C(999999999999990)},
		{"999999", INT64_C(1000000000000), 0, 0},
	};
	struct sabot_rate rate;
	int64_t worth;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		int64_t most = INT64_C(1000000000000000);
		bool is_worth;

		worth = 0;
		assert_true(sabot_rate_parse(rows[i].rate, &rate));
		is_worth = sabot_rate_exchange(&rate, rows[i].foreign_minor, rows[i].digits, most,
					       &worth);
		assert_int_equal(worth, rows[i].worth_minor);
		assert_int_equal(is_worth, rows[i].worth_minor != 0);
	}
}

static GArray *
shares_of(const int64_t *points, guint n)
{
	GArray *shares = g_array_new(FALSE, TRUE, sizeof(struct sabot_tronc_share));

	for (guint i = 0; i < n; i++) {
		struct sabot_tronc_share share = {.points = points[i]};

		g_snprintf(share.person, sizeof share.person, "p%02u", i);
		g_array_append_val(shares, share);
	}
	return shares;
}

static int64_t
share(const GArray *shares, guint i)
{
	return g_array_index(shares, struct sabot_tronc_share, i).share_minor;
}

static void
test_shares(void **state)
{
	static const int64_t alike[] = {1, 1, 1}, mixed[] = {12, 8, 5};
	g_autoptr(GArray) three = shares_of(alike, 3);
	g_autoptr(GArray) others = shares_of(mixed, 3);

	(void)state;
	sabot_tronc_share_out(three, 200); /* 66.67 each: the two units to the first two */
	assert_int_equal(share(three, 0), 67);
	assert_int_equal(share(three, 1), 67);
	assert_int_equal(share(three, 2), 66);
	sabot_tronc_share_out(others, 1001); /* 480.48, 320.32, 200.20 */
	assert_int_equal(share(others, 0), 481);
	assert_int_equal(share(others, 1), 320);
	assert_int_equal(share(others, 2), 200);
	sabot_tronc_share_out(others, 1);
	assert_int_equal(share(others, 0), 1);
	assert_int_equal(share(others, 2), 0);
}

/* Whatever the amount and the points are, the shares are the amount, each off by less than 1. */
static void
test_shares_are_the_amount(void **state)
{
	uint64_t dice = 7;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		int64_t points[40], all = 0, sum = 0;
		guint n = 1 + (guint)(round % G_N_ELEMENTS(points));
		int64_t amount = round % 7 == 0 ? SABOT_DOCUMENT_AMOUNT_MAX_MINOR : round * 997 + 1;
		g_autoptr(GArray) shares = NULL;

		for (guint i = 0; i < n; i++) {
			dice = dice * 6364136223846793005u + 1442695040888963407u;
			points[i] = 1 + (int64_t)(dice >> 40) % SABOT_TRONC_POINTS_MAX;
			all += points[i];
		}
		shares = shares_of(points, n);
		sabot_tronc_share_out(shares, amount);
		for (guint i = 0; i < n; i++) {
			__extension__ __int128 exact = (__int128)amount * points[i];
			__extension__ __int128 got = (__int128)share(shares, i) * all;

			assert_true(got - exact < all && exact - got < all);
			sum += share(shares, i);
		}
		assert_int_equal(sum, amount);
	}
}

static void
test_kinds_of_chips(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_result result;
	const struct sabot_document *opener;
	json_t *json;

	fixture_take(fixture, "{'ev':'count','do':'opener','table':'PB-01','chips':["
			      "{'chip':500,'count':3,'kind':'promotional'},"
			      "{'chip':500,'count':10},"
			      "{'chip':500,'count':2,'kind':'rolling'},"
			      "{'chip':10000,'count':1,'kind':'rolling'}]}");
	result = fixture_result(fixture, FIXTURE_SHIFT, "PB-01");
	assert_int_equal(result.opener_minor, 500 * 15 + 10000);
	opener = sabot_ledger_find_document(fixture->ledger, fixture->n);
	assert_int_equal(g_array_index(opener->chips, struct sabot_chip_count, 0).kind,
			 SABOT_CHIP_CASH);
	assert_int_equal(g_array_index(opener->chips, struct sabot_chip_count, 1).chip_minor,
			 10000);
	json = sabot_chips_to_json(opener->chips);
	assert_null(json_object_get(json_array_get(json, 0), "kind"));
	assert_string_equal(json_string_value(json_object_get(json_array_get(json, 3), "kind")),
			    "promotional");
	json_decref(json);
#define CHECK(chips) "{'ev':'count','do':'check','table':'PB-01','chips':[" chips "]}"
	fixture_refuse(fixture, CHECK("{'chip':5,'count':1,'kind':'gold'}"), "chips: are of kind");
	fixture_refuse(fixture, CHECK("{'chip':5,'count':1,'kind':7}"), "chips: are of kind");
	fixture_refuse(fixture,
		       CHECK("{'chip':5,'count':1,'kind':'rolling'},"
			     "{'chip':5,'count':2,'kind':'rolling'}"),
		       "chips: name a chip twice");
	fixture_refuse(fixture, CHECK("{'chip':5,'count':1,'kind':'cash'},{'chip':5,'count':2}"),
		       "chips: name a chip twice");
}

#define BANK(step, cash, currencies, at)                                                           \
	"{'ev':'bank','do':'" step "','chips':[],'cash':" cash ",'currencies':[" currencies        \
	"],'note':'x','at':'2026-11-21T" at ":00Z'}"
#define USD(amount) "{'currency':'USD','amount':" amount "}"
#define EXCHANGE(step, foreign, rate, more)                                                        \
	"{'ev':'exchange','do':'" step "','currency':'USD','foreign':" foreign ",'rate':" rate     \
	",'at':'2026-11-21T10:30:00Z'" more "}"

static const struct sabot_bank_currency *
find(const GArray *currencies, const char *currency)
{
	for (guint i = 0; i < currencies->len; i++) {
		const struct sabot_bank_currency *one =
			&g_array_index(currencies, struct sabot_bank_currency, i);

		if (strcmp(one->currency, currency) == 0)
			return one;
	}
	fail_msg("there is no %s", currency);
	return NULL;
}

/* The house's money goes down by what the other one is worth, and the other one's own sum up. */
static void
test_foreign_money(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GArray) currencies = NULL;
	g_autoptr(GPtrArray) open = NULL;
	const struct sabot_bank_currency *usd;
	const struct sabot_open_item *item;
	struct sabot_main_bank bank;

	fixture_take(fixture, BANK("opener", "1000000", USD("5000"), "10:00"));
	fixture_take(fixture, EXCHANGE("in", "10000", "'0.9215'", ",'patron':'K-17'"));
	fixture_take(fixture, EXCHANGE("out", "2000", "'0.95'", ",'amount':1900"));
	fixture_take(fixture, BANK("out", "0", USD("3000"), "10:40"));
	fixture_take(fixture, BANK("closer", "992685", USD("9000"), "12:00"));
	sabot_main_bank_make(fixture->ledger, FIXTURE_SHIFT, &bank);
	assert_int_equal(bank.exchanged_minor, 9215 - 1900);
	assert_int_equal(bank.float_minor, 1000000 - 9215 + 1900);
	assert_int_equal(bank.difference_minor, 0);
	currencies = sabot_bank_currencies_list(fixture->ledger, FIXTURE_SHIFT);
	assert_int_equal(currencies->len, 1);
	usd = find(currencies, "USD");
	assert_int_equal(usd->opener_minor, 5000);
	assert_int_equal(usd->in_minor, 10000);
	assert_int_equal(usd->out_minor, 5000);
	assert_int_equal(usd->float_minor, 10000);
	assert_true(usd->has_count);
	assert_int_equal(usd->difference_minor, -1000);
	open = sabot_open_list(fixture->ledger, FIXTURE_SHIFT, NULL, NULL);
	assert_int_equal(open->len, 1);
	item = g_ptr_array_index(open, 0);
	assert_string_equal(item->key, "currency_differs/1");
	assert_false(sabot_open_blocks(item->what));
}

/* What is put right after the closer was there when it was counted. */
static void
test_corrected_after_the_closer(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GArray) currencies = NULL;
	struct sabot_main_bank bank;

	fixture_take(fixture, BANK("opener", "1000000", "", "10:00"));
	fixture_take(fixture, EXCHANGE("in", "10000", "'0.5'", ""));
	fixture_take(fixture, BANK("closer", "999500", USD("1000"), "12:00"));
	fixture_take(fixture, EXCHANGE("in", "1000", "'0.5'",
				       ",'corrects':2,'note':'typed','at':'2026-11-21T12:30:00Z'"));
	sabot_main_bank_make(fixture->ledger, FIXTURE_SHIFT, &bank);
	assert_int_equal(bank.difference_minor, 0);
	currencies = sabot_bank_currencies_list(fixture->ledger, FIXTURE_SHIFT);
	assert_int_equal(sabot_bank_currencies_count_differing(currencies), 0);
}

/* The closer rolls into the next shift; a corrected exchange counts once. */
static void
test_foreign_money_rolls(void **state)
{
	struct fixture *fixture = *state;
	g_autoptr(GArray) currencies = NULL;
	int64_t n;

	fixture_take(fixture, BANK("opener", "1000000", "", "10:00"));
	n = fixture_take(fixture, EXCHANGE("in", "10000", "'0.5'", ""));
	assert_int_equal(n, 2);
	fixture_take(fixture, EXCHANGE("in", "1000", "'0.5'", ",'corrects':2,'note':'typed'"));
	fixture_take(fixture, BANK("closer", "999500", USD("1000"), "12:00"));
	fixture_take(fixture, "{'ev':'bank','do':'opener','chips':[],'currencies':["
			      "{'currency':'USD','amount':999},{'currency':'GBP','amount':5}],"
			      "'shift':'" FIXTURE_NEXT "','at':'2026-11-21T14:00:00Z'}");
	currencies = sabot_bank_currencies_list(fixture->ledger, FIXTURE_NEXT);
	assert_int_equal(currencies->len, 2);
	assert_int_equal(find(currencies, "USD")->opener_difference_minor, -1);
	assert_int_equal(find(currencies, "GBP")->opener_difference_minor, 5);
	assert_int_equal(sabot_bank_currencies_count_differing(currencies), 2);
}

static void
test_refused_exchanges(void **state)
{
	struct fixture *fixture = *state;

	fixture_refuse(fixture, EXCHANGE("in", "100", "0.9215", ""), "rate: is a decimal");
	fixture_refuse(fixture, EXCHANGE("in", "100", "'0.92150000000000000001'", ""), "rate: is");
	fixture_refuse(fixture, EXCHANGE("in", "100", "'nine'", ""), "rate: is a decimal");
	fixture_refuse(fixture, EXCHANGE("in", "1", "'0.001'", ""), "rate: makes an amount");
	fixture_refuse(fixture, EXCHANGE("in", "1000000000000", "'2'", ""), "rate: makes");
	fixture_refuse(fixture, EXCHANGE("in", "0", "'1'", ""), "foreign: a whole number");
	fixture_refuse(fixture, EXCHANGE("in", "100", "'1'", ",'amount':101"), "amount: is not");
	fixture_refuse(fixture, EXCHANGE("in", "100", "'1'", ",'amount':'100'"), "amount: is not");
	fixture_refuse(fixture, EXCHANGE("in", "100", "'1'", ",'digits':4"), "digits: is 0 to 3");
	fixture_refuse(fixture, EXCHANGE("opener", "100", "'1'", ""), "do: is nothing");
	fixture_refuse(fixture, "{'ev':'exchange','do':'in','currency':'usd','foreign':1}",
		       "currency: is three capitals");
	fixture_refuse(fixture, BANK("opener", "0", USD("-1"), "10:00"), "currencies: are a list");
	fixture_refuse(fixture, BANK("opener", "0", USD("1") "," USD("2"), "10:00"),
		       "currencies: name a currency twice");
	fixture_refuse(fixture, BANK("in", "0", USD("0"), "10:00"), "cash: chips or cash");
}

#define TRONC(amount, points) "{'ev':'tronc','amount':" amount ",'points':[" points "]}"

static void
test_share_outs(void **state)
{
	struct fixture *fixture = *state;
	const struct sabot_document *document;

	fixture_take(fixture, TRONC("1001", "{'person':'p7','points':8},"
					    "{'person':'p2','points':12},"
					    "{'person':'p5','points':5}"));
	document = sabot_ledger_find_document(fixture->ledger, fixture->n);
	assert_string_equal(g_array_index(document->shares, struct sabot_tronc_share, 0).person,
			    "p2");
	assert_int_equal(share(document->shares, 0), 481);
	fixture_refuse(fixture, TRONC("0", "{'person':'p7','points':8}"), "amount: a whole");
	fixture_refuse(fixture, TRONC("5", ""), "points: are a list");
	fixture_refuse(fixture, TRONC("5", "{'person':'p7','points':0}"), "points: are a list");
	fixture_refuse(fixture, TRONC("5", "{'person':'p7','points':100001}"), "points: are");
	fixture_refuse(fixture, TRONC("5", "{'person':'','points':1}"), "points: are a list");
	fixture_refuse(fixture, TRONC("5", "{'person':'p','points':1},{'person':'p','points':1}"),
		       "points: name a person twice");
	fixture_refuse(fixture,
		       "{'ev':'tronc','amount':5,'points':[{'person':'p','points':1}],"
		       "'second':'p1'}",
		       "second: is the same");
}

#define TIPS(amount, at) "{'ev':'tips','table':'PB-01','amount':" amount ",'at':'" at "'}"
#define SHARED(shift, amount, at)                                                                  \
	"{'ev':'tronc','amount':" amount ",'points':[{'person':'p7','points':8}],"                 \
	"'shift':'" shift "','at':'" at "'}"

/* The item of a share-out that is not what was collected; 0: none. */
static int64_t
tips_differ(const struct fixture *fixture, const char *shift)
{
	g_autoptr(GPtrArray) open = sabot_open_list(fixture->ledger, shift, NULL, NULL);

	for (guint i = 0; i < open->len; i++) {
		const struct sabot_open_item *item = g_ptr_array_index(open, i);

		if (item->what == SABOT_OPEN_TIPS_DIFFER) {
			assert_string_equal(item->key, "tips_differ");
			assert_false(sabot_open_blocks(item->what));
			return item->amount_minor;
		}
	}
	return 0;
}

/* Two share-outs of a shift are held together; what comes later is for the next one. */
static void
test_tips_are_held_against_what_was_collected(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_tips_pool pool;

	fixture_take(fixture, TIPS("1000", "2026-11-21T10:00:00Z"));
	assert_int_equal(tips_differ(fixture, FIXTURE_SHIFT), 0); /* nothing is shared out yet */
	fixture_take(fixture, SHARED(FIXTURE_SHIFT, "700", "2026-11-21T11:00:00Z"));
	assert_int_equal(tips_differ(fixture, FIXTURE_SHIFT), -300);
	fixture_take(fixture, SHARED(FIXTURE_SHIFT, "300", "2026-11-21T11:10:00Z"));
	assert_int_equal(tips_differ(fixture, FIXTURE_SHIFT), 0);
	fixture_take(fixture, TIPS("250", "2026-11-21T12:00:00Z"));
	assert_int_equal(tips_differ(fixture, FIXTURE_SHIFT), 0);
	sabot_tips_pool_make(fixture->ledger, FIXTURE_SHIFT, &pool);
	assert_int_equal(pool.collected_minor, 1250);
	assert_int_equal(pool.shared_minor, 1000);
	assert_int_equal(pool.left_minor, 250);
}

/* What is left goes on to the next shift; too much is named once, and owed to nobody. */
static void
test_tips_that_are_left_go_on(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_tips_pool pool;

	fixture_take(fixture, TIPS("1000", "2026-11-21T10:00:00Z"));
	fixture_take(fixture, SHARED(FIXTURE_SHIFT, "900", "2026-11-21T11:00:00Z"));
	fixture_take(fixture, SHARED(FIXTURE_NEXT, "140", "2026-11-21T15:00:00Z"));
	assert_int_equal(tips_differ(fixture, FIXTURE_SHIFT), -100);
	assert_int_equal(tips_differ(fixture, FIXTURE_NEXT), 40);
	sabot_tips_pool_make(fixture->ledger, FIXTURE_NEXT, &pool);
	assert_int_equal(pool.before_minor, 100);
	assert_int_equal(pool.left_minor, 0);
	/* Tips that were forgotten, and the amount put right, take the difference away. */
	fixture_take(fixture, TIPS("40", "2026-11-21T10:30:00Z"));
	assert_int_equal(tips_differ(fixture, FIXTURE_NEXT), 0);
	fixture_take(fixture,
		     "{'ev':'tips','table':'PB-01','amount':900,'corrects':1,'note':'typed',"
		     "'at':'2026-11-21T12:30:00Z'}"); /* entered late: collected at 10:00 */
	assert_int_equal(tips_differ(fixture, FIXTURE_SHIFT), -40);
}

int
main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_rates),
		TEST(test_exchange_of_amounts),
		TEST(test_shares),
		TEST(test_shares_are_the_amount),
		TEST(test_kinds_of_chips),
		TEST(test_foreign_money),
		TEST(test_corrected_after_the_closer),
		TEST(test_foreign_money_rolls),
		TEST(test_refused_exchanges),
		TEST(test_share_outs),
		TEST(test_tips_are_held_against_what_was_collected),
		TEST(test_tips_that_are_left_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
