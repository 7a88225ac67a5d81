/*
 * What the cards that were not read must have been, once the remainder was run out: one deck from
 * the ace of spades to the king of clubs, its first cards dealt face up, the rest run out.
 */
#include "engine/table/table.h"
#include "engine/rules/rules-set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { N_DEALT = 20 };

struct fixture {
	struct sabot_table table;
	struct sabot_update update;
	struct sabot_card deck[SABOT_DECK_CARDS];
};

static void
step(struct fixture *fixture, const struct sabot_event *event)
{
	sabot_table_step(&fixture->table, event, &fixture->update);
	assert_null(fixture->update.fault);
}

/* Every third card of the suit comes next, so that the order is not that of a new deck. */
static int
set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));
	struct sabot_rules rules;

	assert_non_null(fixture);
	for (int i = 0; i < SABOT_DECK_CARDS; i++)
		fixture->deck[i] = (struct sabot_card){
			.rank = (uint8_t)(SABOT_ACE + i * 3 % 13),
			.suit = (uint8_t)(SABOT_SPADES + i / 13),
		};
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	rules.decks = 1;
	sabot_table_init(&fixture->table, &rules, 0, 0, 0);
	step(fixture, &(struct sabot_event){
			      .type = SABOT_EVENT_LOAD,
			      .u.load = {.decks = 1, .behind_cards = -1},
		      });
	*state = fixture;
	return 0;
}

static int
tear_down(void **state)
{
	free(*state);
	return 0;
}

/* Boxed cards: they count, and no round is needed. */
static void
deal(struct fixture *fixture)
{
	for (int i = 0; i < N_DEALT; i++)
		step(fixture, &(struct sabot_event){
				      .type = SABOT_EVENT_CARD,
				      .card = fixture->deck[i],
				      .has_card = true,
				      .u.card = {.face_up = true},
			      });
}

static const struct sabot_load_report *
run_out(struct fixture *fixture, int n_cards)
{
	step(fixture, &(struct sabot_event){
			      .type = SABOT_EVENT_UNLOAD,
			      .u.unload = {.left_cards = -1,
					   .cards = fixture->deck + N_DEALT,
					   .n_cards = (size_t)n_cards},
		      });
	for (unsigned i = 0; i < fixture->update.n_outputs; i++)
		if (fixture->update.outputs[i].kind == SABOT_OUTPUT_LOAD)
			return &fixture->update.outputs[i].u.load;
	fail_msg("no load was reported");
	return NULL;
}

static void
assert_card(const struct fixture *fixture, unsigned place, struct sabot_card card)
{
	assert_int_equal(fixture->update.cards[place].rank, card.rank);
	assert_int_equal(fixture->update.cards[place].suit, card.suit);
}

static void
nothing_unread(void **state)
{
	struct fixture *fixture = *state;

	deal(fixture);
	const struct sabot_load_report *report = run_out(fixture, SABOT_DECK_CARDS - N_DEALT);
	assert_int_equal(report->verdict, SABOT_COMPLETE);
	assert_int_equal(report->n_deduced, 0);
}

/* An unread card in the remainder: nothing is deduced. */
static void
one_dealt_and_one_run_out(void **state)
{
	struct fixture *fixture = *state;

	fixture->deck[2] = fixture->deck[40] = (struct sabot_card){0};
	deal(fixture);
	const struct sabot_load_report *report = run_out(fixture, SABOT_DECK_CARDS - N_DEALT);
	assert_int_equal(report->verdict, SABOT_COMPLETE);
	assert_int_equal(report->proven, SABOT_PROVEN_COUNT);
	assert_int_equal(report->n_missing, 0);
	assert_int_equal(report->n_deduced, 0);
}

static void
a_suit_alone(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_card card = fixture->deck[7];

	fixture->deck[7].suit = SABOT_SUIT_UNKNOWN;
	deal(fixture);
	const struct sabot_load_report *report = run_out(fixture, SABOT_DECK_CARDS - N_DEALT);
	assert_int_equal(report->n_deduced, 1);
	assert_card(fixture, report->first_deduced, card);
}

/* An unread card and a card short: either may be the one. */
static void
a_card_short_proves_nothing(void **state)
{
	struct fixture *fixture = *state;

	fixture->deck[2] = (struct sabot_card){0};
	deal(fixture);
	const struct sabot_load_report *report = run_out(fixture, SABOT_DECK_CARDS - N_DEALT - 1);
	assert_int_equal(report->verdict, SABOT_MISSING);
	assert_int_equal(report->n_deduced, 0);
}

/* A king read as a rank of which none is lacking: the shoe read it wrong. */
static void
a_rank_that_does_not_fit(void **state)
{
	struct fixture *fixture = *state;
	uint8_t other = fixture->deck[7].rank == SABOT_KING ? SABOT_QUEEN : SABOT_KING;

	fixture->deck[7] = (struct sabot_card){.rank = other, .suit = SABOT_SUIT_UNKNOWN};
	deal(fixture);
	assert_int_equal(run_out(fixture, SABOT_DECK_CARDS - N_DEALT)->n_deduced, 0);
}

/* Only counted: nothing is known about the rest. */
static void
a_count_proves_nothing(void **state)
{
	struct fixture *fixture = *state;

	fixture->deck[2] = (struct sabot_card){0};
	deal(fixture);
	step(fixture, &(struct sabot_event){
			      .type = SABOT_EVENT_UNLOAD,
			      .u.unload = {.left_cards = SABOT_DECK_CARDS - N_DEALT},
		      });
	assert_int_equal(fixture->update.n_outputs, 1);
	assert_int_equal(fixture->update.outputs[0].u.load.n_deduced, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_unread, set_up, tear_down),
		cmocka_unit_test_setup_teardown(one_dealt_and_one_run_out, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_suit_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_card_short_proves_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_rank_that_does_not_fit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_count_proves_nothing, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
