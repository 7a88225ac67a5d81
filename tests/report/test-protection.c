/*
 * Game protection: the tests of chance against numbers known otherwise; then many made periods with
 * nothing wrong, of which no more may be named than is promised, and with something planted, which
 * must be found. The dice are seeded.
 */
#include "report/kinds/chance.h"
#include "report/kinds/protection.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka.h needs the ones above */
#include <cmocka.h>

enum {
	TABLES = 6, /* the last two are blackjack */
	BLACKJACKS = 2,
	DEALERS = 8,
	LOADS = 30,
	ROUNDS = 40, /* of a load */
	DECKS = 6,
	SEATS = 3,
	PERIODS_CLEAN = 60,
	PERIODS_PLANTED = 15,
};

/* What somebody does, or nobody. */
enum plant { NOTHING, COUNTER, GENEROUS_DEALER, LATE_TABLE, ERRING_DEALER, LATE_BUT_ALIKE };

struct maker {
	GRand *dice;
	enum plant plant;
	struct sabot_sheet_writer *writer;
	int table;
	bool is_blackjack;
	char shoe[DECKS * 52];
	int next, count; /* of the shoe */
	int64_t now_us, units[SEATS];
	uint32_t n_rounds;
};

static bool
falls(struct maker *maker, double chance)
{
	return g_rand_double(maker->dice) < chance;
}

static void
shuffle(struct maker *maker)
{
	static const char ranks[] = "A23456789TJQK";

	for (int i = 0; i < DECKS * 52; i++)
		maker->shoe[i] = ranks[i % 13];
	for (int i = DECKS * 52 - 1; i > 0; i--) {
		int j = g_rand_int_range(maker->dice, 0, i + 1);
		char other = maker->shoe[i];

		maker->shoe[i] = maker->shoe[j];
		maker->shoe[j] = other;
	}
	maker->next = maker->count = 0;
}

/* Six cards; Hi-Lo is counted here by itself. */
static uint32_t
deal(struct maker *maker)
{
	g_autoptr(GString) cards = g_string_new("D:");

	for (int i = 0; i < 6; i++) {
		char rank = maker->shoe[maker->next++];

		maker->count += rank >= '2' && rank <= '6' ? 1 : strchr("TJQKA", rank) ? -1 : 0;
		g_string_append_printf(cards, "%s %cS", i == 2 ? " | 1:" : "", rank);
	}
	return sabot_sheet_writer_word(maker->writer, cards->str);
}

/* Habits that have nothing to do with the cards: flat, as the mood is, doubling after a loss. */
static int64_t
next_unit(struct maker *maker, int seat)
{
	double decks_left = DECKS - maker->next / 52.0;
	bool is_lost = falls(maker, 0.5);

	/* He hides it now and then. */
	if (maker->plant == COUNTER && maker->table == TABLES - 1 && seat == 1)
		return falls(maker, 0.2) ? 2 : maker->count / decks_left >= 2 ? 8 : 1;
	if (seat == 1)
		maker->units[seat] += g_rand_int_range(maker->dice, -1, 2);
	if (seat == 2)
		maker->units[seat] = is_lost ? maker->units[seat] * 2 : 1;
	return maker->units[seat] = CLAMP(maker->units[seat], 1, 16);
}

static void
add_stake(struct maker *maker, struct sabot_sheet_round *round, int seat, int dealer)
{
	int64_t stake = 1000 * next_unit(maker, seat);
	struct sabot_sheet_stake row = {
		.stake_minor = stake,
		.due_minor = falls(maker, 0.5) ? stake : -stake,
		.round = maker->n_rounds,
		.box = (uint8_t)(seat + 1),
		.on = SABOT_BET_MAIN,
		.is_paid = 1,
	};
	bool is_generous = maker->plant == GENEROUS_DEALER && dealer == 3;

	row.paid_minor = row.due_minor;
	if (falls(maker, 0.01))
		row.paid_minor += is_generous || falls(maker, 0.5) ? 500 : -500;
	g_array_append_val(maker->writer->stakes, row);
	round->n_stakes++;
}

static void
add_incident(struct maker *maker, const struct sabot_sheet_round *round,
	     enum sabot_incident_code code)
{
	struct sabot_sheet_incident row = {
		.at_us = round->end_us,
		.round = round->number,
		.load = round->load,
		.dealer = round->dealer,
		.code = (uint8_t)code,
	};

	/* One slip raises several: it is one all the same. */
	for (int i = 0; i < 3; i++)
		g_array_append_val(maker->writer->incidents, row);
}

