/* Bets by an armed chip: what lies, what is as before, what is sent. No display needed. A small
 * daemon takes the events at once: it keeps stakes by box, bet and bettor. */
#include "gui/model/dealer/bet-phrases.h"
#include "gui/model/dealer/dealer-table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct house {
	SabotDealerTable *table;
	struct sabot_dealer_bets *bets;
	enum sabot_wire_game game;
	GArray *stakes; /* of struct sabot_dealer_bet */
	json_t *boxes;  /* of the last no_more_bets, or NULL */
	GString *sent;  /* words of events since it was last looked at */
	enum sabot_wire_phase phase;
	int64_t round, n, min_minor;
	bool is_open;
};

static void
add_stake(struct sabot_wire_view *view, const struct sabot_dealer_bet *bet)
{
	struct sabot_wire_box *box = NULL;
	struct sabot_wire_stake *stake = sabot_record_new(&sabot_wire_stake_type);

	for (guint i = 0; i < view->boxes->len; i++) {
		struct sabot_wire_box *other = g_ptr_array_index(view->boxes, i);

		if (other->box == bet->box)
			box = other;
	}
	if (!box) {
		box = sabot_record_new(&sabot_wire_box_type);
		box->box = bet->box;
		g_ptr_array_add(view->boxes, box);
	}
	stake->on = g_strdup(bet->on);
	stake->bettor = g_strdup(bet->bettor);
	stake->amount_minor = bet->amount_minor;
	g_ptr_array_add(box->stakes, stake);
}

static void
add_boxes(const struct house *house, struct sabot_wire_view *view)
{
	for (size_t i = 0; i < json_array_size(house->boxes); i++) {
		struct sabot_wire_box *box = sabot_record_new(&sabot_wire_box_type);

		box->box = json_integer_value(json_array_get(house->boxes, i));
		g_ptr_array_add(view->boxes, box);
	}
}

static void
publish(struct house *house)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup("T-1");
	view->rules = g_strdup("x");
	view->game = house->game;
	view->state = SABOT_WIRE_TABLE_OPEN;
	view->phase = house->phase;
	view->load = 1;
	view->round = house->round;
	view->n = house->n;
	view->min_minor = house->min_minor;
	view->max_minor = 100000;
	view->is_round_open = house->is_open;
	for (guint i = 0; i < house->stakes->len; i++)
		add_stake(view, &g_array_index(house->stakes, struct sabot_dealer_bet, i));
	add_boxes(house, view);
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(house->table)),
			     view);
	sabot_record_unref(view);
}

static void
begin_round(struct house *house)
{
	if (house->is_open)
		return;
	house->is_open = true;
	house->round++;
	g_array_set_size(house->stakes, 0);
	json_decref(house->boxes);
	house->boxes = NULL;
}

static void
take_bet(struct house *house, const struct sabot_wire_event *event)
{
	struct sabot_dealer_bet bet = {event->box, g_intern_string(event->on),
				       g_intern_string(event->bettor), event->amount_minor};

	begin_round(house);
	for (guint i = 0; i < house->stakes->len; i++) {
		const struct sabot_dealer_bet *other =
			&g_array_index(house->stakes, struct sabot_dealer_bet, i);

		if (other->box == bet.box && other->on == bet.on && other->bettor == bet.bettor)
			g_array_remove_index(house->stakes, i--);
	}
	if (bet.amount_minor > 0)
		g_array_append_val(house->stakes, bet);
	g_string_append_printf(house->sent, "%s%d %s %s %d", house->sent->len > 0 ? ", " : "",
			       (int)bet.box, bet.bettor, bet.on, (int)(bet.amount_minor / 100));
}

static gboolean
on_sending(SabotDealerTable *table, json_t *event, gpointer data)
{
	struct house *house = data;
	struct sabot_wire_event *read = sabot_record_parse(&sabot_wire_event_type, event, NULL);

	(void)table;
	house->n++;
	if (strcmp(read->ev, "bet") == 0) {
		take_bet(house, read);
	} else if (strcmp(read->ev, "no_more_bets") == 0) {
		begin_round(house);
		house->boxes = json_incref(json_object_get(event, "boxes"));
		house->phase = SABOT_WIRE_PHASE_DEALING;
		g_string_append(house->sent, house->sent->len > 0 ? ", closed" : "closed");
	}
	sabot_record_unref(read);
	publish(house);
	return TRUE;
}

