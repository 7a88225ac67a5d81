/*
 * Whole loads at once: what the batch audit says of a load is what stepping its events says, for
 * every profile it covers, with and without planted faults. And the shuffle that makes such loads.
 */
#include "cli/shoe-random.h"
#include "engine/batch.h"
#include "engine/odds-punto-banco.h"
#include "engine/settle.h"
#include "engine/table.h"
#include "profiles/profile.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { LOADS_OF_A_PROFILE = 3000, STAKE_MINOR = 1050, BOX = 1 };

/* What can be wrong with a load. */
enum fault {
	FAULT_NONE,
	FAULT_WINNER,
	FAULT_UNCLAIMED, /* is none */
	FAULT_CARD_MORE,
	FAULT_CARD_LESS,
	FAULT_COPY,
	FAULT_UNREAD,
	FAULT_SORTED,
	FAULT_CUT_MOVED,
	FAULT_CUT_MISSED,
	FAULT_ROUND_MORE,
	FAULT_BURN,
	FAULT_BEHIND,
	FAULTS,
};

struct fixture {
	struct sabot_rules rules;
	struct sabot_batch batch;
	struct sabot_round scratch;
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_random random;
	struct sabot_batch_load load;
	struct sabot_batch_places places;
	uint8_t cards[SABOT_LOAD_CARDS_MAX];
	uint8_t rounds[SABOT_BATCH_ROUNDS_MAX];
	uint16_t classes[SABOT_BATCH_ROUNDS_MAX];
};

/* What stepping a load says. */
struct told {
	unsigned n_incidents;
	bool is_complete;
	int n_rounds;
	uint16_t classes[SABOT_BATCH_ROUNDS_MAX];
	int64_t due_minor;
};

static void
set_up(struct fixture *fixture, const char *profile, unsigned seed)
{
	assert_true(sabot_profile_load(profile, NULL, &fixture->rules, NULL));
	shoe_random_init(&fixture->random, seed);
}

static void
shuffle(struct fixture *fixture)
{
	int n_cards = fixture->rules.decks * SABOT_DECK_CARDS;

	for (int i = 0; i < n_cards; i++)
		fixture->cards[i] = sabot_batch_card((struct sabot_card){
			(uint8_t)(i % SABOT_RANKS + SABOT_ACE),
			(uint8_t)(i / SABOT_RANKS % SABOT_SUITS + SABOT_SPADES),
		});
	for (unsigned i = (unsigned)n_cards; i > 1; i--) {
		unsigned j = shoe_random_below(&fixture->random, i);
		uint8_t held = fixture->cards[i - 1];
		fixture->cards[i - 1] = fixture->cards[j];
		fixture->cards[j] = held;
	}
	int behind_cards = 30 + (int)shoe_random_below(&fixture->random, 60);
	fixture->load = (struct sabot_batch_load){
		.decks = fixture->rules.decks,
		.behind_cards = shoe_random_chance(&fixture->random, 20) ? -1 : behind_cards,
		.cards = fixture->cards,
		.n_cards = n_cards,
		.cut_at = n_cards - behind_cards,
	};
}

static void
plant(struct fixture *fixture, enum fault fault)
{
	struct sabot_batch_load *load = &fixture->load;
	unsigned round = shoe_random_below(&fixture->random, (unsigned)load->n_rounds);
	unsigned place = shoe_random_below(&fixture->random, (unsigned)load->n_cards - 8);
	unsigned winner;

	switch (fault) {
	case FAULT_WINNER:
		winner = fixture->rounds[round] & 0xf;
		fixture->rounds[round] =
			(uint8_t)(fixture->rounds[round] - winner + winner % 3 + 1);
		break;
	case FAULT_UNCLAIMED:
		for (unsigned i = round; i < (unsigned)load->n_rounds; i++)
			fixture->rounds[i] &= 0xf0;
		break;
	case FAULT_CARD_MORE:
		fixture->rounds[round] = (uint8_t)(fixture->rounds[round] + 0x10);
		load->n_drawn++;
		break;
	case FAULT_CARD_LESS:
		fixture->rounds[round] = (uint8_t)(fixture->rounds[round] - 0x10);
		load->n_drawn--;
		break;
	case FAULT_COPY:
		fixture->cards[place] = fixture->cards[place] == 0x11 ? 0x12 : 0x11;
		break;
	case FAULT_UNREAD:
		/* In the run-out it is no incident, but the batch leaves it to the table. */
		fixture->cards[place % (unsigned)load->n_drawn] = 0;
		break;
	case FAULT_SORTED:
		for (uint8_t i = 0; i < 5; i++)
			fixture->cards[place + i] = (uint8_t)(0x22 + i);
		break;
	case FAULT_CUT_MOVED:
		load->cut_at += (int)shoe_random_below(&fixture->random, 9) - 4;
		load->cut_at = MIN(load->cut_at, load->n_drawn);
		break;
	case FAULT_CUT_MISSED:
		load->cut_at = -1;
		break;
	case FAULT_ROUND_MORE:
		fixture->rounds[load->n_rounds++] = fixture->rounds[round];
		load->n_drawn += fixture->rounds[round] >> 4;
		break;
	case FAULT_BURN:
		load->n_drawn += place % 2 == 0 ? 1 : -1;
		break;
	case FAULT_BEHIND:
		load->behind_cards = (int)place % 90;
		break;
	case FAULT_NONE:
	case FAULTS:
		break;
	}
}

