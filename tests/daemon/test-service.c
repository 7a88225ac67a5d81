/*
 * A table's service without store or socket: views, the veil, replay.
 */
#include "daemon/tables/table-service.h"
#include "proto/wording/wording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct table {
	struct sabot_table_config config;
	struct sabot_table_service *service;
	int64_t seq;
	GPtrArray *lines;                /* as logged */
	struct sabot_logged_event *step; /* the last */
};

static struct table *
open_table(const char *profile, const char *overrides)
{
	struct table *table = g_new0(struct table, 1);
	g_autoptr(GError) error = NULL;

	table->config.name = g_strdup("T-1");
	table->config.profile = g_strdup(profile);
	table->config.overrides = g_strdup(overrides);
	if (!sabot_config_build_rules(profile, NULL, overrides, &table->config.rules, &error))
		fail_msg("%s", error->message);
	table->service = sabot_table_service_new(&table->config);
	table->lines = g_ptr_array_new_with_free_func(g_free);
	return table;
}

static void
close_table(struct table *table)
{
	sabot_step_free(table->step);
	sabot_table_service_free(table->service);
	g_ptr_array_unref(table->lines);
	g_free(table->config.name);
	g_free(table->config.profile);
	g_free(table->config.overrides);
	g_free(table);
}

static void
assert_same(char *said, const char *text)
{
	assert_string_equal(said, text);
	g_free(said);
}

/* In one language, client and daemon say the same: nothing is lost between ids and sentences. */
static void
assert_client_says_the_same(const struct table *table)
{
	json_t *sent = sabot_record_build(&sabot_wire_view_type, table->service->published);
	struct sabot_wire_view *view = sabot_record_parse(&sabot_wire_view_type, sent, NULL);

	assert_non_null(view);
	assert_same(sabot_phrase_prompt(view->prompt), view->prompt->text);
	for (guint i = 0; i < view->prompt->calls->len; i++) {
		const struct sabot_wire_call *call = g_ptr_array_index(view->prompt->calls, i);
		assert_same(sabot_phrase_call(call), call->text);
	}
	for (guint i = 0; i < view->payouts->len; i++) {
		const struct sabot_wire_payout *payout = g_ptr_array_index(view->payouts, i);
		assert_same(sabot_phrase_payout(payout), payout->text);
	}
	if (view->incidents->worst)
		assert_same(sabot_phrase_incident(view->incidents->worst),
			    view->incidents->worst->text);
	sabot_record_unref(view);
	json_decref(sent);
}

/* Apply an event written with ' for ". */
static void
put(struct table *table, const char *event_text)
{
	g_autofree char *text = g_strdelimit(g_strdup(event_text), "'", '"');
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	json_t *object = json_loads(text, 0, NULL);
	char why[SABOT_EVENT_ERROR_SIZE];
	struct sabot_event event;

	assert_non_null(object);
	json_object_set_new(object, "at", json_string("2026-11-21T20:00:00Z"));
	if (!sabot_event_from_json(object, table->config.rules.game, buffer, &event, why))
		fail_msg("%s: %s", event_text, why);
	sabot_step_free(table->step);
	table->step = sabot_table_service_step(table->service, ++table->seq, object, &event);
	sabot_table_service_publish(table->service, table->step);
	g_ptr_array_add(table->lines, g_strdup(table->step->record->line));
	json_decref(object);
	assert_client_says_the_same(table);
}

static void
say_all(struct table *table, const char *const *events)
{
	for (size_t i = 0; events[i]; i++)
		put(table, events[i]);
}

/* A part of the view as JSON text with ' for ". */
static void
assert_view(const struct table *table, const char *field, const char *expected)
{
	json_t *view = sabot_record_build(&sabot_wire_view_type, table->service->published);
	json_t *value = json_object_get(view, field);
	char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS)
			   : strdup("null");

	g_strdelimit(text, "\"", '\'');
	assert_string_equal(text, expected);
	free(text);
	json_decref(view);
}

static void
assert_nowhere(const struct table *table, const char *card)
{
	json_t *view = sabot_record_build(&sabot_wire_view_type, table->step->view);
	json_t *all = json_pack("[O, O, o]", table->step->event, table->step->out, view);
	char *text = json_dumps(all, 0);

	if (strstr(text, card))
		fail_msg("%s is told: %s", card, text);
	free(text);
	json_decref(all);
}

