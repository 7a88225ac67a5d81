/*
 * The typed answers, and the roads that clients draw from a view's coups.
 */
#include "proto/messages/table-messages.h"
#include "proto/wire-roads.h"
#include "proto/wording/wording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static gpointer
read_answer(const struct sabot_record_type *type, const char *text)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	g_autoptr(GError) error = NULL;
	gpointer answer;

	assert_non_null(json);
	answer = sabot_record_parse(type, json, &error);
	if (error)
		fail_msg("%s", error->message);
	json_decref(json);
	return answer;
}

static void
test_rounds(void **state)
{
	struct sabot_wire_rounds *answer = read_answer(
		&sabot_wire_rounds_type,
		"{\"rounds\":[{\"round\":7,\"load\":2,\"winner\":\"punto\",\"punto\":9,\"banca\":6,"
		"\"punto_cards\":[\"4C\",\"5D\"],\"banca_cards\":[\"QD\",\"6H\"],"
		"\"stakes\":[{\"box\":3,"
		"\"bettor\":\"3\",\"on\":\"punto\",\"stake\":1000,\"due\":1000}],"
		"\"paid\":[{\"box\":3,"
		"\"on\":\"punto\",\"amount\":900}],\"incidents\":[4],"
		"\"at\":\"1970-01-01T00:00:01Z\"}],"
		"\"next\":1}");
	const struct sabot_wire_past_round *round = g_ptr_array_index(answer->rounds, 0);
	const struct sabot_wire_settled *stake = g_ptr_array_index(round->stakes, 0);
	const struct sabot_wire_payment *paid = g_ptr_array_index(round->paid, 0);

	(void)state;
	assert_int_equal(answer->next, 1);
	assert_int_equal(round->at_us, 1000000);
	assert_int_equal(round->punto_cards->len, 2);
	assert_int_equal(round->dealer, -1);
	assert_int_equal(stake->hand, -1);
	assert_int_equal(stake->due_minor, 1000);
	assert_int_equal(paid->amount_minor, 900);
	assert_int_equal(round->corrections->len, 0);
	assert_int_equal(json_array_size(round->incidents), 1);
	sabot_record_unref(answer);
}

static void
test_load(void **state)
{
	struct sabot_wire_load_answer *answer = read_answer(
		&sabot_wire_load_answer_type,
		"{\"load\":{\"load\":2,\"decks\":6,\"seen\":3,\"positions\":\"b.?\",\"prepared\":"
		"[{\"step\":\"seals\",\"who\":\"p5\"}]},\"preparing\":[]}");
	const struct sabot_wire_prepared *step = g_ptr_array_index(answer->load->prepared, 0);

	(void)state;
	assert_string_equal(answer->load->positions, "b.?");
	assert_int_equal(answer->load->behind_cards, -1);
	assert_string_equal(step->who, "p5");
	sabot_record_unref(answer);
}

static void
assert_said(const struct sabot_wire_effect *effect, const char *text)
{
	g_autofree char *said = sabot_phrase_effect(effect);

	assert_string_equal(said, text);
}

static void
test_remedies(void **state)
{
	struct sabot_wire_remedies *answer = read_answer(
		&sabot_wire_remedies_type,
		"{\"table\":\"PB-01\",\"incident\":3,\"remedies\":[{\"remedy\":\"let_stand\","
		"\"name\":\"n\",\"possible\":true,\"second\":true,\"text\":\"t\",\"delta\":-5,"
		"\"stakes\":[{\"box\":3,\"on\":\"tie\",\"stake\":10,\"after\":0,\"text\":\"t\"}],"
		"\"effects\":[{\"effect\":\"round_void\",\"round\":7,\"text\":\"t\"}]}]}");
	const struct sabot_wire_remedy *remedy = g_ptr_array_index(answer->remedies, 0);
	const struct sabot_wire_stake_effect *stake = g_ptr_array_index(remedy->stakes, 0);
	struct sabot_wire_effect *effect = g_ptr_array_index(remedy->effects, 0);

	(void)state;
	assert_true(remedy->needs_second && remedy->is_possible && !remedy->wants_card);
	assert_int_equal(remedy->delta_minor, -5);
	assert_true(stake->before_minor == SABOT_WIRE_NO_NUMBER);
	assert_int_equal(stake->after_minor, 0);
	assert_int_equal(effect->round, 7);
	assert_said(effect, "Round 7 is void: all stakes go back.");
	g_free(effect->effect);
	effect->effect = g_strdup("of_a_later_version");
	assert_said(effect, "t");
	sabot_record_unref(answer);
}

static const struct sabot_wire_cell *
cell_at(const GArray *cells, guint place)
{
	return &g_array_index(cells, struct sabot_wire_cell, place);
}

/* punto, banca with a pair of banca, tie, banca: a, b + 2 pairs, c, b */
static void
test_roads(void **state)
{
	g_autoptr(GArray) big = sabot_wire_road_cells("ahcb", false, SABOT_WIRE_ROAD_BIG);
	g_autoptr(GArray) bead = sabot_wire_road_cells("ahcb~", false, SABOT_WIRE_ROAD_BEAD);
	g_autoptr(GArray) none = sabot_wire_road_cells(NULL, false, SABOT_WIRE_ROAD_BEAD);

	(void)state;
	assert_int_equal(big->len, 3);
	assert_int_equal(cell_at(big, 0)->mark, 'p');
	assert_int_equal(cell_at(big, 1)->mark, 'b');
	assert_int_equal(cell_at(big, 1)->column, 2);
	assert_int_equal(cell_at(big, 1)->ties, 1);
	assert_true(cell_at(big, 1)->banca_pair);
	assert_false(cell_at(big, 1)->punto_pair);
	assert_int_equal(cell_at(big, 2)->row, 2);
	assert_int_equal(bead->len, 4);
	assert_int_equal(cell_at(bead, 2)->mark, 't');
	assert_int_equal(none->len, 0);
	assert_int_equal(sabot_wire_road_waiting_ties("cca"), 0);
	assert_int_equal(sabot_wire_road_waiting_ties("cc"), 2);
}

/* Streaks of banca 2, punto 3, banca 1, punto 1, worked out in tests/engine-roads. */
static void
test_ask(void **state)
{
	static const char coups[] = "bbaaabac";
	char marks[SABOT_WIRE_ASK_SIZE];

	(void)state;
	assert_string_equal(sabot_wire_road_ask_all(coups, SABOT_WINNER_BANCA, marks), "rii");
	assert_string_equal(sabot_wire_road_ask_all(coups, SABOT_WINNER_PUNTO, marks), "irr");
	assert_string_equal(sabot_wire_road_ask_all(NULL, SABOT_WINNER_PUNTO, marks), "---");
	assert_string_equal(sabot_wire_road_ask_all("b?a", SABOT_WINNER_PUNTO, marks), "???");
	assert_int_equal(sabot_wire_road_ask(coups, SABOT_WIRE_ROAD_BIG, SABOT_WINNER_PUNTO), '-');
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_remedies),
		cmocka_unit_test(test_roads),
		cmocka_unit_test(test_ask),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
