/* Who needs somebody: what stops a game first, one entry a table. No display needed. */
#include "floor-fixture.h"

#include "gui/model/tables/arrangement.h"
#include "gui/model/tables/needs.h"
#include "gui/model/phrases.h"
#include "gui/model/table-need.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* With an incident of that severity, which stops nothing. */
static void
add_table(SabotTableList *list, const char *table, enum sabot_wire_severity severity, int64_t at_us)
{
	struct sabot_wire_view *view = view_new(table);

	view->is_saved = true;
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	if (severity != SABOT_WIRE_SEVERITY_UNKNOWN)
		view->incidents->worst = incident_new(table, 1, severity, at_us);
	sabot_table_list_put(list, view);
	sabot_record_unref(view);
}

/* Stopped by `stops` while `worst` is open, too; at the seconds that are their numbers. */
static void
add_stopped(SabotTableList *list, const char *table, enum sabot_wire_severity stops,
	    enum sabot_wire_severity worst, int64_t at_us)
{
	struct sabot_wire_view *view = view_new(table);

	view->is_saved = true;
	view->phase = SABOT_WIRE_PHASE_RULING;
	view->incidents = sabot_record_new(&sabot_wire_open_incidents_type);
	view->incidents->open = 3;
	view->incidents->stops = incident_new(table, 1, stops, at_us);
	view->incidents->worst = incident_new(table, 2, worst, 5);
	sabot_table_list_put(list, view);
	sabot_record_unref(view);
}

/* A critical incident that continues comes after a high one for which a table waits. */
static void
test_what_stops_is_first(void **state)
{
	g_autoptr(SabotTableList) list = sabot_table_list_new(NULL);
	static const struct sabot_arrangement by_need = {.order = SABOT_ORDER_NEED};
	g_autoptr(GString) names = g_string_new(NULL);
	g_autoptr(GPtrArray) items = NULL;
	const struct sabot_wire_view *view;
	g_autofree char *name = NULL;

	(void)state;
	add_table(list, "PB-1", SABOT_WIRE_SEVERITY_CRITICAL, 10);
	add_stopped(list, "PB-2", SABOT_WIRE_SEVERITY_HIGH, SABOT_WIRE_SEVERITY_CRITICAL, 900);
	add_stopped(list, "PB-3", SABOT_WIRE_SEVERITY_HIGH, SABOT_WIRE_SEVERITY_HIGH, 800);
	add_stopped(list, "PB-4", SABOT_WIRE_SEVERITY_CRITICAL, SABOT_WIRE_SEVERITY_CRITICAL, 950);
	add_table(list, "PB-5", SABOT_WIRE_SEVERITY_UNKNOWN, 0);
	items = sabot_arrangement_apply(&by_need, G_LIST_MODEL(list));
	for (guint i = 0; i < items->len; i++)
		g_string_append(names, sabot_table_item_get_name(items->pdata[i]));
	assert_string_equal(names->str, "PB-4PB-3PB-2PB-1PB-5");
	view = sabot_table_item_get_view(sabot_table_list_find(list, "PB-2", NULL));
	assert_int_equal(sabot_table_incident(view)->id, 1);
	assert_int_equal(sabot_table_gravity(view), SABOT_WIRE_SEVERITY_HIGH);
	assert_int_equal(sabot_table_waits_since(view), 900);
	name = sabot_phrase_table_name(view, "", FALSE);
	assert_non_null(strstr(name, "incident: card too many, high"));
	view = sabot_table_item_get_view(sabot_table_list_find(list, "PB-1", NULL));
	assert_false(sabot_table_is_stopped(view));
}

static void
assert_needs(SabotTableList *tables, SabotIncidentList *incidents, const char *expected)
{
	static const char kinds[] = "!-~.";
	g_autoptr(GPtrArray) needs =
		sabot_needs_collect(G_LIST_MODEL(tables), G_LIST_MODEL(incidents));
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < needs->len; i++) {
		const struct sabot_need *need = g_ptr_array_index(needs, i);
		int id = need->incident ? (int)sabot_incident_item_get_incident(need->incident)->id
					: 0;

		g_string_append_printf(text, "%c%s/%d+%d ", kinds[need->kind], need->place, id,
				       need->n_more);
	}
	assert_string_equal(text->str, expected);
}

/* One entry a table: what stops it, with a count of the others; money; what is settled. */
static void
test_needs(void **state)
{
	g_autoptr(SabotTableList) tables = sabot_table_list_new(NULL);
	g_autoptr(SabotIncidentList) incidents = sabot_incident_list_new(NULL);
	struct sabot_wire_view *paying = view_new("PB-6");
	struct sabot_need *need;

	(void)state;
	add_table(tables, "PB-1", SABOT_WIRE_SEVERITY_UNKNOWN, 0);
	put_incident(incidents, "PB-1", 1, SABOT_WIRE_SEVERITY_CRITICAL, 10);
	put_incident(incidents, "PB-1", 2, SABOT_WIRE_SEVERITY_HIGH, 11);
	add_stopped(tables, "PB-2", SABOT_WIRE_SEVERITY_HIGH, SABOT_WIRE_SEVERITY_CRITICAL, 900);
	put_incident(incidents, "PB-2", 2, SABOT_WIRE_SEVERITY_CRITICAL, 5);
	put_incident(incidents, "PB-2", 1, SABOT_WIRE_SEVERITY_HIGH, 900);
	add_stopped(tables, "PB-3", SABOT_WIRE_SEVERITY_HIGH, SABOT_WIRE_SEVERITY_HIGH, 800);
	put_incident(incidents, "house", 7, SABOT_WIRE_SEVERITY_MEDIUM, 3);
	put_incident(incidents, "PB-4", 3, SABOT_WIRE_SEVERITY_HIGH, 20);
	sabot_incident_list_set_state(incidents, "PB-4", 3, SABOT_WIRE_INCIDENT_RULED, NULL);
	g_ptr_array_add(paying->redress, sabot_record_new(&sabot_wire_redress_type));
	sabot_table_list_put(tables, paying);
	sabot_record_unref(paying);
	assert_needs(tables, incidents,
		     "!PB-3/1+2 !PB-2/1+2 -PB-1/1+1 -house/7+0 -PB-6/0+0 .PB-4/3+0 ");
	need = sabot_needs_find(G_LIST_MODEL(tables), G_LIST_MODEL(incidents),
				sabot_table_list_find(tables, "PB-2", NULL));
	assert_int_equal(sabot_incident_item_get_incident(need->incident)->id, 1);
	sabot_need_unref(need);
}

/* A table that waits although nothing of it is known any more is still said to wait. */
static void
test_waits_for_nothing(void **state)
{
	g_autoptr(SabotTableList) tables = sabot_table_list_new(NULL);
	g_autoptr(SabotIncidentList) incidents = sabot_incident_list_new(NULL);
	struct sabot_wire_view *view = view_new("PB-1");

	(void)state;
	view->phase = SABOT_WIRE_PHASE_RULING;
	sabot_table_list_put(tables, view);
	sabot_record_unref(view);
	assert_needs(tables, incidents, "!PB-1/0+0 ");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_stops_is_first),
		cmocka_unit_test(test_needs),
		cmocka_unit_test(test_waits_for_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