static void
add_round(struct maker *maker, uint32_t load, int dealer)
{
	g_autofree char *who = g_strdup_printf("p%d", dealer);
	double late = maker->plant == LATE_TABLE && maker->table == 2 ? 0.06
		      : maker->plant == LATE_BUT_ALIKE                ? 0.06
								      : 0.01;
	struct sabot_sheet_round round = {
		.begin_us = maker->now_us,
		.end_us = maker->now_us + 1,
		.load = load,
		.number = maker->n_rounds + 1,
		.dealer = sabot_sheet_writer_word(maker->writer, who),
		.first_stake = maker->writer->stakes->len,
		.flags = falls(maker, 0.01) ? SABOT_SHEET_VOID : 0,
	};

	for (int seat = 0; seat < SEATS; seat++)
		add_stake(maker, &round, seat, dealer);
	round.cards = deal(maker);
	if (falls(maker, late))
		add_incident(maker, &round, SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS);
	if (falls(maker, maker->plant == ERRING_DEALER && dealer == 5 ? 0.08 : 0.015))
		add_incident(maker, &round, SABOT_INCIDENT_WRONG_RESULT);
	g_array_append_val(maker->writer->rounds, round);
	maker->n_rounds++;
	maker->now_us += 2;
}

static void
add_load(struct maker *maker, uint32_t number, bool is_over)
{
	struct sabot_sheet_load load = {
		.begin_us = maker->now_us, .number = number, .decks = DECKS, .is_over = is_over};

	shuffle(maker);
	for (int i = 0; i < ROUNDS; i++)
		add_round(maker, number, (maker->table + (int)number + i / (ROUNDS / 2)) % DEALERS);
	load.end_us = maker->now_us;
	g_array_append_val(maker->writer->loads, load);
}

static void
add_table(struct sabot_facts *facts, struct maker *maker, bool is_over)
{
	g_autofree char *name = g_strdup_printf("T%d", maker->table);
	struct sabot_sheet_facts of_sheet = {
		.rules = "", .overrides = "", .game = maker->table >= TABLES - BLACKJACKS};

	maker->writer = sabot_sheet_writer_new();
	maker->now_us = maker->n_rounds = 0;
	for (int seat = 0; seat < SEATS; seat++)
		maker->units[seat] = 4;
	for (uint32_t load = 1; load <= LOADS; load++)
		add_load(maker, load, is_over);
	g_ptr_array_add(sabot_facts_add_table(facts, name)->sheets,
			sabot_sheet_writer_finish(maker->writer, &of_sheet));
	sabot_sheet_writer_free(maker->writer);
}

static struct sabot_facts *
make_period(guint32 seed, enum plant plant, bool is_over)
{
	struct maker maker = {.dice = g_rand_new_with_seed(seed), .plant = plant};
	struct sabot_facts *facts = sabot_facts_new();

	facts->tells_people = true;
	for (maker.table = 0; maker.table < TABLES; maker.table++)
		add_table(facts, &maker, is_over);
	g_rand_free(maker.dice);
	return facts;
}

/* How many of the periods name anything; how many name this. */
static void
count_periods(enum plant plant, int n, const struct sabot_trial *wanted, int *ret_named,
	      int *ret_found)
{
	*ret_named = *ret_found = 0;
	for (int i = 0; i < n; i++) {
		struct sabot_facts *facts = make_period((guint32)i, plant, true);
		g_autoptr(GPtrArray) trials = sabot_protection_try(facts);
		bool names = false, finds = false;

		for (guint j = 0; j < trials->len; j++) {
			const struct sabot_trial *trial = g_ptr_array_index(trials, j);
			bool is_wanted = wanted != NULL && trial->kind == wanted->kind &&
					 trial->unit == wanted->unit && trial->box == wanted->box &&
					 g_strcmp0(trial->table, wanted->table) == 0 &&
					 g_strcmp0(trial->who, wanted->who) == 0;

			finds = finds || (trial->is_found && is_wanted);
			names = names || (trial->is_found && !is_wanted);
		}
		*ret_named += names;
		*ret_found += finds;
		sabot_facts_free(facts);
	}
}

/* Promised are 5 of 100; three standard deviations more are this test's own luck. */
static int
most_named(int n)
{
	return (int)(0.05 * n + 3 * sqrt(0.05 * 0.95 * n));
}

static void
test_nothing_planted(void **state)
{
	int named, found;

	(void)state;
	count_periods(NOTHING, PERIODS_CLEAN, NULL, &named, &found);
	print_message("named in %d of %d periods in which nothing is wrong\n", named,
		      PERIODS_CLEAN);
	assert_in_range(named, 0, most_named(PERIODS_CLEAN));
	/* Where all are bad alike, nobody is unusual. */
	count_periods(LATE_BUT_ALIKE, PERIODS_PLANTED, NULL, &named, &found);
	assert_in_range(named, 0, most_named(PERIODS_PLANTED));
}

