/* The models behind the screens: order, places, limits, words. No display needed. */
#include "floor-fixture.h"

#include "gui/model/badge-reader.h"
#include "gui/model/tables/arrangement.h"
#include "gui/model/log/merge.h"
#include "gui/model/tables/incident-phrases.h"
#include "gui/model/phrases.h"
#include "gui/model/training/training-score.h"
#include "proto/wording/wording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct changes {
	guint n, n_signals, last_position;
};

/* Keeps a count of its own as a view would, to check the model. */
static void
on_items_changed(GListModel *model, guint position, guint removed, guint added, gpointer data)
{
	struct changes *changes = data;

	assert_true(position + removed <= changes->n);
	changes->n = changes->n - removed + added;
	changes->n_signals++;
	changes->last_position = position;
	assert_int_equal(changes->n, g_list_model_get_n_items(model));
}

static void
put_table(SabotTableList *list, const char *table)
{
	struct sabot_wire_view *view = view_new(table);

	sabot_table_list_put(list, view);
	sabot_record_unref(view);
}

static char *
names_of(GListModel *model)
{
	GString *names = g_string_new(NULL);

	for (guint i = 0; i < g_list_model_get_n_items(model); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(model, i);

		g_string_append_printf(names, "%s ", sabot_table_item_get_name(item));
	}
	return g_string_free(names, FALSE);
}

static void
test_tables(void **state)
{
	g_autoptr(SabotTableList) list = sabot_table_list_new(NULL);
	struct changes changes = {0};
	g_autofree char *names = NULL, *after = NULL;
	guint position = 99;

	(void)state;
	g_signal_connect(list, "items-changed", G_CALLBACK(on_items_changed), &changes);
	put_table(list, "PB-02");
	put_table(list, "BJ-01");
	put_table(list, "PB-01");
	put_table(list, "PB-02"); /* known: no change of the list */
	assert_int_equal(changes.n_signals, 3);
	names = names_of(G_LIST_MODEL(list));
	assert_string_equal(names, "BJ-01 PB-01 PB-02 ");
	assert_non_null(sabot_table_list_find(list, "PB-02", &position));
	assert_int_equal(position, 2);
	assert_null(sabot_table_list_find(list, "PB-03", NULL));

	/* A table that is not in the next snapshot goes; the others keep their items. */
	sabot_table_list_end_snapshot(list);
	assert_int_equal(changes.n, 3);
	sabot_table_list_begin_snapshot(list);
	put_table(list, "BJ-01");
	put_table(list, "PB-02");
	sabot_table_list_end_snapshot(list);
	after = names_of(G_LIST_MODEL(list));
	assert_string_equal(after, "BJ-01 PB-02 ");
	assert_int_equal(changes.n_signals, 4);
}

static void
on_changed(SabotTableItem *item, gpointer data)
{
	(void)item;
	(*(int *)data)++;
}

static int
compare_items(gconstpointer a, gconstpointer b, gpointer data)
{
	(void)data;
	return sabot_table_item_compare((gpointer)a, (gpointer)b);
}

static void
test_lists_made_one(void **state)
{
	g_autoptr(SabotTableList) north = sabot_table_list_new(NULL);
	g_autoptr(SabotTableList) south = sabot_table_list_new(NULL);
	struct sabot_merge *merge = sabot_merge_new(SABOT_TYPE_TABLE_ITEM, compare_items);
	g_autofree char *all = NULL, *left = NULL;

	(void)state;
	put_table(north, "PB-10");
	sabot_merge_add(merge, G_LIST_MODEL(north));
	sabot_merge_add(merge, G_LIST_MODEL(south));
	put_table(south, "PB-9");
	put_table(south, "PB-11");
	put_table(north, "BJ-1");
	all = names_of(sabot_merge_get_model(merge));
	assert_string_equal(all, "BJ-1 PB-9 PB-10 PB-11 ");
	sabot_table_list_begin_snapshot(south);
	put_table(south, "PB-11");
	sabot_table_list_end_snapshot(south);
	left = names_of(sabot_merge_get_model(merge));
	assert_string_equal(left, "BJ-1 PB-10 PB-11 ");
	sabot_merge_free(merge);
}