static const char *const punto_banco_round[] = {
	"{'ev':'load','decks':6}",   "{'ev':'card','card':'AS'}",
	"{'ev':'card','card':'9D'}", "{'ev':'bet','box':3,'on':'punto','amount':1000}",
	"{'ev':'no_more_bets'}",     "{'ev':'card','card':'2S'}",
	"{'ev':'card','card':'KD'}", "{'ev':'card','card':'7H'}",
	"{'ev':'card','card':'2C'}", NULL,
};

static void
test_view_of_a_coup(void **state)
{
	struct table *table = open_table("punto-banco-es", "");

	(void)state;
	say_all(table, punto_banco_round);
	assert_view(table, "phase", "'decided'");
	assert_view(table, "punto", "{'cards':['2S','KD'],'total':2}");
	assert_view(table, "banca", "{'cards':['7H','2C'],'total':9}");
	assert_view(table, "winner", "'banca'");
	assert_view(table, "boxes",
		    "[{'box':3,'stakes':[{'amount':1000,'bettor':'3','on':'punto'}]}]");
	put(table, "{'ev':'result'}");
	assert_view(table, "results", "['banca']");
	assert_view(table, "winner", "'banca'");
	put(table, "{'ev':'bet','box':3,'on':'tie','amount':500}");
	assert_view(table, "punto", "{'cards':['2S','KD'],'total':2}");
	put(table, "{'ev':'no_more_bets'}");
	put(table, "{'ev':'card','card':'4D'}");
	assert_view(table, "punto", "{'cards':['4D'],'total':4}");
	assert_view(table, "winner", "null");
	close_table(table);
}

static void
test_burned_cards_are_veiled(void **state)
{
	struct table *table = open_table("punto-banco-es", "");

	(void)state;
	put(table, "{'ev':'load','decks':1}");
	put(table, "{'ev':'card','card':'3S'}");
	assert_string_equal(json_string_value(json_object_get(table->step->event, "card")), "3S");
	put(table, "{'ev':'card','card':'JH','face_up':true}");
	assert_string_equal(json_string_value(json_object_get(table->step->event, "card")), "JH");
	put(table, "{'ev':'card','card':'QC'}");
	assert_nowhere(table, "QC");
	/* Impossible in one deck: the incident says that there is one, not which. */
	put(table, "{'ev':'card','card':'QC'}");
	assert_int_equal(table->step->incidents->len, 1);
	assert_nowhere(table, "QC");
	assert_non_null(strstr(table->step->record->line, "QC"));
	close_table(table);
}

static void
test_hole_card_is_veiled_until_the_players_are_done(void **state)
{
	static const char *const deal[] = {
		"{'ev':'load','decks':6}",   "{'ev':'bet','box':1,'amount':1000}",
		"{'ev':'no_more_bets'}",     "{'ev':'card','card':'8D'}",
		"{'ev':'card','card':'6S'}", "{'ev':'card','card':'7C'}",
		"{'ev':'card','card':'KH'}", NULL,
	};
	struct table *table = open_table("blackjack-it", "");

	(void)state;
	say_all(table, deal);
	assert_nowhere(table, "KH");
	assert_view(table, "dealer", "{'cards':['6S','##']}");
	assert_view(table, "phase", "'deciding'");
	put(table, "{'ev':'action','box':1,'do':'stand'}");
	assert_view(table, "dealer", "{'cards':['6S','KH'],'total':16}");
	close_table(table);
}

/* The hole card makes a blackjack: nobody may learn that before insurance is closed. */
static void
test_hole_card_is_veiled_while_insurance_is_open(void **state)
{
	static const char *const deal[] = {
		"{'ev':'load','decks':6}",   "{'ev':'bet','box':1,'amount':1000}",
		"{'ev':'no_more_bets'}",     "{'ev':'card','card':'8D'}",
		"{'ev':'card','card':'AS'}", "{'ev':'card','card':'7C'}",
		"{'ev':'card','card':'KH'}", NULL,
	};
	struct table *table = open_table("blackjack-it", "");

	(void)state;
	say_all(table, deal);
	assert_nowhere(table, "KH");
	assert_view(table, "dealer", "{'cards':['AS','##']}");
	put(table, "{'ev':'insurance_closed'}");
	close_table(table);
}