/* As the display's main loop does between two views or touches. */
static void
settle(void)
{
	while (g_main_context_iteration(NULL, FALSE))
		;
}

static struct sabot_wire_rules *
rules_new(enum sabot_wire_game game)
{
	struct sabot_wire_rules *rules = sabot_record_new(&sabot_wire_rules_type);
	static const char *const coup[] = {"punto", "banca", "tie", "punto_pair", "banca_pair"};
	static const char *const box[] = {"main", "perfect_pair"};
	static const int64_t chips[] = {500, 1000, 2500, 10000};
	bool is_blackjack = game == SABOT_WIRE_GAME_BLACKJACK;

	rules->game = g_strdup(is_blackjack ? "blackjack" : "punto_banco");
	rules->boxes = is_blackjack ? 7 : 9;
	for (guint i = 0; i < (is_blackjack ? G_N_ELEMENTS(box) : G_N_ELEMENTS(coup)); i++)
		g_ptr_array_add(rules->bets, g_strdup(is_blackjack ? box[i] : coup[i]));
	g_array_append_vals(rules->chips, chips, G_N_ELEMENTS(chips));
	return rules;
}

static struct house *
house_new(enum sabot_wire_game game)
{
	struct house *house = g_new0(struct house, 1);
	struct sabot_wire_rules *rules = rules_new(game);

	house->table = sabot_dealer_table_new("/nowhere", "T-1");
	house->bets = sabot_dealer_table_get_bets(house->table);
	house->game = game;
	house->stakes = g_array_new(FALSE, FALSE, sizeof(struct sabot_dealer_bet));
	house->sent = g_string_new(NULL);
	house->phase = SABOT_WIRE_PHASE_BETTING;
	house->min_minor = 1000;
	g_signal_connect(house->table, "sending", G_CALLBACK(on_sending), house);
	sabot_dealer_table_set_tracks_stakes(house->table, TRUE);
	sabot_dealer_table_set_rules(house->table, rules);
	sabot_record_unref(rules);
	publish(house);
	settle();
	return house;
}

static void
house_free(struct house *house)
{
	g_object_unref(house->table);
	g_array_unref(house->stakes);
	json_decref(house->boxes);
	g_string_free(house->sent, TRUE);
	g_free(house);
}

static void
touch(struct house *house, int64_t box, const char *on, int bettor)
{
	struct sabot_dealer_square square = {box, g_intern_string(on), bettor};

	sabot_dealer_bets_touch(house->bets, &square, 1);
}

/* "seat 3, punto, 10": as it is said. */
static void
does_say(struct house *house, int64_t box, const char *on, int bettor, const char *wanted)
{
	struct sabot_dealer_square square = {box, g_intern_string(on), bettor};
	struct sabot_dealer_square_state state = sabot_dealer_bets_get_square(house->bets, &square);
	g_autofree char *said =
		sabot_phrase_square(house->game == SABOT_WIRE_GAME_BLACKJACK, &square, &state);

	assert_string_equal(said, wanted);
}

static void
does_send(struct house *house, const char *wanted)
{
	assert_string_equal(house->sent->str, wanted);
	g_string_set_size(house->sent, 0);
}

static void
does_close_with(struct house *house, const char *wanted)
{
	struct sabot_dealer_bets_state state = sabot_dealer_bets_get_state(house->bets);
	g_autofree char *said =
		sabot_phrase_bets_close(house->game == SABOT_WIRE_GAME_BLACKJACK, &state);

	assert_string_equal(said ? said : "", wanted);
}

/* The round is dealt and over. */
static void
deal(struct house *house)
{
	house->phase = SABOT_WIRE_PHASE_DECIDED;
	publish(house);
	settle();
	house->is_open = false;
	house->phase = SABOT_WIRE_PHASE_BETTING;
	publish(house);
	settle();
}

