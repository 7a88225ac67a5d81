/*
 * Counting copies (docs/event-log.md, section 5): how many of a card a load can hold, by back and
 * by rank, and what is still to come.
 */
#include "engine/core/composition.h"
#include "table-fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static struct sabot_card
card_of(const char *text)
{
	struct sabot_card card;

	assert_int_equal(parse_cards(text, &card, 1), 1);
	return card;
}

static void
add(struct sabot_composition *composition, const char *text, int n_copies, const char *back)
{
	for (int i = 0; i < n_copies; i++)
		sabot_composition_add(composition, card_of(text),
				      sabot_composition_back(composition, back));
}

static void
test_copies(void **state)
{
	struct sabot_composition composition;
	struct sabot_card card = card_of("7H");

	(void)state;
	for (int decks = 1; decks <= SABOT_DECKS_MAX; decks++) {
		sabot_composition_init(&composition, decks, 1);
		for (int copies = 0; copies <= decks + 3; copies++) {
			int beyond = copies > decks ? copies - decks : 0;
			int lack = copies < decks ? decks - copies : 0;
			assert_int_equal(sabot_composition_card_excess(&composition, card), beyond);
			assert_int_equal(sabot_composition_rank_excess(&composition, 7), beyond);
			assert_int_equal(sabot_composition_card_lack(&composition, card), lack);
			sabot_composition_add(&composition, card, -1);
		}
	}
	/* Nobody else is touched. */
	assert_int_equal(sabot_composition_card_excess(&composition, card_of("7S")), 0);
	assert_int_equal(sabot_composition_rank_excess(&composition, 8), 0);
	assert_int_equal(sabot_composition_card_lack(&composition, card_of("8H")), 8);
}

static void
test_remove(void **state)
{
	struct sabot_composition composition;
	struct sabot_card card = card_of("KD");
	int back;

	(void)state;
	sabot_composition_init(&composition, 2, 2);
	back = sabot_composition_back(&composition, "red");
	add(&composition, "KD", 2, "red");
	assert_int_equal(sabot_composition_card_excess(&composition, card), 1);
	sabot_composition_remove(&composition, card, back);
	assert_int_equal(sabot_composition_card_excess(&composition, card), 0);
	assert_int_equal(sabot_composition_card_lack(&composition, card), 1);
	sabot_composition_add(&composition, card_of("??"), -1);
	assert_int_equal(composition.unknown, 1);
	sabot_composition_remove(&composition, card_of("??"), -1);
	assert_int_equal(composition.unknown, 0);
}

/* ES-01: six decks of two backs hold each card three times a colour. */
static void
test_backs_that_divide(void **state)
{
	struct sabot_composition composition;
	struct sabot_card card = card_of("QS");

	(void)state;
	sabot_composition_init(&composition, 6, 2);
	add(&composition, "QS", 3, "red");
	add(&composition, "QS", 2, "blue");
	assert_int_equal(sabot_composition_card_excess(&composition, card), 0);
	add(&composition, "QS", 1, "red");
	assert_int_equal(sabot_composition_card_excess(&composition, card), 1);
	assert_int_equal(sabot_composition_rank_excess(&composition, SABOT_QUEEN), 1);
	/* Six in all, but four and two of a colour. */
	assert_int_equal(sabot_composition_card_lack(&composition, card), 0);
	/* Beyond in both colours: summed over them, never less than the copies prove. */
	add(&composition, "QS", 2, "blue");
	assert_int_equal(sabot_composition_card_excess(&composition, card), 2);
	/* Without a back only the copies count. */
	add(&composition, "QS", 1, NULL);
	assert_int_equal(sabot_composition_card_excess(&composition, card), 3);
}

/* Decks that cannot be shared evenly prove nothing by their backs. */
static void
test_backs_that_do_not_divide(void **state)
{
	struct sabot_composition composition;
	struct sabot_card card = card_of("2C");

	(void)state;
	sabot_composition_init(&composition, 5, 2);
	add(&composition, "2C", 5, "red");
	assert_int_equal(sabot_composition_card_excess(&composition, card), 0);
	add(&composition, "2C", 1, "blue");
	assert_int_equal(sabot_composition_card_excess(&composition, card), 1);
}

static void
test_back_names(void **state)
{
	struct sabot_composition composition;

	(void)state;
	sabot_composition_init(&composition, 6, 2);
	assert_int_equal(sabot_composition_back(&composition, NULL), -1);
	assert_int_equal(sabot_composition_back(&composition, ""), -1);
	assert_int_equal(sabot_composition_back(&composition, "red"), 0);
	assert_int_equal(sabot_composition_back(&composition, "blue"), 1);
	assert_int_equal(sabot_composition_back(&composition, "red"), 0);
	/* A third colour where there are two, and a name that is too long. */
	assert_int_equal(sabot_composition_back(&composition, "green"), -1);
	assert_int_equal(
		sabot_composition_back(&composition, "a colour of more than thirty-two bytes"), -1);
}

/* `7?`: each suit is capped at `decks`, all together at four times that. */
static void
test_rank_only(void **state)
{
	struct sabot_composition composition;

	(void)state;
	sabot_composition_init(&composition, 1, 1);
	add(&composition, "7S", 1, NULL);
	add(&composition, "7?", 3, NULL);
	assert_int_equal(sabot_composition_rank_excess(&composition, 7), 0);
	add(&composition, "7?", 1, NULL);
	assert_int_equal(sabot_composition_rank_excess(&composition, 7), 1);
	/* A second 7S is one too many by itself; it takes no place of another suit. */
	add(&composition, "7S", 1, NULL);
	assert_int_equal(sabot_composition_rank_excess(&composition, 7), 2);
	assert_int_equal(sabot_composition_card_excess(&composition, card_of("7S")), 1);
	assert_int_equal(sabot_composition_card_lack(&composition, card_of("7H")), 1);
	add(&composition, "7H", 1, NULL);
	assert_int_equal(sabot_composition_rank_excess(&composition, 7), 3);
}

/* What is asked of each card that comes is the growth of what counting all copies says. */
static void
test_new_excess(void **state)
{
	struct sabot_composition composition;
	unsigned random = 1;
	int n_found = 0;

	(void)state;
	for (int decks = 1; decks <= 4; decks++) {
		sabot_composition_init(&composition, decks, 2);
		for (int i = 0; i < 52 * decks * 3 / 2; i++) {
			random = random * 1103515245 + 12345;
			struct sabot_card card = {(uint8_t)((random >> 16) % 14),
						  (uint8_t)((random >> 20) % 5)};
			int back = (int)((random >> 24) % 3) - 1;
			int before = sabot_composition_rank_excess(&composition, card.rank);
			if (card.rank == SABOT_RANK_UNKNOWN)
				card.suit = SABOT_SUIT_UNKNOWN;
			int found = sabot_composition_count(&composition, card, back);
			assert_int_equal(found, card.rank == SABOT_RANK_UNKNOWN
							? 0
							: sabot_composition_rank_excess(
								  &composition, card.rank) -
								  before);
			n_found += found;
		}
	}
	assert_true(n_found > 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copies),
		cmocka_unit_test(test_remove),
		cmocka_unit_test(test_backs_that_divide),
		cmocka_unit_test(test_backs_that_do_not_divide),
		cmocka_unit_test(test_back_names),
		cmocka_unit_test(test_rank_only),
		cmocka_unit_test(test_new_excess),
	};

	return cmocka_run_group_tests_name("composition", tests, NULL, NULL);
}