/* A hand is owed the card of its double: the round waits for the pit, the players are not done. */
static void
test_hole_card_is_veiled_while_a_player_is_owed_a_card(void **state)
{
	static const char *const deal[] = {
		"{'ev':'load','decks':6}",   "{'ev':'bet','box':1,'amount':1000}",
		"{'ev':'no_more_bets'}",     "{'ev':'card','card':'4D'}",
		"{'ev':'card','card':'6S'}", "{'ev':'card','card':'7C'}",
		"{'ev':'card','card':'KH'}", "{'ev':'action','box':1,'do':'double'}",
		"{'ev':'result'}",           NULL,
	};
	struct table *table = open_table("blackjack-it", "");

	(void)state;
	say_all(table, deal);
	assert_view(table, "phase", "'ruling'");
	assert_nowhere(table, "KH");
	assert_view(table, "dealer", "{'cards':['6S','##']}");
	close_table(table);
}

static void
test_button_reveals(void **state)
{
	struct table *table = open_table("punto-banco-es", "reveal=on_button\n");

	(void)state;
	say_all(table, punto_banco_round);
	assert_nowhere(table, "2C");
	assert_view(table, "punto", "{'cards':['##','##']}");
	assert_view(table, "winner", "null");
	assert_view(table, "phase", "'dealing'");
	assert_view(table, "prompt",
		    "{'calls':[{'call':'turn','owner':'punto','text':'Turn up the punto's cards'}],"
		    "'kind':'turn','text':'Turn up the punto's cards','who':'punto'}");
	assert_view(table, "payouts", "null");
	put(table, "{'ev':'reveal','what':'punto'}");
	assert_view(table, "prompt",
		    "{'calls':[{'call':'points','number':2,'owner':'punto','text':'Punto: two'},"
		    "{'call':'turn','owner':'banca','text':'Turn up the banca's cards'}],"
		    "'kind':'turn','text':'Turn up the banca's cards','who':'banca'}");
	assert_view(table, "punto", "{'cards':['2S','KD'],'total':2}");
	assert_view(table, "banca", "{'cards':['##','##']}");
	put(table, "{'ev':'result'}");
	assert_view(table, "banca", "{'cards':['7H','2C'],'total':9}");
	close_table(table);
}

/* The view after `deal`, to be freed; `hidden` are dealt between its two halves. */
static char *
view_after(const char *profile, const char *const *before, const char *const *hidden,
	   const char *const *after)
{
	struct table *table = open_table(profile, "reveal=on_button\n");
	char *text;
	json_t *view;

	say_all(table, before);
	say_all(table, hidden);
	say_all(table, after);
	view = sabot_record_build(&sabot_wire_view_type, table->service->published);
	text = json_dumps(view, JSON_SORT_KEYS);
	json_decref(view);
	close_table(table);
	return text;
}

