/* Payments as the dealer confirms them: the order, steps, another amount, undo. No display. */
#include "cloth-scenes.h"
#include "gui/model/dealer/dealer-hands.h"
#include "gui/model/dealer/dealer-offers.h"
#include "gui/model/dealer/dealer-payments.h"
#include "gui/model/dealer/dealer-table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	SabotDealerTable *table;
	struct sabot_dealer_payments *payments;
	GPtrArray *sent; /* of json_t */
	int64_t n;
};

static void
free_event(gpointer data)
{
	json_decref(data);
}

static gboolean
on_sending(SabotDealerTable *table, json_t *event, gpointer data)
{
	(void)table;
	g_ptr_array_add(((struct fixture *)data)->sent, json_incref(event));
	return TRUE;
}

static int
start(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->table = sabot_dealer_table_new("/nowhere", "T-1");
	fixture->payments = sabot_dealer_table_get_payments(fixture->table);
	fixture->sent = g_ptr_array_new_with_free_func(free_event);
	sabot_dealer_payments_set_confirms(fixture->payments, true);
	g_signal_connect(fixture->table, "sending", G_CALLBACK(on_sending), fixture);
	*state = fixture;
	return 0;
}

static int
stop(void **state)
{
	struct fixture *fixture = *state;

	g_object_unref(fixture->table);
	g_ptr_array_unref(fixture->sent);
	g_free(fixture);
	return 0;
}

static void
show(struct fixture *fixture, struct sabot_wire_view *view)
{
	view->n = ++fixture->n;
	sabot_table_list_put(sabot_feed_get_tables(sabot_dealer_table_get_feed(fixture->table)),
			     view);
	sabot_record_unref(view);
	while (g_main_context_iteration(NULL, FALSE)) /* as the display's main loop does */
		;
}

static void
assert_next(struct fixture *fixture, const char *label, const char *where)
{
	struct sabot_dealer_payments_next next;

	assert_true(sabot_dealer_payments_get_next(fixture->payments, &next));
	assert_string_equal(next.label, label);
	assert_string_equal(next.where, where);
	sabot_dealer_payments_next_clear(&next);
}

static void
assert_why(struct fixture *fixture, const char *why)
{
	struct sabot_dealer_payments_next next;

	assert_true(sabot_dealer_payments_get_next(fixture->payments, &next));
	assert_string_equal(next.why, why);
	sabot_dealer_payments_next_clear(&next);
}

static int64_t
sent_amount(struct fixture *fixture, guint n)
{
	assert_true(n < fixture->sent->len);
	return json_integer_value(json_object_get(fixture->sent->pdata[n], "amount"));
}

/* Two boxes lose, one wins, one loses: three steps from left to right (ES-16). */
static struct sabot_wire_view *
new_round(void)
{
	struct sabot_wire_view *view =
		scene_new(SABOT_WIRE_GAME_BLACKJACK, SABOT_WIRE_PHASE_DECIDED);

	scene_add_payout(view, 1, 0, 1000, -1000);
	scene_add_payout(view, 2, 0, 2500, -2500);
	scene_add_payout(view, 3, 0, 2000, 2000);
	scene_add_payout(view, 4, 0, 2000, 0);
	scene_add_payout(view, 5, 0, 500, -500);
	return view;
}

static struct sabot_wire_payout *
nth_payout(struct sabot_wire_view *view, guint n)
{
	return g_ptr_array_index(view->payouts, n);
}

static void
test_steps(void **state)
{
	struct fixture *fixture = *state;

	show(fixture, new_round());
	assert_next(fixture, "Taken: 2 stakes, 35.00", "");
	sabot_dealer_payments_confirm_next(fixture->payments);
	assert_int_equal(fixture->sent->len, 2);
	assert_int_equal(sent_amount(fixture, 0), -1000);
	assert_int_equal(sent_amount(fixture, 1), -2500);
	assert_next(fixture, "Paid 20.00", "box 3");
	sabot_dealer_payments_confirm_next(fixture->payments);
	assert_next(fixture, "Taken: 5.00", "box 5"); /* the push of box 4 is no step */
	assert_false(sabot_dealer_payments_is_done(fixture->payments));
	sabot_dealer_payments_confirm_next(fixture->payments);
	assert_true(sabot_dealer_payments_is_done(fixture->payments));
	assert_int_equal(fixture->sent->len, 4);
	sabot_dealer_payments_confirm_next(fixture->payments); /* nothing twice */
	sabot_dealer_payments_confirm_all(fixture->payments);
	assert_int_equal(fixture->sent->len, 4);
}