static void
test_each_touch_lays_one_and_is_taken_back(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);
	struct sabot_dealer_square three[] = {{1, g_intern_string("banca"), 0},
					      {2, g_intern_string("banca"), 0},
					      {3, g_intern_string("banca"), 0}};

	(void)state;
	assert_int_equal(sabot_dealer_bets_get_armed(house->bets), 1000); /* the least stake */
	touch(house, 3, "punto", 0);
	touch(house, 3, "punto", 0);
	does_send(house, "3 3 punto 10, 3 3 punto 20");
	sabot_dealer_bets_arm(house->bets, 2500);
	sabot_dealer_bets_touch(house->bets, three, G_N_ELEMENTS(three));
	does_say(house, 2, "banca", 0, "seat 2, banca, 25");
	does_send(house, "1 1 banca 25, 2 2 banca 25, 3 3 banca 25");
	sabot_dealer_bets_arm(house->bets, SABOT_DEALER_TAKE_AWAY);
	touch(house, 3, "punto", 0);
	does_send(house, "3 3 punto 0");
	touch(house, 9, "tie", 0); /* nothing is there, nothing comes of it */
	does_send(house, "");
	sabot_dealer_bets_undo(house->bets);
	does_send(house, "3 3 punto 20");
	sabot_dealer_bets_undo(house->bets);
	does_send(house, "3 3 banca 0, 2 2 banca 0, 1 1 banca 0");
	sabot_dealer_bets_undo(house->bets);
	sabot_dealer_bets_undo(house->bets);
	does_send(house, "3 3 punto 10, 3 3 punto 0");
	assert_false(sabot_dealer_bets_get_state(house->bets).can_undo);
	house_free(house);
}

static void
test_what_lay_last_is_as_before(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);

	(void)state;
	touch(house, 1, "punto", 0);
	touch(house, 2, "punto", 0);
	touch(house, 2, "tie", 0);
	touch(house, 3, "banca", 0);
	does_close_with(house, "3 seats, 40");
	sabot_dealer_bets_close(house->bets);
	deal(house);
	g_string_set_size(house->sent, 0);
	does_say(house, 2, "tie", 0, "seat 2, tie, 10 as before");
	does_close_with(house, "3 as before");
	touch(house, 2, "banca", 0); /* all of his is replaced */
	does_say(house, 2, "punto", 0, "seat 2, punto");
	does_say(house, 2, "tie", 0, "seat 2, tie");
	does_send(house, "2 2 banca 10");
	sabot_dealer_bets_arm(house->bets, SABOT_DEALER_TAKE_AWAY);
	touch(house, 3, "banca", 0);
	assert_true(sabot_dealer_squares_is_out(sabot_dealer_bets_get_squares(house->bets), 3));
	does_close_with(house, "1 as before, 2 changed");
	does_send(house, "");
	sabot_dealer_bets_undo(house->bets);
	does_say(house, 3, "banca", 0, "seat 3, banca, 10 as before");
	sabot_dealer_bets_close(house->bets);
	does_send(house, "1 1 punto 10, 3 3 banca 10, closed");
	deal(house);
	does_say(house, 2, "banca", 0, "seat 2, banca, 10 as before");
	does_say(house, 2, "tie", 0, "seat 2, tie");
	house_free(house);
}

/* Dealt for nobody, nobody bets as before after it. */
static void
test_a_coup_without_bets_leaves_none(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);

	(void)state;
	touch(house, 1, "punto", 0);
	sabot_dealer_bets_close(house->bets);
	deal(house);
	sabot_dealer_bets_clear_all(house->bets);
	sabot_dealer_bets_close(house->bets);
	deal(house);
	does_say(house, 1, "punto", 0, "seat 1, punto");
	assert_false(sabot_dealer_bets_get_state(house->bets).can_repeat);
	house_free(house);
}

static void
test_clear_all_and_all_as_before(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);

	(void)state;
	touch(house, 1, "punto", 0);
	touch(house, 2, "banca", 0);
	sabot_dealer_bets_close(house->bets);
	deal(house);
	touch(house, 5, "tie", 0);
	g_string_set_size(house->sent, 0);
	assert_false(sabot_dealer_bets_get_state(house->bets).can_repeat);
	sabot_dealer_bets_clear_all(house->bets);
	does_send(house, "5 5 tie 0");
	does_say(house, 1, "punto", 0, "seat 1, punto");
	assert_false(sabot_dealer_bets_get_state(house->bets).can_clear);
	assert_true(sabot_dealer_bets_get_state(house->bets).can_repeat);
	touch(house, 2, "punto", 0);
	sabot_dealer_bets_all_as_before(house->bets);
	does_say(house, 1, "punto", 0, "seat 1, punto, 10 as before");
	does_say(house, 2, "banca", 0, "seat 2, banca"); /* he bets otherwise now */
	sabot_dealer_bets_undo(house->bets);
	sabot_dealer_bets_undo(house->bets);
	sabot_dealer_bets_undo(house->bets); /* the clearing itself */
	does_say(house, 5, "tie", 0, "seat 5, tie, 10");
	does_say(house, 2, "banca", 0, "seat 2, banca, 10 as before");
	house_free(house);
}