/* Cards that are face down must not change a word of what clients get. */
static void
test_view_hangs_on_no_hidden_card(void **state)
{
	static const char *const bets[] = {
		"{'ev':'load','decks':6}",   "{'ev':'card','card':'AS'}",
		"{'ev':'card','card':'9D'}", "{'ev':'bet','box':3,'on':'punto','amount':1000}",
		"{'ev':'no_more_bets'}",     NULL};
	/* A natural; both stand; punto draws; banca draws; a tie. */
	static const char *const coups[][5] = {
		{"{'ev':'card','card':'2S'}", "{'ev':'card','card':'6D'}",
		 "{'ev':'card','card':'7H'}", "{'ev':'card','card':'KC'}"},
		{"{'ev':'card','card':'KS'}", "{'ev':'card','card':'6D'}",
		 "{'ev':'card','card':'7H'}", "{'ev':'card','card':'KC'}"},
		{"{'ev':'card','card':'KS'}", "{'ev':'card','card':'2D'}",
		 "{'ev':'card','card':'7H'}", "{'ev':'card','card':'KC'}"},
		{"{'ev':'card','card':'KS'}", "{'ev':'card','card':'7D'}",
		 "{'ev':'card','card':'2H'}", "{'ev':'card','card':'KC'}"},
		{"{'ev':'card','card':'KS'}", "{'ev':'card','card':'7D'}",
		 "{'ev':'card','card':'7H'}", "{'ev':'card','card':'KC'}"},
	};
	static const char *const deal[] = {"{'ev':'load','decks':6}",
					   "{'ev':'bet','box':1,'amount':1000}",
					   "{'ev':'no_more_bets'}",
					   "{'ev':'card','card':'TD'}",
					   "{'ev':'card','card':'6S'}",
					   "{'ev':'card','card':'TC'}",
					   NULL};
	static const char *const holes[][2] = {{"{'ev':'card','card':'KH'}"},
					       {"{'ev':'card','card':'AH'}"},
					       {"{'ev':'card','card':'5H'}"}};
	static const char *const nothing[] = {NULL};
	static const char *const stand[] = {"{'ev':'action','box':1,'do':'stand'}", NULL};
	g_autofree char *coup = view_after("punto-banco-es", bets, coups[0], nothing);
	g_autofree char *hole = view_after("blackjack-it", deal, holes[0], stand);

	(void)state;
	for (size_t i = 1; i < G_N_ELEMENTS(coups); i++) {
		g_autofree char *other = view_after("punto-banco-es", bets, coups[i], nothing);
		assert_string_equal(other, coup);
	}
	for (size_t i = 1; i < G_N_ELEMENTS(holes); i++) {
		g_autofree char *other = view_after("blackjack-it", deal, holes[i], stand);
		assert_string_equal(other, hole);
	}
}

static void
test_prompt_has_reason_calls_and_payouts(void **state)
{
	struct table *table = open_table("punto-banco-es", "chips=100 500\n");

	(void)state;
	say_all(table, punto_banco_round);
	assert_view(table, "prompt",
		    "{'calls':[{'call':'points','number':2,'owner':'punto','text':'Punto: two'},"
		    "{'call':'natural','number':9,'owner':'banca','text':'Banca: natural nine'},"
		    "{'call':'wins','number':9,'owner':'banca','text':'Banca wins with nine'}],"
		    "'kind':'result','text':'Banca wins: settle and press the button',"
		    "'why':{'banca':9,'punto':2,'rule':'PB-08'},'winner':'banca'}");
	assert_view(
		table, "payouts",
		"[{'bettor':'3','box':3,'due':-1000,'on':'punto','result':'lose','rule':'PB-12',"
		"'stake':1000,'text':'Box 3, punto: 10.00 is taken'}]");
	close_table(table);
}

static void
test_holder_and_debts_are_reported(void **state)
{
	static const char *const round[] = {
		"{'ev':'load','decks':6}",
		"{'ev':'card','card':'AS'}",
		"{'ev':'card','card':'9D'}",
		"{'ev':'holder','box':3}",
		"{'ev':'bet','box':3,'on':'banca','amount':5500}",
		"{'ev':'bet','box':5,'on':'banca','amount':1000,'bettor':'ana'}",
		"{'ev':'no_more_bets'}",
		"{'ev':'card','card':'2S'}",
		"{'ev':'card','card':'KD'}",
		"{'ev':'card','card':'7H'}",
		"{'ev':'card','card':'2C'}",
		NULL,
	};
	struct table *table = open_table("punto-banco-es", "commission_when=at_end\n");

	(void)state;
	say_all(table, round);
	assert_view(table, "holder", "3");
	assert_view(table, "owed", "null");
	put(table, "{'ev':'result'}");
	assert_view(table, "owed",
		    "[{'amount':275,'bettor':'3','box':3},{'amount':50,'bettor':'ana','box':5}]");
	put(table, "{'ev':'commission_paid','box':3,'amount':275}");
	assert_view(table, "owed", "[{'amount':50,'bettor':'ana','box':5}]");
	close_table(table);
}

static void
test_without_stakes_ratios_are_reported(void **state)
{
	static const char *const round[] = {
		"{'ev':'load','decks':6}",   "{'ev':'card','card':'AS'}",
		"{'ev':'card','card':'9D'}", "{'ev':'no_more_bets'}",
		"{'ev':'card','card':'2S'}", "{'ev':'card','card':'KD'}",
		"{'ev':'card','card':'7H'}", NULL,
	};
	struct table *table = open_table("punto-banco-es", "");

	(void)state;
	say_all(table, round);
	assert_view(table, "per_100", "null");
	put(table, "{'ev':'card','card':'2C'}");
	assert_view(table, "per_100",
		    "[{'bettor':'1','box':1,'commission':500,'due':9500,'gross':10000,"
		    "'on':'banca','pay':9500,'pays':1,'per':1,'result':'win','rule':'PB-12',"
		    "'stake':10000,'text':'banca: 1:1 less commission, 95 per 100'}]");
	close_table(table);
}