static void
test_all_as_due(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_dealer_payments_sums sums;

	show(fixture, new_round());
	sums = sabot_dealer_payments_get_sums(fixture->payments);
	assert_int_equal(sums.to_pay_minor, 2000);
	assert_int_equal(sums.to_take_minor, 4000);
	sabot_dealer_payments_confirm_all(fixture->payments);
	assert_int_equal(fixture->sent->len, 4);
	assert_true(sabot_dealer_payments_is_done(fixture->payments));
	sums = sabot_dealer_payments_get_sums(fixture->payments);
	assert_int_equal(sums.to_pay_minor, 0);
	assert_int_equal(sums.collected_minor, 4000);
	assert_int_equal(sums.n_done, 4);
}

/* Any tag may be touched; only that payment is then done. */
static void
test_another_first(void **state)
{
	struct fixture *fixture = *state;

	show(fixture, new_round());
	sabot_dealer_payments_press(fixture->payments, 2);
	assert_int_equal(fixture->sent->len, 1);
	assert_int_equal(sent_amount(fixture, 0), 2000);
	sabot_dealer_payments_press(fixture->payments, 3); /* a push has nothing to confirm */
	assert_int_equal(fixture->sent->len, 1);
	assert_next(fixture, "Taken: 3 stakes, 40.00", "");
}

static void
test_other_amount(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_wire_view *view = new_round();

	nth_payout(view, 0)->paid_minor = -1000;
	nth_payout(view, 1)->paid_minor = -2500;
	show(fixture, view);
	assert_true(sabot_dealer_payments_can_begin_other(fixture->payments));
	sabot_dealer_payments_begin_other(fixture->payments);
	sabot_dealer_payments_lay_chip(fixture->payments, 1000);
	sabot_dealer_payments_lay_chip(fixture->payments, 500);
	assert_next(fixture, "Record 15.00", "5.00 too little");
	sabot_dealer_payments_lay_chip(fixture->payments, 1000);
	assert_next(fixture, "Record 25.00", "5.00 too much");
	sabot_dealer_payments_undo(fixture->payments);
	assert_next(fixture, "Record 15.00", "5.00 too little");
	sabot_dealer_payments_confirm_next(fixture->payments);
	assert_false(sabot_dealer_payments_is_other(fixture->payments));
	assert_int_equal(sent_amount(fixture, 0), 1500);
	view = new_round();
	nth_payout(view, 0)->paid_minor = -1000;
	nth_payout(view, 1)->paid_minor = -2500;
	nth_payout(view, 2)->paid_minor = 1500;
	show(fixture, view);
	assert_next(fixture, "Paid 5.00", "box 3"); /* what is lacking */
	assert_why(fixture, "paid already: 15.00 of 20.00");
}

/* The opposite payment takes a step back, and it is to be done again. */
static void
test_undo(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_wire_view *view = new_round();

	show(fixture, view);
	assert_false(sabot_dealer_payments_can_undo(fixture->payments));
	sabot_dealer_payments_confirm_next(fixture->payments);
	view = new_round();
	nth_payout(view, 0)->paid_minor = -1000;
	nth_payout(view, 1)->paid_minor = -2500;
	show(fixture, view);
	assert_true(sabot_dealer_payments_can_undo(fixture->payments));
	sabot_dealer_payments_undo(fixture->payments);
	assert_int_equal(fixture->sent->len, 4);
	assert_int_equal(sent_amount(fixture, 2), 2500);
	assert_int_equal(sent_amount(fixture, 3), 1000);
	view = new_round();
	nth_payout(view, 0)->paid_minor = 0;
	nth_payout(view, 1)->paid_minor = 0;
	show(fixture, view);
	assert_next(fixture, "Taken: 2 stakes, 35.00", "");
	assert_false(sabot_dealer_payments_can_undo(fixture->payments));
}