static void
add_table(SabotTableList *list, const char *table, enum sabot_wire_game game,
	  enum sabot_wire_severity severity, int64_t at_us)
{
	struct sabot_wire_view *view = view_new(table);

	view->game = game;
	view->is_saved = true;
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	if (severity == SABOT_WIRE_SEVERITY_MEDIUM) /* a dispute */
		view->incidents->called_us = at_us;
	if (severity != SABOT_WIRE_SEVERITY_UNKNOWN)
		view->incidents->worst = incident_new(table, 1, severity, at_us);
	sabot_table_list_put(list, view);
	sabot_record_unref(view);
}

static void
assert_arranged(SabotTableList *list, struct sabot_arrangement arrangement, const char *expected)
{
	g_autoptr(GPtrArray) items = sabot_arrangement_apply(&arrangement, G_LIST_MODEL(list));
	g_autoptr(GString) names = g_string_new(NULL);

	for (guint i = 0; i < items->len; i++)
		g_string_append_printf(names, "%s ",
				       sabot_table_item_get_name(g_ptr_array_index(items, i)));
	assert_string_equal(names->str, expected);
}

static void
test_arrangement(void **state)
{
	g_autoptr(SabotTableList) list = sabot_table_list_new(NULL);
	const enum sabot_wire_game pb = SABOT_WIRE_GAME_PUNTO_BANCO, bj = SABOT_WIRE_GAME_BLACKJACK;

	(void)state;
	add_table(list, "PB-2", pb, SABOT_WIRE_SEVERITY_HIGH, 200);
	add_table(list, "PB-10", pb, SABOT_WIRE_SEVERITY_UNKNOWN, 0);
	add_table(list, "PB-3", pb, SABOT_WIRE_SEVERITY_CRITICAL, 900);
	add_table(list, "BJ-1", bj, SABOT_WIRE_SEVERITY_HIGH, 100); /* waits longer than PB-2 */
	add_table(list, "BJ-2", bj, SABOT_WIRE_SEVERITY_UNKNOWN, 0);
	add_table(list, "PB-4", pb, SABOT_WIRE_SEVERITY_MEDIUM, 950); /* guests wait */
	assert_arranged(list, (struct sabot_arrangement){0}, "BJ-1 BJ-2 PB-2 PB-3 PB-4 PB-10 ");
	assert_arranged(list, (struct sabot_arrangement){.order = SABOT_ORDER_NEED},
			"PB-4 PB-3 BJ-1 PB-2 BJ-2 PB-10 ");
	assert_arranged(list, (struct sabot_arrangement){.filter = SABOT_FILTER_NEED},
			"BJ-1 PB-2 PB-3 PB-4 ");
	assert_arranged(list, (struct sabot_arrangement){.filter = SABOT_FILTER_BLACKJACK},
			"BJ-1 BJ-2 ");
	assert_arranged(list, (struct sabot_arrangement){.search = (char *)"pb-1"}, "PB-10 ");
	assert_arranged(list, (struct sabot_arrangement){.search = (char *)"black 2"}, "BJ-2 ");
	assert_arranged(list, (struct sabot_arrangement){.search = (char *)"zz"}, "");
}

static void
put_table_of_pit(SabotTableList *list, const char *table, const char *pit)
{
	struct sabot_wire_view *view = view_new(table);

	view->pit = g_strdup(pit);
	sabot_table_list_put(list, view);
	sabot_record_unref(view);
}