static void
test_win_is_paid_in_chips(void **state)
{
	static const char *const round[] = {
		"{'ev':'load','decks':6}",   "{'ev':'card','card':'AS'}",
		"{'ev':'card','card':'9D'}", "{'ev':'bet','box':3,'on':'banca','amount':5500}",
		"{'ev':'no_more_bets'}",     "{'ev':'card','card':'2S'}",
		"{'ev':'card','card':'KD'}", "{'ev':'card','card':'7H'}",
		"{'ev':'card','card':'2C'}", NULL,
	};
	struct table *table = open_table("punto-banco-es", "chips=100 2500\n");

	(void)state;
	say_all(table, round);
	assert_view(
		table, "payouts",
		"[{'bettor':'3','box':3,'chips':[{'chip':2500,'count':2},{'chip':100,'count':2}],"
		"'commission':275,'due':5225,'gross':5500,'on':'banca','pay':5225,'pays':1,"
		"'per':1,'rest':25,'result':'win','rule':'PB-12','stake':5500,"
		"'text':'Box 3, banca: 52.25 = 1:1 on 55.00, less 2.75 commission → "
		"2×25 2×1 + 0.25'}]");
	close_table(table);
}

static void
test_device_fault_that_ended_is_cleared(void **state)
{
	struct table *table = open_table("punto-banco-es", "");

	(void)state;
	put(table, "{'ev':'device','state':'offline','detail':'cable'}");
	assert_int_equal(table->service->published->incidents->open, 1);
	put(table, "{'ev':'device','state':'online'}");
	assert_int_equal(table->service->published->incidents->open, 0);
	assert_int_equal(sabot_incident_book_find(&table->service->published_incidents, 1)->state,
			 SABOT_WIRE_INCIDENT_CLEARED);
	close_table(table);
}

/* The end of one fault is not the end of another, nor of a finding that a person must judge. */
static void
test_fault_is_cleared_by_its_name(void **state)
{
	struct table *table = open_table("punto-banco-es", "");

	(void)state;
	put(table,
	    "{'ev':'device','state':'error','code':'R','detail':'a draw that was not seen'}");
	put(table, "{'ev':'device','state':'error','code':'E1'}");
	put(table, "{'ev':'device','state':'error','code':'E12'}");
	put(table, "{'ev':'device','state':'cleared','code':'E1'}");
	assert_int_equal(table->service->published->incidents->open, 2);
	put(table, "{'ev':'device','state':'cleared','code':'E'}");
	assert_int_equal(table->service->published->incidents->open, 1);
	assert_int_equal(table->service->published->incidents->worst->id, 1);
	put(table, "{'ev':'device','state':'cleared'}");
	assert_int_equal(table->service->published->incidents->open, 0);
	close_table(table);
}

/* However many stakes there are, a view fits into a line: else no screen would see it again. */
static void
test_view_with_very_many_stakes_fits(void **state)
{
	struct table *table = open_table("punto-banco-es", "");
	json_t *view;

	(void)state;
	say_all(table, (const char *const[]){"{'ev':'load','decks':6}", "{'ev':'card','card':'AS'}",
					     "{'ev':'card','card':'9D'}", NULL});
	for (int i = 0; i < 14 * 16 * 4; i++) {
		static const char *const on[] = {"punto", "banca", "tie", "punto"};
		g_autofree char *event =
			g_strdup_printf("{'ev':'bet','box':%d,'on':'%s','amount':1000000,"
					"'bettor':'%02d-a-name-of-thirty-two-bytes'}",
					1 + i / 64, on[i % 4], i / 4 % 16);

		put(table, event);
		if (i == 0)
			assert_view(table, "boxes",
				    "[{'box':1,'stakes':[{'amount':1000000,"
				    "'bettor':'00-a-name-of-thirty-two-bytes','on':'punto'}]}]");
	}
	assert_view(table, "boxes", "null");
	view = sabot_record_build(&sabot_wire_view_type, table->service->published);
	assert_true(json_dumpb(view, NULL, 0, JSON_COMPACT) < 48 * 1024);
	json_decref(view);
	close_table(table);
}