/* One stake on each bet of the profile, the same every round. */
static void
stake(struct fixture *fixture)
{
	struct sabot_event bet = {
		.type = SABOT_EVENT_BET,
		.at_us = SABOT_TIME_NONE,
		.box = BOX,
		.hand = SABOT_HAND_IN_TURN,
		.amount_minor = STAKE_MINOR,
	};

	for (int on = SABOT_BET_PUNTO; on < SABOT_BETS; on++) {
		bet.on = (enum sabot_bet)on;
		if (sabot_rules_offer_bet(&fixture->rules, bet.on))
			sabot_table_step(&fixture->table, &bet, &fixture->update);
	}
}

static void
count_round(struct fixture *fixture, struct told *told)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;
	struct sabot_coup coup;

	sabot_punto_banco_read(&fixture->table.last, &coup);
	if (coup.winner != SABOT_WINNER_VOID && coup.n_punto >= 2 && coup.n_banca >= 2)
		told->classes[told->n_rounds] = (uint16_t)sabot_coup_class_index(&coup);
	told->n_rounds++;
	while (sabot_settle_next(&fixture->rules, &fixture->table.last, &walk, &settlement))
		told->due_minor += settlement.due_minor;
}

static void
listen(struct fixture *fixture, struct told *told)
{
	for (unsigned i = 0; i < fixture->update.n_outputs; i++) {
		const struct sabot_output *output = &fixture->update.outputs[i];
		told->n_incidents += output->kind == SABOT_OUTPUT_INCIDENT;
		if (output->kind == SABOT_OUTPUT_ROUND)
			count_round(fixture, told);
		else if (output->kind == SABOT_OUTPUT_LOAD)
			told->is_complete = output->u.load.verdict == SABOT_COMPLETE &&
					    output->u.load.proven == SABOT_PROVEN_CARDS;
	}
}

static struct told
step_all(struct fixture *fixture)
{
	struct sabot_batch_walk walk = {0};
	struct sabot_event event;
	struct told told = {0};

	sabot_table_init(&fixture->table, &fixture->rules, 0, 0, 0);
	while (sabot_batch_next_event(&fixture->load, &walk, &event)) {
		if (event.type == SABOT_EVENT_NO_MORE_BETS)
			stake(fixture);
		sabot_table_step(&fixture->table, &event, &fixture->update);
		listen(fixture, &told);
	}
	return told;
}

/* What the stakes of one round earn, by the class alone. */
static int64_t
due_of_class(struct fixture *fixture, const struct sabot_coup *coup)
{
	struct sabot_round *round = &fixture->scratch;
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement settlement;
	int64_t due_minor = 0;

	sabot_round_init(round, 1, 1);
	int bettor = sabot_round_find_bettor(round, BOX, NULL, true);
	for (int on = SABOT_BET_PUNTO; on < SABOT_BETS; on++) {
		if (!sabot_rules_offer_bet(&fixture->rules, (enum sabot_bet)on))
			continue;
		round->boxes[BOX].bettors[bettor].stakes_minor[on] = STAKE_MINOR;
		round->boxes[BOX].bets |= UINT32_C(1) << on;
	}
	for (int i = 0; i < coup->n_punto; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, coup->punto[i], -1),
				       SABOT_OWNER_PUNTO, 0, 0);
	for (int i = 0; i < coup->n_banca; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, coup->banca[i], -1),
				       SABOT_OWNER_BANCA, 0, 0);
	while (sabot_settle_next(&fixture->rules, round, &walk, &settlement))
		due_minor += settlement.due_minor;
	return due_minor;
}

/* True when the batch had nothing to say. */
static bool
compare(struct fixture *fixture, const struct sabot_coup_odds *odds, const char *what)
{
	struct told told = step_all(fixture);
	bool clean = sabot_batch_read(&fixture->batch, &fixture->load, &fixture->places) &&
		     sabot_batch_audit(&fixture->batch, &fixture->places, &fixture->load,
				       fixture->classes);
	int64_t due_minor = 0;

	if (clean != (told.n_incidents == 0 && told.is_complete))
		fail_msg("%s: the batch says %d, stepping %u incidents", what, clean,
			 told.n_incidents);
	if (!clean)
		return false;
	assert_int_equal(told.n_rounds, fixture->load.n_rounds);
	assert_memory_equal(told.classes, fixture->classes,
			    (size_t)told.n_rounds * sizeof(told.classes[0]));
	for (int i = 0; odds != NULL && i < told.n_rounds; i++)
		due_minor += due_of_class(fixture, &odds->classes[fixture->classes[i]].coup);
	if (odds != NULL)
		assert_int_equal(due_minor, told.due_minor);
	return true;
}