/* A house that does not want bets to become bets by themselves. */
static void
test_a_house_that_starts_empty(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);

	(void)state;
	sabot_dealer_bets_set_starts_empty(house->bets, true);
	touch(house, 1, "punto", 0);
	sabot_dealer_bets_close(house->bets);
	deal(house);
	does_say(house, 1, "punto", 0, "seat 1, punto");
	sabot_dealer_bets_all_as_before(house->bets);
	does_say(house, 1, "punto", 0, "seat 1, punto, 10 as before");
	house_free(house);
}

/* Bets that were closed and are opened again are what they were, and can be taken back. */
static void
test_the_closing_is_undone(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);

	(void)state;
	touch(house, 1, "punto", 0);
	touch(house, 4, "punto", 0);
	sabot_dealer_bets_close(house->bets);
	deal(house);
	touch(house, 2, "punto", 0);
	sabot_dealer_bets_arm(house->bets, SABOT_DEALER_TAKE_AWAY);
	touch(house, 4, "punto", 0);
	sabot_dealer_bets_close(house->bets);
	house->phase = SABOT_WIRE_PHASE_BETTING;
	publish(house);
	settle();
	g_string_set_size(house->sent, 0);
	does_say(house, 1, "punto", 0, "seat 1, punto, 10");
	does_say(house, 4, "punto", 0, "seat 4, punto");
	sabot_dealer_bets_undo(house->bets);
	does_send(house, "1 1 punto 0");
	does_say(house, 1, "punto", 0, "seat 1, punto, 10 as before");
	house_free(house);
}

/* D1: neither the first chip of two nor a stake that is as before is wrong before bets close; it is
 * said on the square. */
static void
test_below_the_minimum_is_said_on_the_square(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_BLACKJACK);

	(void)state;
	sabot_dealer_bets_arm(house->bets, 500);
	touch(house, 2, "main", 1);
	does_say(house, 2, "main", 1, "box 2, behind B, 5, below the minimum");
	does_close_with(house, "1 box, 1 too low");
	touch(house, 2, "main", 1);
	does_say(house, 2, "main", 1, "box 2, behind B, 10");
	touch(house, 2, "perfect_pair", 0); /* a side bet has no such minimum */
	does_say(house, 2, "perfect_pair", 0, "box 2, perfect pair, 5");
	does_close_with(house, "1 box, 15");
	house_free(house);
}

/* The maximum is that of a box, with all who bet there. */
static void
test_above_the_maximum_is_said_on_the_squares(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_BLACKJACK);

	(void)state;
	sabot_dealer_bets_arm(house->bets, 10000);
	for (int i = 0; i < 9; i++)
		touch(house, 2, "main", 0);
	touch(house, 2, "main", 1);
	does_say(house, 2, "main", 0, "box 2, main bet, 900");
	assert_int_equal(sabot_dealer_bets_get_state(house->bets).n_too_high, 0);
	touch(house, 2, "main", 1);
	does_say(house, 2, "main", 0, "box 2, main bet, 900, above the maximum");
	does_say(house, 2, "main", 1, "box 2, behind B, 200, above the maximum");
	does_say(house, 2, "main", 2, "box 2, behind C");
	does_close_with(house, "1 box, 1 too high");
	sabot_dealer_bets_close(house->bets);
	deal(house);
	does_say(house, 2, "main", 0, "box 2, main bet, 900 as before, above the maximum");
	sabot_dealer_bets_arm(house->bets, SABOT_DEALER_TAKE_AWAY);
	touch(house, 2, "main", 1);
	does_say(house, 2, "main", 0, "box 2, main bet, 900 as before");
	house_free(house);
}