static void
test_pits(void **state)
{
	g_autoptr(SabotTableList) list = sabot_table_list_new(NULL);

	(void)state;
	put_table_of_pit(list, "PB-1", "South");
	put_table_of_pit(list, "PB-2", "North");
	put_table_of_pit(list, "BJ-1", "South");
	assert_arranged(list, (struct sabot_arrangement){.is_by_pit = true}, "PB-2 BJ-1 PB-1 ");
	assert_arranged(list, (struct sabot_arrangement){.search = (char *)"sou"}, "BJ-1 PB-1 ");
}

static void
test_stale_tables(void **state)
{
	g_autoptr(SabotTableList) list = sabot_table_list_new(NULL);
	SabotTableItem *item;
	int n = 0;

	(void)state;
	put_table(list, "a");
	item = sabot_table_list_find(list, "a", NULL);
	g_signal_connect(item, "changed", G_CALLBACK(on_changed), &n);
	sabot_table_list_set_stale(list, TRUE);
	sabot_table_list_set_stale(list, TRUE);
	assert_true(sabot_table_item_get_stale(item));
	assert_int_equal(n, 1);
	put_table(list, "a"); /* heard of again */
	assert_false(sabot_table_item_get_stale(item));
	assert_int_equal(n, 2);
}

static char *
incident_ids(SabotIncidentList *list)
{
	GString *ids = g_string_new(NULL);

	for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(list)); i++) {
		g_autoptr(SabotIncidentItem) item = g_list_model_get_item(G_LIST_MODEL(list), i);

		g_string_append_printf(ids, "%d ", (int)sabot_incident_item_get_incident(item)->id);
	}
	return g_string_free(ids, FALSE);
}

static void
test_incidents_in_order(void **state)
{
	g_autoptr(SabotIncidentList) list = sabot_incident_list_new(NULL);
	struct changes changes = {0};
	g_autofree char *before = NULL, *after = NULL;

	(void)state;
	g_signal_connect(list, "items-changed", G_CALLBACK(on_items_changed), &changes);
	put_incident(list, "a", 1, SABOT_WIRE_SEVERITY_MEDIUM, 10);
	put_incident(list, "a", 2, SABOT_WIRE_SEVERITY_HIGH, 20);
	put_incident(list, "a", 3, SABOT_WIRE_SEVERITY_CRITICAL, 5);
	put_incident(list, "b", 4, SABOT_WIRE_SEVERITY_HIGH, 30);
	put_incident(list, "b", 5, SABOT_WIRE_SEVERITY_UNKNOWN, 1); /* of tomorrow: grave */
	put_incident(list, "b", 4, SABOT_WIRE_SEVERITY_HIGH, 30);   /* again: nothing */
	before = incident_ids(list);
	assert_string_equal(before, "3 5 4 2 1 ");
	assert_int_equal(changes.n_signals, 5);
	assert_int_equal(sabot_incident_list_count_open(list), 5);

	sabot_incident_list_set_state(list, "a", 3, SABOT_WIRE_INCIDENT_RULED, NULL);
	sabot_incident_list_set_state(list, "b", 3, SABOT_WIRE_INCIDENT_RULED,
				      NULL); /* not known */
	after = incident_ids(list);
	assert_string_equal(after, "5 4 2 1 3 ");
	assert_int_equal(sabot_incident_list_count_open(list), 4);
	assert_true(sabot_incident_list_has(list, "a", 3));
	assert_false(sabot_incident_list_has(list, "c", 3));
	sabot_incident_list_clear(list);
	assert_int_equal(changes.n, 0);
	assert_int_equal(sabot_incident_list_count_open(list), 0);
}

static void
put_child(SabotIncidentList *list, int64_t id, int64_t parent, int64_t shelved_until_us)
{
	struct sabot_wire_incident *incident =
		incident_new("a", id, SABOT_WIRE_SEVERITY_CRITICAL, 100 + id);

	incident->parent = parent;
	if (shelved_until_us) {
		incident->shelved = sabot_record_new(&sabot_wire_mark_type);
		incident->shelved->until_us = shelved_until_us;
	}
	sabot_incident_list_put(list, incident);
	sabot_record_unref(incident);
}

