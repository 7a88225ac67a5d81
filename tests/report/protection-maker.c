/* Rounds as sheets, with nothing but dice behind them: see protection-maker.h. */
#include "protection-maker.h"

#include <math.h>
#include <string.h>

enum {
	TABLES = 6, /* the last two are blackjack */
	BLACKJACKS = 2,
	DEALERS = 8,
	LOADS = 30,
	ROUNDS = PROTECTION_ROUNDS, /* of a load */
	DECKS = 6,
	SEATS = 3,
	PLACES = 200 * 200, /* for a row of cards: in a load, and in the one before */
	FALSE_TABLE = 3,
};

/* Of an honest house: a round, a stake. */
#define LATE_BETS 0.01
#define ERRORS 0.015
#define WRONG_PAYMENTS 0.01
#define LAST_MOMENTS 0.15 /* of bets */

struct maker {
	/* moments: when a bet is made; orders: of loads. Nothing else hangs on these. */
	GRand *dice, *moments, *orders;
	const struct protection_plan *plan;
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
	if (maker->plan->plant == PROTECTION_COUNTER && maker->table == TABLES - 1 && seat == 1)
		return falls(maker, 0.2)                ? 2
		       : maker->count / decks_left >= 2 ? (int64_t)maker->plan->rate
							: 1;
	if (seat == 1)
		maker->units[seat] += g_rand_int_range(maker->dice, -1, 2);
	if (seat == 2)
		maker->units[seat] = is_lost ? maker->units[seat] * 2 : 1;
	return maker->units[seat] = CLAMP(maker->units[seat], 1, 16);
}

/* Players have names where somebody has a friend, who follows his dealer from table to table. */
static uint32_t
bettor_of(struct maker *maker, int seat, int dealer)
{
	g_autofree char *name = g_strdup_printf("K-%d-%d", maker->table, seat);

	if (maker->plan->plant != PROTECTION_FRIEND)
		return 0;
	return sabot_sheet_writer_word(maker->writer, seat == 1 && dealer == 3 ? "friend" : name);
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
	bool is_generous = maker->plan->plant == PROTECTION_GENEROUS_DEALER && dealer == 3;

	row.is_last_moment = g_rand_double(maker->moments) < LAST_MOMENTS;
	if (maker->plan->plant == PROTECTION_PAST_POSTER && maker->table == 1 && seat == 1 &&
	    g_rand_double(maker->moments) < maker->plan->rate) {
		row.is_last_moment = true;
		row.due_minor = stake;
	}
	row.paid_minor = row.due_minor;
	row.bettor = bettor_of(maker, seat, dealer);
	is_generous |= maker->plan->plant == PROTECTION_FRIEND && seat == 1 && dealer == 3;
	if (falls(maker, is_generous ? maker->plan->rate : WRONG_PAYMENTS))
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
	double late = (maker->plan->plant == PROTECTION_LATE_TABLE && maker->table == 2) ||
				      maker->plan->plant == PROTECTION_LATE_BUT_ALIKE
			      ? maker->plan->rate
			      : LATE_BETS;
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
	if (falls(maker, maker->plan->plant == PROTECTION_ERRING_DEALER && dealer == 5
				 ? maker->plan->rate
				 : ERRORS))
		add_incident(maker, &round, SABOT_INCIDENT_WRONG_RESULT);
	g_array_append_val(maker->writer->rounds, round);
	maker->n_rounds++;
	maker->now_us += 2;
}

/* The longest row of cards that chance repeats in so many places. */
static uint16_t
draw_row(struct maker *maker)
{
	double left = -log(1 - g_rand_double(maker->orders)) / PLACES;
	int cards = 0;

	while (pow(52, -(cards + 1)) >= left)
		cards++;
	return (uint16_t)cards;
}

/* How many cards of the load came in the order of the one before. */
static uint16_t
repeated_cards(struct maker *maker, uint32_t number)
{
	const struct protection_plan *plan = maker->plan;
	uint16_t cards = draw_row(maker);

	if (plan->plant == PROTECTION_FALSE_SHUFFLE && maker->table == FALSE_TABLE &&
	    number == (uint32_t)plan->n_loads)
		return (uint16_t)MAX(cards, plan->rate);
	return cards;
}

static void
add_load(struct maker *maker, uint32_t number, bool is_over)
{
	struct sabot_sheet_load load = {
		.begin_us = maker->now_us, .number = number, .decks = DECKS, .is_over = is_over};

	load.places = number > 1 ? PLACES : 0;
	load.repeated = number > 1 ? repeated_cards(maker, number) : 0;
	shuffle(maker);
	for (int i = 0; i < ROUNDS; i++)
		add_round(maker, number, (maker->table + (int)number + i / (ROUNDS / 2)) % DEALERS);
	load.end_us = maker->now_us;
	g_array_append_val(maker->writer->loads, load);
}

static void
add_table(struct sabot_facts *facts, struct maker *maker)
{
	g_autofree char *name = g_strdup_printf("T%d", maker->table);
	struct sabot_sheet_facts of_sheet = {
		.rules = "", .overrides = "", .game = maker->table >= TABLES - BLACKJACKS};

	maker->writer = sabot_sheet_writer_new();
	maker->now_us = maker->n_rounds = 0;
	for (int seat = 0; seat < SEATS; seat++)
		maker->units[seat] = 4;
	for (int load = 1; load <= maker->plan->n_loads; load++)
		add_load(maker, (uint32_t)load, maker->plan->is_over);
	g_ptr_array_add(sabot_facts_add_table(facts, name)->sheets,
			sabot_sheet_writer_finish(maker->writer, &of_sheet));
	sabot_sheet_writer_free(maker->writer);
}

struct protection_plan
protection_plan_of(enum protection_plant plant)
{
	static const double rates[] = {
		[PROTECTION_COUNTER] = 8,           [PROTECTION_GENEROUS_DEALER] = 0.01,
		[PROTECTION_LATE_TABLE] = 0.06,     [PROTECTION_ERRING_DEALER] = 0.08,
		[PROTECTION_LATE_BUT_ALIKE] = 0.06, [PROTECTION_FRIEND] = 0.03,
		[PROTECTION_PAST_POSTER] = 0.08,    [PROTECTION_FALSE_SHUFFLE] = 9,
	};

	return (struct protection_plan){plant, rates[plant], LOADS, true};
}

struct sabot_facts *
protection_make(guint32 seed, const struct protection_plan *plan)
{
	struct maker maker = {.dice = g_rand_new_with_seed(seed),
			      .moments = g_rand_new_with_seed(seed + 1),
			      .orders = g_rand_new_with_seed(seed + 2),
			      .plan = plan};
	struct sabot_facts *facts = sabot_facts_new();

	facts->names_people = true;
	for (maker.table = 0; maker.table < TABLES; maker.table++)
		add_table(facts, &maker);
	g_rand_free(maker.dice);
	g_rand_free(maker.moments);
	g_rand_free(maker.orders);
	return facts;
}
