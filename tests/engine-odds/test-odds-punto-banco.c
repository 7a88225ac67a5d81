/*
 * The coup's counts: published for eight decks, counted a second way for one to eight, closed forms
 * for the pairs, and random coups whose class must stand for them in every bet.
 */
#include "engine/odds/odds-punto-banco.h"
#include "engine/games/settle.h"
#include "engine/rules/rules-set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RANDOM_COUPS = 20000 };

static const char all_bets[] =
	"tie=8:1 punto_pair=11:1 banca_pair=11:1 either_pair=5:1 perfect_pair=25:1 dragon_7=40:1 "
	"panda_8=25:1 super_6=12:1 big=27:50 small=3:2";
static const char bets_by_outcome[] =
	"lucky_6.two_cards=12:1 lucky_6.three_cards=20:1 "
	"punto_dragon_bonus.natural=1:1 punto_dragon_bonus.by_9=30:1 "
	"punto_dragon_bonus.by_8=10:1 punto_dragon_bonus.by_7=6:1 punto_dragon_bonus.by_6=4:1 "
	"punto_dragon_bonus.by_5=2:1 punto_dragon_bonus.by_4=1:1 "
	"banca_dragon_bonus.natural=1:1 banca_dragon_bonus.by_9=30:1 "
	"banca_dragon_bonus.by_8=10:1 banca_dragon_bonus.by_7=6:1 banca_dragon_bonus.by_6=4:1 "
	"banca_dragon_bonus.by_5=2:1 banca_dragon_bonus.by_4=1:1";

static void
set(struct sabot_rules *rules, const char *key, const char *value)
{
	char error[SABOT_RULES_ERROR_SIZE];

	if (!sabot_rules_set(rules, key, value, error))
		fail_msg("%s", error);
}

static struct sabot_rules
rules_of(int decks)
{
	struct sabot_rules rules;
	char text[] = {(char)('0' + decks), '\0'};

	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	set(&rules, "decks", text);
	set(&rules, "commission", "5");
	set(&rules, "bets", all_bets);
	set(&rules, "side_bets", bets_by_outcome);
	return rules;
}

struct place {
	struct sabot_round *round;
	struct sabot_coup_odds *odds;
};

static int
set_up(void **state)
{
	struct place *place = calloc(1, sizeof(*place));

	place->round = calloc(1, sizeof(*place->round));
	place->odds = calloc(1, sizeof(*place->odds));
	*state = place;
	return place->round == NULL || place->odds == NULL;
}

static int
tear_down(void **state)
{
	struct place *place = *state;

	free(place->round);
	free(place->odds);
	free(place);
	return 0;
}

struct tally {
	uint64_t winners[SABOT_WINNERS];
	uint64_t dragon_7, panda_8, super_6, four_cards;
	uint64_t total;
};

static struct tally
tally(const struct sabot_coup_odds *odds)
{
	struct tally tally = {.total = odds->total};

	for (int i = 0; i < SABOT_COUP_CLASSES; i++)
		tally.winners[odds->classes[i].coup.winner] += odds->classes[i].count;
	return tally;
}

static void
test_eight_decks(void **state)
{
	struct place *place = *state;
	struct sabot_rules rules = rules_of(8);

	assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
	struct tally counted = tally(place->odds);
	assert_true(counted.total == 4998398275503360);
	assert_true(counted.winners[SABOT_WINNER_BANCA] == 2292252566437888);
	assert_true(counted.winners[SABOT_WINNER_PUNTO] == 2230518282592256);
	assert_true(counted.winners[SABOT_WINNER_TIE] == 475627426473216);
}

/* Six values in order: punto, punto, banca, banca, and what may follow. A second rule book, by the
   printed table, so that a slip in the first cannot hide. */