/* Take away is for the stakes that lay: in the next round a touch lays the chip armed before. */
static void
test_take_away_ends_with_the_round(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_PUNTO_BANCO);

	(void)state;
	sabot_dealer_bets_arm(house->bets, 2500);
	touch(house, 1, "punto", 0);
	touch(house, 2, "punto", 0);
	sabot_dealer_bets_arm(house->bets, SABOT_DEALER_TAKE_AWAY);
	touch(house, 2, "punto", 0);
	assert_int_equal(sabot_dealer_bets_get_armed(house->bets), SABOT_DEALER_TAKE_AWAY);
	sabot_dealer_bets_close(house->bets);
	deal(house);
	assert_int_equal(sabot_dealer_bets_get_armed(house->bets), 2500);
	touch(house, 1, "punto", 0);
	does_say(house, 1, "punto", 0, "seat 1, punto, 25");
	house_free(house);
}

static void
test_bettors_of_a_box_are_apart(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_BLACKJACK);

	(void)state;
	touch(house, 2, "main", 0);
	touch(house, 2, "perfect_pair", 0);
	touch(house, 2, "main", 1);
	sabot_dealer_bets_close(house->bets);
	does_send(house, "2 2 main 10, 2 2 perfect_pair 10, 2 2b main 10, closed");
	deal(house);
	touch(house, 2, "perfect_pair", 0); /* comes to the main bet, which stands as before */
	does_say(house, 2, "main", 0, "box 2, main bet, 10 as before");
	does_say(house, 2, "main", 1, "box 2, behind B, 10 as before");
	sabot_dealer_bets_undo(house->bets);
	touch(house, 2, "main", 0);
	does_say(house, 2, "perfect_pair", 0, "box 2, perfect pair");
	does_say(house, 2, "main", 1, "box 2, behind B, 10 as before");
	house_free(house);
}

/* One with a name that this display does not give is seen behind the box. */
static void
test_a_named_bettor_is_kept(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_BLACKJACK);

	(void)state;
	sabot_dealer_table_send(house->table,
				json_pack("{s:s, s:i, s:s, s:s, s:i}", "ev", "bet", "box", 2,
					  "bettor", "ann", "on", "main", "amount", 2500));
	settle();
	does_say(house, 2, "main", 1, "box 2, behind B, 25");
	sabot_dealer_bets_close(house->bets);
	deal(house);
	g_string_set_size(house->sent, 0);
	sabot_dealer_bets_close(house->bets);
	does_send(house, "2 ann main 25, closed");
	house_free(house);
}

static void
test_boxes_alone(void **state)
{
	struct house *house = house_new(SABOT_WIRE_GAME_BLACKJACK);

	(void)state;
	sabot_dealer_table_set_tracks_stakes(house->table, FALSE);
	touch(house, 5, "box", 0);
	touch(house, 2, "box", 0);
	touch(house, 6, "box", 0);
	touch(house, 6, "box", 0); /* out again */
	does_say(house, 5, "box", 0, "box 5, in");
	does_close_with(house, "2 boxes");
	sabot_dealer_bets_close(house->bets);
	assert_int_equal(json_array_size(house->boxes), 2);
	assert_int_equal(json_integer_value(json_array_get(house->boxes, 0)), 2);
	deal(house);
	does_say(house, 5, "box", 0, "box 5, in as before");
	does_close_with(house, "2 as before");
	touch(house, 5, "box", 0);
	touch(house, 7, "box", 0);
	does_say(house, 5, "box", 0, "box 5");
	does_close_with(house, "1 as before, 2 changed");
	sabot_dealer_bets_undo(house->bets);
	sabot_dealer_bets_undo(house->bets);
	does_close_with(house, "2 as before");
	sabot_dealer_bets_close(house->bets);
	assert_int_equal(json_array_size(house->boxes), 2);
	house_free(house);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_touch_lays_one_and_is_taken_back),
		cmocka_unit_test(test_what_lay_last_is_as_before),
		cmocka_unit_test(test_a_coup_without_bets_leaves_none),
		cmocka_unit_test(test_clear_all_and_all_as_before),
		cmocka_unit_test(test_a_house_that_starts_empty),
		cmocka_unit_test(test_the_closing_is_undone),
		cmocka_unit_test(test_below_the_minimum_is_said_on_the_square),
		cmocka_unit_test(test_above_the_maximum_is_said_on_the_squares),
		cmocka_unit_test(test_take_away_ends_with_the_round),
		cmocka_unit_test(test_bettors_of_a_box_are_apart),
		cmocka_unit_test(test_a_named_bettor_is_kept),
		cmocka_unit_test(test_boxes_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