/* Shelved ones and those that follow from an open fault are behind the others, while they do. */
static void
test_incidents_put_aside(void **state)
{
	g_autoptr(SabotIncidentList) list = sabot_incident_list_new(NULL);
	int64_t later_us = g_get_real_time() + G_USEC_PER_SEC * 600;
	g_autofree char *before = NULL, *after = NULL;

	(void)state;
	put_child(list, 5, 2, 0); /* before the fault that it follows from is known */
	put_child(list, 4, 0, later_us);
	put_incident(list, "a", 2, SABOT_WIRE_SEVERITY_MEDIUM, 20);
	put_incident(list, "a", 1, SABOT_WIRE_SEVERITY_LOW, 10);
	put_incident(list, "b", 2, SABOT_WIRE_SEVERITY_LOW, 5); /* of another table: no parent */
	before = incident_ids(list);
	assert_string_equal(before, "2 1 2 5 4 ");
	sabot_incident_list_set_state(list, "a", 2, SABOT_WIRE_INCIDENT_CLEARED, NULL);
	after = incident_ids(list);
	assert_string_equal(after, "5 1 2 4 2 ");
	assert_int_equal(sabot_incident_list_count_open(list), 4);
}

/* Shelving ends with the time, without a message. */
static void
test_shelving_ends(void **state)
{
	g_autoptr(SabotIncidentList) list = sabot_incident_list_new(NULL);
	int64_t soon_us = g_get_real_time() + 50 * 1000;
	g_autofree char *then = NULL;

	(void)state;
	put_child(list, 3, 0, soon_us);
	put_incident(list, "a", 1, SABOT_WIRE_SEVERITY_LOW, 10);
	while (g_get_real_time() <= soon_us)
		g_usleep(10 * 1000);
	sabot_incident_list_refresh(list);
	then = incident_ids(list);
	assert_string_equal(then, "3 1 ");
}

static void
test_flood_of_incidents(void **state)
{
	g_autoptr(SabotIncidentList) list = sabot_incident_list_new(NULL);
	struct changes changes = {0};
	enum { N = SABOT_INCIDENTS_SHOWN_MAX + 50 };

	(void)state;
	g_signal_connect(list, "items-changed", G_CALLBACK(on_items_changed), &changes);
	for (int i = 1; i <= N; i++)
		put_incident(list, "a", i, SABOT_WIRE_SEVERITY_HIGH, i);
	put_incident(list, "a", N + 1, SABOT_WIRE_SEVERITY_LOW, 1); /* last: not shown */
	assert_int_equal(changes.n, SABOT_INCIDENTS_SHOWN_MAX);
	assert_int_equal(sabot_incident_list_count_hidden(list), 51);
	assert_int_equal(sabot_incident_list_count_open(list), N + 1);
	/* One that is shown closes: the next takes its place. */
	sabot_incident_list_set_state(list, "a", N, SABOT_WIRE_INCIDENT_EXPLAINED, NULL);
	assert_int_equal(changes.n, SABOT_INCIDENTS_SHOWN_MAX);
	for (int i = 1; i <= N + 1; i++)
		sabot_incident_list_set_state(list, "a", i, SABOT_WIRE_INCIDENT_RULED, NULL);
	/* Of the closed ones only so many are kept. */
	assert_int_equal(changes.n, SABOT_INCIDENTS_CLOSED_MAX);
	assert_int_equal(sabot_incident_list_count_hidden(list), 0);
}

static const struct {
	int64_t seconds;
	const char *text;
} ages[] = {
	{-5, "just now"}, {0, "just now"},  {9, "just now"},     {10, "10 s"},        {59, "50 s"},
	{60, "1 min"},    {3599, "59 min"}, {3600, "1 h 0 min"}, {7265, "2 h 1 min"},
};