static void
add_again(struct tally *tally, const int *v, uint64_t ways)
{
	static const char *const draws[] = {
		"1111111111", "1111111111", "1111111111", "1111111101",
		"0011111100", "0000111100", "0000001100", "0000000000",
	};
	int punto = (v[0] + v[1]) % 10, banca = (v[2] + v[3]) % 10;
	bool natural = punto >= 8 || banca >= 8;
	bool punto_draws = !natural && punto <= 5;
	bool banca_draws = !natural && (punto_draws ? draws[banca][v[4]] == '1' : banca <= 5);

	if (punto_draws)
		punto = (punto + v[4]) % 10;
	if (banca_draws)
		banca = (banca + v[punto_draws ? 5 : 4]) % 10;
	tally->total += ways;
	tally->winners[punto > banca   ? SABOT_WINNER_PUNTO
		       : punto < banca ? SABOT_WINNER_BANCA
				       : SABOT_WINNER_TIE] += ways;
	tally->dragon_7 += punto < banca && banca_draws && banca == 7 ? ways : 0;
	tally->panda_8 += punto > banca && punto_draws && punto == 8 ? ways : 0;
	tally->super_6 += punto < banca && banca == 6 ? ways : 0;
	tally->four_cards += punto_draws || banca_draws ? 0 : ways;
}

static struct tally
count_again(unsigned decks)
{
	struct tally tally = {0};

	for (int n = 0; n < 1000000; n++) {
		unsigned left[10] = {16 * decks};
		int values[6];
		uint64_t ways = 1;
		for (int value = 1; value < 10; value++)
			left[value] = 4 * decks;
		for (int i = 0, digits = n; i < 6; i++, digits /= 10) {
			values[i] = digits % 10;
			ways *= left[values[i]];
			if (ways == 0)
				break;
			left[values[i]]--;
		}
		if (ways > 0)
			add_again(&tally, values, ways);
	}
	return tally;
}

static struct sabot_bet_odds
bet_of(struct place *place, const struct sabot_rules *rules, enum sabot_bet bet)
{
	struct sabot_bet_odds odds;

	assert_true(sabot_coup_odds_bet(rules, place->odds, bet, place->round, &odds));
	assert_true(odds.total == place->odds->total);
	return odds;
}

static void
assert_won(struct sabot_bet_odds odds, uint64_t count)
{
	assert_true(odds.outcomes[0].net_minor > 0);
	assert_true(odds.outcomes[0].count == count);
}

static void
test_counted_twice(void **state)
{
	struct place *place = *state;

	for (int decks = 1; decks <= SABOT_DECKS_MAX; decks++) {
		struct sabot_rules rules = rules_of(decks);
		set(&rules, "deal_order", decks % 2 == 0 ? "PPBB" : "PBPB");
		assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
		struct tally once = tally(place->odds), again = count_again((unsigned)decks);
		assert_memory_equal(once.winners, again.winners, sizeof(once.winners));
		assert_true(once.total == again.total);
		assert_won(bet_of(place, &rules, SABOT_BET_DRAGON_7), again.dragon_7);
		assert_won(bet_of(place, &rules, SABOT_BET_PANDA_8), again.panda_8);
		assert_won(bet_of(place, &rules, SABOT_BET_SUPER_6), again.super_6);
		assert_won(bet_of(place, &rules, SABOT_BET_SMALL), again.four_cards);
		assert_won(bet_of(place, &rules, SABOT_BET_BIG), again.total - again.four_cards);
	}
}

static void
assert_edge(struct sabot_bet_odds odds, uint64_t top, uint64_t bottom)
{
	struct sabot_fraction edge = sabot_fraction_make(false, top, bottom);

	assert_false(odds.edge.negative);
	assert_true(odds.edge.top == edge.top && odds.edge.bottom == edge.bottom);
}

static void
assert_decimal(struct sabot_bet_odds odds, const char *expected)
{
	char text[SABOT_DECIMAL_TEXT_SIZE];
	int digits = (int)strlen(expected) - 2;

	assert_string_equal(sabot_fraction_decimal(odds.edge, digits, text), expected);
}

/* Banca pays 19 for 20, so it costs punto's wins less 0.95 of its own; and so on. */
static void
test_edges(void **state)
{
	struct place *place = *state;
	struct sabot_rules rules = rules_of(8);

	assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
	struct tally counted = tally(place->odds);
	uint64_t banca = counted.winners[SABOT_WINNER_BANCA];
	uint64_t punto = counted.winners[SABOT_WINNER_PUNTO];
	uint64_t tie = counted.winners[SABOT_WINNER_TIE];
	assert_edge(bet_of(place, &rules, SABOT_BET_BANCA), 20 * punto - 19 * banca,
		    20 * counted.total);
	assert_edge(bet_of(place, &rules, SABOT_BET_PUNTO), banca - punto, counted.total);
	assert_edge(bet_of(place, &rules, SABOT_BET_TIE), counted.total - 9 * tie, counted.total);
	/* Published, eight decks. */
	assert_decimal(bet_of(place, &rules, SABOT_BET_BANCA), "0.010579");
	assert_decimal(bet_of(place, &rules, SABOT_BET_PUNTO), "0.012351");
	assert_decimal(bet_of(place, &rules, SABOT_BET_TIE), "0.143596");
	assert_edge(bet_of(place, &rules, SABOT_BET_PUNTO_PAIR), 43, 415);
	assert_edge(bet_of(place, &rules, SABOT_BET_BANCA_PAIR), 43, 415);
	set(&rules, "commission_when", "at_end");
	assert_decimal(bet_of(place, &rules, SABOT_BET_BANCA), "0.010579");
}