/* What is taken back is shown once the daemon has answered: till then a touch is one too many. */
static void
test_undo_is_not_repeated_unseen(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_wire_view *view = new_round();

	show(fixture, view);
	sabot_dealer_payments_confirm_next(fixture->payments);
	sabot_dealer_payments_confirm_next(fixture->payments);
	view = new_round();
	nth_payout(view, 0)->paid_minor = -1000;
	nth_payout(view, 1)->paid_minor = -2500;
	nth_payout(view, 2)->paid_minor = 2000;
	show(fixture, view);
	sabot_dealer_payments_undo(fixture->payments);
	sabot_dealer_payments_undo(fixture->payments);
	assert_int_equal(fixture->sent->len, 4);
	view = new_round();
	nth_payout(view, 0)->paid_minor = -1000;
	nth_payout(view, 1)->paid_minor = -2500;
	nth_payout(view, 2)->paid_minor = 0;
	show(fixture, view);
	sabot_dealer_payments_undo(fixture->payments);
	assert_int_equal(fixture->sent->len, 6);
}

/* Nobody knows what is due: it is no step, and only its amount can be named. */
static void
test_not_certain(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_wire_view *view = new_round();

	for (guint i = 0; i < 5; i++) {
		nth_payout(view, i)->is_unverified = true;
		nth_payout(view, i)->due_minor = SABOT_WIRE_NO_DUE;
	}
	nth_payout(view, 2)->due_min_minor = -2000;
	nth_payout(view, 2)->due_max_minor = 2000;
	show(fixture, view);
	assert_true(sabot_dealer_payments_is_done(fixture->payments));
	sabot_dealer_payments_confirm_all(fixture->payments);
	assert_int_equal(fixture->sent->len, 0);
	sabot_dealer_payments_press(fixture->payments, 2);
	assert_true(sabot_dealer_payments_is_other(fixture->payments));
	sabot_dealer_payments_lay_chip(fixture->payments, 500);
	assert_next(fixture, "Record 5.00", "-20.00 to 20.00");
}

/* Before the round is decided nothing is confirmed, and without --payments nothing ever is. */
static void
test_not_yet(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_dealer_payments_next next;
	struct sabot_wire_view *view = new_round();

	view->phase = SABOT_WIRE_PHASE_DECIDING;
	show(fixture, view);
	assert_false(sabot_dealer_payments_get_next(fixture->payments, &next));
	sabot_dealer_payments_press(fixture->payments, 0);
	sabot_dealer_payments_set_confirms(fixture->payments, false);
	show(fixture, new_round());
	assert_false(sabot_dealer_payments_get_next(fixture->payments, &next));
	sabot_dealer_payments_confirm_all(fixture->payments);
	assert_int_equal(fixture->sent->len, 0);
}

/* Of what nothing was paid yet it is not said how much was paid. */
static void
test_nothing_paid(void **state)
{
	struct sabot_wire_view *view = new_round();

	(void)state;
	for (guint i = 0; i < view->payouts->len; i++) {
		struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);
		g_autofree char *none = NULL, *unpaid = NULL;

		payout->paid_minor = 0;
		none = sabot_phrase_payment_amount(payout);
		payout->paid_minor = SABOT_WIRE_NOT_PAID;
		unpaid = sabot_phrase_payment_amount(payout);
		assert_string_equal(unpaid, none);
	}
	sabot_record_unref(view);
}

/* A tag with little room still says which bettor it is. */
static void
test_brief_names_the_bettor(void **state)
{
	struct sabot_wire_view *view = scene_insurance();
	g_autoptr(GArray) offers = sabot_dealer_offers_new(view, NULL);
	g_autoptr(GString) briefs = g_string_new(NULL);

	(void)state;
	for (guint i = 0; i < offers->len; i++) {
		struct sabot_dealer_offer_words words;

		sabot_dealer_offer_fill(&g_array_index(offers, struct sabot_dealer_offer, i),
					&words);
		g_string_append_printf(briefs, "%s; ", words.brief);
		sabot_dealer_offer_words_clear(&words);
	}
	assert_non_null(strstr(briefs->str, "25; B 5; "));
	sabot_record_unref(view);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_steps, start, stop),
		cmocka_unit_test_setup_teardown(test_all_as_due, start, stop),
		cmocka_unit_test_setup_teardown(test_another_first, start, stop),
		cmocka_unit_test_setup_teardown(test_other_amount, start, stop),
		cmocka_unit_test_setup_teardown(test_undo, start, stop),
		cmocka_unit_test_setup_teardown(test_undo_is_not_repeated_unseen, start, stop),
		cmocka_unit_test_setup_teardown(test_not_certain, start, stop),
		cmocka_unit_test_setup_teardown(test_not_yet, start, stop),
		cmocka_unit_test(test_nothing_paid),
		cmocka_unit_test(test_brief_names_the_bettor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