static void
test_numbers(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(ages); i++) {
		g_autofree char *text = sabot_phrase_age(ages[i].seconds * G_USEC_PER_SEC);

		assert_string_equal(text, ages[i].text);
	}
}

static void
test_exposure(void **state)
{
	struct sabot_wire_exposure exposure = {.rounds = 17, .since_us = SABOT_TIME_NONE};
	g_autofree char *never = sabot_phrase_exposure(&exposure, 0);
	g_autofree char *since = NULL;

	(void)state;
	assert_string_equal(never, "17 rounds, never proven complete");
	exposure.rounds = 1;
	exposure.since_us = 60 * G_USEC_PER_SEC;
	since = sabot_phrase_exposure(&exposure, 22 * 60 * G_USEC_PER_SEC);
	assert_string_equal(since, "1 round, 21 min unproven");
}

/* Nobody has dealt a round 0 (D16). */
static void
test_no_round_yet(void **state)
{
	struct sabot_wire_view *view = view_new("PB-01");
	struct sabot_wire_incident *incident =
		incident_new("PB-01", 18, SABOT_WIRE_SEVERITY_HIGH, 0);
	g_autofree char *brief = NULL, *name = NULL;

	(void)state;
	view->load = 3;
	view->round = incident->round = 0;
	for (int i = 0; i < 2; i++) {
		g_autofree char *text = sabot_phrase_load_round(view);

		assert_string_equal(text, "shoe 3");
		view->is_unverified = true;
	}
	brief = sabot_phrase_incident_brief(incident);
	name = sabot_phrase_incident_name(incident);
	assert_null(strstr(brief, "round"));
	assert_null(strstr(name, "round"));
	sabot_record_unref(incident);
	sabot_record_unref(view);
}

/* The console says both cards of a mend, as the daemon does. */
static void
test_what_a_mended_card_is(void **state)
{
	struct sabot_wire_incident *incident =
		incident_new("PB-01", 18, SABOT_WIRE_SEVERITY_LOW, 0);
	g_autofree char *said = NULL;

	(void)state;
	g_free(incident->code);
	incident->code = g_strdup("card_mended");
	json_decref(incident->detail);
	incident->detail =
		json_pack("{s:s, s:s, s:s}", "remedy", "read_as", "card", "8S", "read", "7S");
	said = sabot_phrase_incident(incident);
	assert_string_equal(said, "Mended at the table: the last card, 8♠, was 7♠.");
	sabot_record_unref(incident);
}

static void
test_names(void **state)
{
	struct sabot_wire_view *view = view_new("PB-01");
	struct sabot_wire_incident *incident =
		incident_new("PB-01", 18, SABOT_WIRE_SEVERITY_HIGH, 0);
	g_autofree char *calm = sabot_phrase_table_name(view, "", FALSE);
	g_autofree char *alarmed = NULL, *stale = NULL, *open = NULL, *ruled = NULL;

	(void)state;
	assert_string_equal(calm, "PB-01, punto banco, dealing");
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	view->incidents->worst = sabot_record_ref(incident);
	alarmed = sabot_phrase_table_name(view, "", FALSE);
	assert_string_equal(alarmed, "PB-01, punto banco, dealing, incident: card too many, high");
	stale = sabot_phrase_table_name(view, "", TRUE);
	assert_string_equal(stale,
			    "PB-01, punto banco, dealing, incident: card too many, high, stale");
	open = sabot_phrase_incident_name(incident);
	assert_string_equal(open, "high, PB-01, round 17, card_in_excess: A card too many.");
	incident->state = SABOT_WIRE_INCIDENT_RULED;
	ruled = sabot_phrase_incident_name(incident);
	assert_string_equal(ruled,
			    "ruled, high, PB-01, round 17, card_in_excess: A card too many.");
	sabot_record_unref(view);
	sabot_record_unref(incident);
}