static void
test_replay_comes_to_the_same(void **state)
{
	struct table *table = open_table("punto-banco-es", "");
	struct table *again = open_table("punto-banco-es", "");
	json_t *first, *second;

	(void)state;
	say_all(table, punto_banco_round);
	put(table, "{'ev':'card','card':'5D'}"); /* in excess */
	put(table, "{'ev':'result','winner':'punto'}");
	sabot_table_service_open_part(again->service, table->service->part, NULL);
	for (guint i = 0; i < table->lines->len; i++)
		sabot_table_service_replay(again->service, i + 1, i + 1,
					   g_ptr_array_index(table->lines, i));
	sabot_table_service_publish_state(again->service);
	first = sabot_record_build(&sabot_wire_view_type, table->service->published);
	second = sabot_record_build(&sabot_wire_view_type, again->service->published);
	assert_true(json_equal(first, second));
	assert_int_equal(again->service->published_incidents.incidents->len, 2);
	json_decref(first);
	json_decref(second);
	close_table(table);
	close_table(again);
}

static void
test_unreadable_log_quarantines(void **state)
{
	struct table *table = open_table("punto-banco-es", "");
	struct sabot_log_part *part = sabot_log_part_new("punto-banco-es", "");

	(void)state;
	sabot_table_service_open_part(table->service, part, NULL);
	sabot_log_part_free(part);
	g_test_expect_message(NULL, G_LOG_LEVEL_CRITICAL, "*T-1 is quarantined*");
	sabot_table_service_replay(table->service, 1, 1, "{\"ev\":\"dance\"}");
	g_test_assert_expected_messages();
	put(table, "{'ev':'load','decks':6}");
	assert_int_equal(table->step->record->n, 2);
	assert_non_null(table->service->published->fault);
	close_table(table);
}

/* Nobody knows which cards are burned or hidden there: none is sent. */
static void
test_cards_of_a_quarantined_table_are_veiled(void **state)
{
	struct table *table = open_table("punto-banco-es", "");

	(void)state;
	put(table, "{'ev':'load','decks':6}");
	g_test_expect_message(NULL, G_LOG_LEVEL_CRITICAL, "*T-1 is quarantined*");
	sabot_table_service_replay(table->service, 2, 2, "{}");
	g_test_assert_expected_messages();
	table->seq = 2;
	put(table, "{'ev':'card','card':'QC'}");
	assert_nowhere(table, "QC");
	assert_non_null(strstr(table->step->record->line, "QC"));
	put(table, "{'ev':'ruling','incident':1,'remedy':'read_as','card':'QC'}");
	assert_nowhere(table, "QC");
	put(table, "{'ev':'unload','cards':['QC','2H']}");
	assert_nowhere(table, "QC");
	close_table(table);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_view_of_a_coup),
		cmocka_unit_test(test_burned_cards_are_veiled),
		cmocka_unit_test(test_hole_card_is_veiled_until_the_players_are_done),
		cmocka_unit_test(test_hole_card_is_veiled_while_insurance_is_open),
		cmocka_unit_test(test_hole_card_is_veiled_while_a_player_is_owed_a_card),
		cmocka_unit_test(test_button_reveals),
		cmocka_unit_test(test_view_hangs_on_no_hidden_card),
		cmocka_unit_test(test_prompt_has_reason_calls_and_payouts),
		cmocka_unit_test(test_holder_and_debts_are_reported),
		cmocka_unit_test(test_without_stakes_ratios_are_reported),
		cmocka_unit_test(test_win_is_paid_in_chips),
		cmocka_unit_test(test_device_fault_that_ended_is_cleared),
		cmocka_unit_test(test_fault_is_cleared_by_its_name),
		cmocka_unit_test(test_view_with_very_many_stakes_fits),
		cmocka_unit_test(test_replay_comes_to_the_same),
		cmocka_unit_test(test_unreadable_log_quarantines),
		cmocka_unit_test(test_cards_of_a_quarantined_table_are_veiled),
	};

	return cmocka_run_group_tests_name("daemon-service", tests, NULL, NULL);
}