/* Tables without commission, and bets that pay by outcome. */
static void
test_other_tables(void **state)
{
	struct place *place = *state;
	struct sabot_rules rules = rules_of(8);

	assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
	struct tally counted = tally(place->odds), again = count_again(8);
	uint64_t banca = counted.winners[SABOT_WINNER_BANCA];
	uint64_t punto = counted.winners[SABOT_WINNER_PUNTO];
	assert_decimal(bet_of(place, &rules, SABOT_BET_PUNTO_DRAGON_BONUS), "0.0265");
	assert_decimal(bet_of(place, &rules, SABOT_BET_BANCA_DRAGON_BONUS), "0.0937");
	set(&rules, "commission", "0");
	set(&rules, "banca_6_pays", "1:2");
	assert_edge(bet_of(place, &rules, SABOT_BET_BANCA), 2 * punto - 2 * banca + again.super_6,
		    2 * counted.total);
	assert_decimal(bet_of(place, &rules, SABOT_BET_BANCA), "0.0146");
	/* A ratio and a commission on it: a stake of 100 would be rounded. */
	set(&rules, "commission", "5");
	set(&rules, "banca_6_pays", "16:17");
	assert_edge(bet_of(place, &rules, SABOT_BET_BANCA),
		    340 * punto - 323 * banca + 19 * again.super_6, 340 * counted.total);
	set(&rules, "commission", "0");
	set(&rules, "banca_6_pays", "1:1");
	set(&rules, "banca_three_card_7_pushes", "yes");
	assert_edge(bet_of(place, &rules, SABOT_BET_BANCA), punto - banca + again.dragon_7,
		    counted.total);
	assert_decimal(bet_of(place, &rules, SABOT_BET_BANCA), "0.0102");
}

/* Ordered pairs of cards by position in the load: 52 kinds of `decks` copies, four drawn. */
static uint64_t
count_pairs_again(unsigned decks, bool suited)
{
	uint64_t hits = 0;

	for (unsigned n = 0; n < 52U * 52 * 52; n++) {
		/* By symmetry the first card is the first kind. */
		unsigned cards[4] = {0, n % 52, n / 52 % 52, n / 52 / 52};
		uint64_t ways = 52;
		for (int i = 0; i < 4; i++) {
			unsigned left = decks;
			for (int j = 0; j < i && left > 0; j++)
				left -= cards[i] == cards[j];
			ways *= left;
		}
		bool punto = suited ? cards[0] == cards[1] : cards[0] / 4 == cards[1] / 4;
		bool banca = suited ? cards[2] == cards[3] : cards[2] / 4 == cards[3] / 4;
		if (punto || banca)
			hits += ways;
	}
	return hits;
}

static void
test_pairs_counted_twice(void **state)
{
	struct place *place = *state;

	for (int decks = 1; decks <= SABOT_DECKS_MAX; decks += decks < 2 ? 1 : 6) {
		struct sabot_rules rules = rules_of(decks);
		uint64_t n = (uint64_t)decks * SABOT_DECK_CARDS, after = (n - 4) * (n - 5);
		assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
		struct sabot_bet_odds either = bet_of(place, &rules, SABOT_BET_EITHER_PAIR);
		struct sabot_bet_odds perfect = bet_of(place, &rules, SABOT_BET_PERFECT_PAIR);
		uint64_t hits = count_pairs_again((unsigned)decks, false);
		assert_true(either.outcomes[0].net_minor == 5 * either.unit_minor);
		assert_true(either.outcomes[0].count == hits * after);
		hits = count_pairs_again((unsigned)decks, true);
		if (hits == 0)
			assert_int_equal(perfect.n_outcomes, 1);
		else
			assert_true(perfect.outcomes[0].count == hits * after);
	}
}

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525U + 1013904223U;
	return *seed >> 8;
}