static void
test_cards(void **state)
{
	static const struct sabot_wire_card cards[] = {{.card = {10, SABOT_DIAMONDS}},
						       {.card = {7, 0}},
						       {.card = {0, 0}},
						       {.is_hidden = true}};
	g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(cards[0]));
	g_autofree char *empty = sabot_phrase_cards(none);
	g_autofree char *text = NULL;

	(void)state;
	assert_string_equal(empty, "no cards");
	g_array_append_vals(none, cards, G_N_ELEMENTS(cards));
	text = sabot_phrase_cards(none);
	assert_string_equal(text, "ten of diamonds, seven, suit unread, unread card, hidden card");
}

/* Statistics cover a day's hours: those of the day before say so, in the screen's language. */
static void
test_hours(void **state)
{
	g_autoptr(GDateTime) now = g_date_time_new_now_utc();
	g_autoptr(GDateTime) then = g_date_time_add_hours(now, -24);
	g_autoptr(GDateTime) local = g_date_time_to_local(then);
	g_autofree char *wire = g_date_time_format(then, "%Y-%m-%dT%H:%M:%SZ");
	g_autofree char *expected = g_date_time_format(local, "yesterday %H:%M");
	g_autofree char *text = sabot_phrase_hour(wire), *other = sabot_phrase_hour("noon");

	(void)state;
	assert_string_equal(text, expected);
	assert_string_equal(other, "noon");
}

/* As a reader types them: a few milliseconds apart; a hand takes longer. */
static bool
type_badge(struct sabot_badge *badge, const char *text, uint32_t gap_ms)
{
	uint32_t at_ms = UINT32_MAX - 20; /* the clock wraps */

	for (const char *c = text; *c; c++, at_ms += gap_ms)
		sabot_badge_type(badge, (uint32_t)*c, at_ms);
	return sabot_badge_end(badge, at_ms);
}

static void
test_badge(void **state)
{
	struct sabot_badge badge = {0};

	(void)state;
	assert_true(type_badge(&badge, "p17", 8));
	assert_string_equal(badge.text, "p17");
	assert_false(type_badge(&badge, "p17", SABOT_BADGE_GAP_MS + 1));
	assert_false(type_badge(&badge, "1", 8));
	assert_false(type_badge(&badge, "", 8));
	/* What was typed by hand before is no part of it. */
	sabot_badge_type(&badge, '9', 1000);
	assert_true(type_badge(&badge, "Dan", 8));
	assert_string_equal(badge.text, "Dan");
}

/* The question for a card names the right one: a mistake does not say it twice. */
static void
test_mistake_with_a_card(void **state)
{
	const struct sabot_card six = {.rank = 6, .suit = SABOT_SPADES};
	struct sabot_question *question = sabot_question_card(six, NULL);
	struct sabot_training_score *score = sabot_training_score_new();
	g_autoptr(GPtrArray) mistakes = NULL;

	(void)state;
	sabot_training_score_add(score, question, "king of hearts", false, G_USEC_PER_SEC);
	mistakes = sabot_training_score_list_mistakes(score);
	assert_int_equal(mistakes->len, 1);
	assert_string_equal(
		g_ptr_array_index(mistakes, 0),
		"The shoe is dead. Key in the next card: six of spades, not: king of hearts.");
	sabot_training_score_free(score);
	sabot_question_free(question);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_badge),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_lists_made_one),
		cmocka_unit_test(test_arrangement),
		cmocka_unit_test(test_pits),
		cmocka_unit_test(test_stale_tables),
		cmocka_unit_test(test_incidents_in_order),
		cmocka_unit_test(test_incidents_put_aside),
		cmocka_unit_test(test_shelving_ends),
		cmocka_unit_test(test_flood_of_incidents),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_exposure),
		cmocka_unit_test(test_what_a_mended_card_is),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_no_round_yet),
		cmocka_unit_test(test_cards),
		cmocka_unit_test(test_hours),
		cmocka_unit_test(test_mistake_with_a_card),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