static void
check_planted(enum plant plant, const struct sabot_trial *wanted)
{
	int named, found;

	count_periods(plant, PERIODS_PLANTED, wanted, &named, &found);
	print_message("plant %d: found in %d of %d periods\n", plant, found, PERIODS_PLANTED);
	assert_in_range(found, PERIODS_PLANTED * 95 / 100, PERIODS_PLANTED);
}

static void
test_planted(void **state)
{
	(void)state;
	check_planted(COUNTER, &(struct sabot_trial){.kind = SABOT_TRIAL_COUNT,
						     .unit = SABOT_TRIAL_SEAT,
						     .table = (char *)"T5",
						     .box = 2});
	check_planted(GENEROUS_DEALER, &(struct sabot_trial){.kind = SABOT_TRIAL_PAYOUTS,
							     .unit = SABOT_TRIAL_DEALER,
							     .who = (char *)"p3"});
	check_planted(LATE_TABLE, &(struct sabot_trial){.kind = SABOT_TRIAL_LATE_BETS,
							.unit = SABOT_TRIAL_TABLE,
							.table = (char *)"T2"});
	check_planted(ERRING_DEALER, &(struct sabot_trial){.kind = SABOT_TRIAL_ERRORS,
							   .unit = SABOT_TRIAL_DEALER,
							   .who = (char *)"p5"});
}

/* What is still in the shoe is not counted, and without leave nobody is compared. */
static void
test_what_is_not_looked_at(void **state)
{
	struct sabot_facts *facts = make_period(1, COUNTER, false);
	g_autoptr(GPtrArray) open = sabot_protection_try(facts);

	(void)state;
	for (guint i = 0; i < open->len; i++)
		assert_int_not_equal(((struct sabot_trial *)g_ptr_array_index(open, i))->kind,
				     SABOT_TRIAL_COUNT);
	sabot_facts_free(facts);
	facts = make_period(1, COUNTER, true);
	facts->tells_people = false;
	g_autoptr(GPtrArray) trials = sabot_protection_try(facts);
	for (guint i = 0; i < trials->len; i++) {
		const struct sabot_trial *trial = g_ptr_array_index(trials, i);

		assert_int_equal(trial->unit, SABOT_TRIAL_TABLE);
		assert_null(trial->who);
		assert_int_equal(trial->box, 0);
	}
	sabot_facts_free(facts);
}

static void
assert_near(double got, double wanted)
{
	if (fabs(got - wanted) > 1e-6)
		fail_msg("%.9f is not %.9f", got, wanted);
}

/* Against tables of the tests, and sums by hand. */
static void
test_chances(void **state)
{
	double low, high, p[] = {0.01, 0.04, 0.03, 0.005};

	(void)state;
	/* The lady tasting tea: 3 of 4 right has (16 + 1) / 70, doubled. */
	assert_near(sabot_chance_fisher(3, 4, 4, 8), 34.0 / 70);
	assert_near(sabot_chance_fisher(4, 4, 4, 8), 2.0 / 70);
	assert_near(sabot_chance_fisher(0, 4, 4, 8), 2.0 / 70);
	assert_near(sabot_chance_fisher(5, 100, 50, 1000), 1);
	assert_near(sabot_chance_sign(10, 10), 2.0 / 1024);
	assert_near(sabot_chance_sign(8, 10), 112.0 / 1024);
	assert_near(sabot_chance_sign(5, 10), 1);
	assert_near(sabot_chance_t(0, 7), 0.5);
	assert_near(sabot_chance_t(1, 1), 0.25);
	assert_near(sabot_chance_t(-1, 1), 0.75);
	assert_near(sabot_chance_t_95(10), 2.228138852);
	assert_near(sabot_chance_t_95(1), 12.706204736);
	sabot_chance_interval(0, 10, &low, &high);
	assert_near(low, 0);
	assert_near(high, 1 - pow(0.025, 0.1));
	sabot_chance_interval(5, 10, &low, &high);
	assert_near(low, 0.187086028);
	assert_near(high, 1 - low);
	sabot_chance_holm(p, 4);
	assert_near(p[3], 0.02);
	assert_near(p[0], 0.03);
	assert_near(p[2], 0.06);
	assert_near(p[1], 0.06);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chances),
		cmocka_unit_test(test_nothing_planted),
		cmocka_unit_test(test_planted),
		cmocka_unit_test(test_what_is_not_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