/* Deal a coup of random cards as the engine directs. */
static void
deal_coup(const struct sabot_rules *rules, struct sabot_round *round, uint32_t *seed)
{
	struct sabot_coup coup;
	enum sabot_owner owner;

	while (round->n_cards > 0)
		sabot_round_drop_card(round);
	for (;;) {
		struct sabot_card card = {(uint8_t)(next_random(seed) % SABOT_RANKS + 1),
					  (uint8_t)(next_random(seed) % SABOT_SUITS + 1)};
		sabot_punto_banco_read(round, &coup);
		owner = sabot_punto_banco_next(rules, round);
		if (owner == SABOT_OWNER_NONE)
			return;
		/* Many pairs, so that their kinds are met. */
		if (round->n_cards > 0 && next_random(seed) % 3 == 0)
			card = round->cards[round->n_cards - 1].card;
		sabot_round_place_card(round, sabot_round_add_card(round, card, -1, 0), owner, 0,
				       0);
	}
}

static int64_t
due_on(const struct sabot_rules *rules, const struct sabot_round *round, enum sabot_bet bet)
{
	struct sabot_settlement settlement = {.box = 1, .hand = -1, .on = bet, .bettor = "1"};

	sabot_settle_find(rules, round, &settlement);
	assert_int_equal(settlement.stake_minor, 1000);
	return settlement.due_minor;
}

static void
lay(struct sabot_round *round, const struct sabot_coup *coup)
{
	while (round->n_cards > 0)
		sabot_round_drop_card(round);
	for (int i = 0; i < coup->n_punto; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, coup->punto[i], -1, 0),
				       SABOT_OWNER_PUNTO, 0, 0);
	for (int i = 0; i < coup->n_banca; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, coup->banca[i], -1, 0),
				       SABOT_OWNER_BANCA, 0, 0);
}

/*
 * No bet separates a coup from the one that represents its class: a new bet that does fails here.
 */
static void
test_classes_stand_for_their_coups(void **state)
{
	struct place *place = *state;
	struct sabot_rules rules = rules_of(8);
	struct sabot_coup coup;
	uint32_t seed = 7;

	assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
	sabot_round_init(place->round, 1, 1);
	int bettor = sabot_round_find_bettor(place->round, 1, NULL, true);
	for (int bet = 0; bet < SABOT_BETS; bet++)
		place->round->boxes[1].bettors[bettor].stakes_minor[bet] = 1000;
	for (int n = 0; n < RANDOM_COUPS; n++) {
		int64_t due[SABOT_BETS] = {0};
		deal_coup(&rules, place->round, &seed);
		sabot_punto_banco_read(place->round, &coup);
		const struct sabot_coup_class *class =
			&place->odds->classes[sabot_coup_class_index(&coup)];
		assert_true(class->count > 0);
		for (int bet = 0; bet < SABOT_BETS; bet++)
			if (sabot_rules_offer_bet(&rules, (enum sabot_bet)bet))
				due[bet] = due_on(&rules, place->round, (enum sabot_bet)bet);
		lay(place->round, &class->coup);
		for (int bet = 0; bet < SABOT_BETS; bet++)
			if (sabot_rules_offer_bet(&rules, (enum sabot_bet)bet))
				assert_int_equal(due_on(&rules, place->round, (enum sabot_bet)bet),
						 due[bet]);
	}
}

static void
test_refused(void **state)
{
	struct place *place = *state;
	struct sabot_rules rules = rules_of(6);
	struct sabot_bet_odds odds;

	assert_true(sabot_coup_odds_count(&rules, place->round, place->odds));
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	assert_false(
		sabot_coup_odds_bet(&rules, place->odds, SABOT_BET_DRAGON_7, place->round, &odds));
	assert_false(sabot_coup_odds_bet(&rules, place->odds, SABOT_BET_MAIN, place->round, &odds));
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	assert_false(sabot_coup_odds_count(&rules, place->round, place->odds));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_eight_decks),
		cmocka_unit_test(test_counted_twice),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_other_tables),
		cmocka_unit_test(test_pairs_counted_twice),
		cmocka_unit_test(test_classes_stand_for_their_coups),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("odds-punto-banco", tests, set_up, tear_down);
}