static void
run(const char *profile, const char *settings)
{
	g_autofree struct fixture *fixture = g_new0(struct fixture, 1);
	g_autofree struct sabot_coup_odds *odds = g_new0(struct sabot_coup_odds, 1);
	int clean[FAULTS] = {0}, planted[FAULTS] = {0};
	char error[SABOT_RULES_ERROR_SIZE];

	set_up(fixture, profile, 1);
	if (settings != NULL &&
	    !sabot_rules_set(&fixture->rules, settings, strchr(settings, 0) + 1, error))
		fail_msg("%s", error);
	assert_true(sabot_batch_init(&fixture->batch, &fixture->rules, &fixture->scratch));
	assert_true(sabot_coup_odds_count(&fixture->rules, &fixture->scratch, odds));
	for (int i = 0; i < LOADS_OF_A_PROFILE; i++) {
		enum fault fault = (enum fault)(i % (2 * FAULTS) < FAULTS ? i % FAULTS : 0);
		g_autofree char *what = g_strdup_printf("%s, load %d, fault %d", profile, i, fault);
		shuffle(fixture);
		if (!sabot_batch_read(&fixture->batch, &fixture->load, &fixture->places) ||
		    !sabot_batch_deal(&fixture->batch, &fixture->places, &fixture->load,
				      fixture->rounds))
			fail_msg("%s: cannot be dealt", what);
		plant(fixture, fault);
		planted[fault]++;
		clean[fault] += compare(fixture, i % 50 == 0 ? odds : NULL, what);
	}
	/* Runs of five by chance are rare, and no fault goes unseen. */
	assert_true(clean[FAULT_UNCLAIMED] > planted[FAULT_UNCLAIMED] * 99 / 100);
	assert_true(clean[FAULT_NONE] > planted[FAULT_NONE] * 99 / 100);
	assert_int_equal(clean[FAULT_WINNER] + clean[FAULT_CARD_MORE] + clean[FAULT_CARD_LESS] +
				 clean[FAULT_COPY] + clean[FAULT_UNREAD] + clean[FAULT_BURN],
			 0);
}

static void
test_same_as_step(void **state)
{
	(void)state;
	run("punto-banco-es", NULL);
	run("punto-banco-house", NULL);
	run("punto-banco-6-half", NULL);
	run("punto-banco-ez", NULL);
	run("punto-banco-es", "table_key\0points");
	run("punto-banco-es", "cut_tolerance\0002");
	run("punto-banco-es", "check_unshuffled_order\0no");
}

/* What the batch cannot do it says. */
static void
test_not_covered(void **state)
{
	g_autofree struct fixture *fixture = g_new0(struct fixture, 1);
	char error[SABOT_RULES_ERROR_SIZE];

	(void)state;
	set_up(fixture, "blackjack-es", 1);
	assert_false(sabot_batch_init(&fixture->batch, &fixture->rules, &fixture->scratch));
	set_up(fixture, "punto-banco-es", 1);
	assert_true(sabot_rules_set(&fixture->rules, "flow", "cards_only", error));
	assert_false(sabot_batch_init(&fixture->batch, &fixture->rules, &fixture->scratch));
}

/* Each byte comes to each place equally often: 10000 times, give or take five deviations. */
static void
test_shuffle(void **state)
{
	enum { BYTES = 8, SHUFFLES = 80000, MARGIN = 470 };
	unsigned counts[BYTES][BYTES] = {{0}};
	struct shoe_random random;

	(void)state;
	shoe_random_init(&random, 5);
	for (int i = 0; i < SHUFFLES; i++) {
		uint8_t bytes[BYTES] = {0, 1, 2, 3, 4, 5, 6, 7};
		unsigned seen = 0;
		shoe_random_shuffle(&random, bytes, BYTES);
		for (int place = 0; place < BYTES; place++) {
			seen |= 1U << bytes[place];
			counts[bytes[place]][place]++;
		}
		assert_int_equal(seen, (1U << BYTES) - 1);
	}
	for (int byte = 0; byte < BYTES; byte++)
		for (int place = 0; place < BYTES; place++)
			assert_in_range(counts[byte][place], SHUFFLES / BYTES - MARGIN,
					SHUFFLES / BYTES + MARGIN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_as_step),
		cmocka_unit_test(test_not_covered),
		cmocka_unit_test(test_shuffle),
	};

	return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
