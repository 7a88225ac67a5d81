/* The floor's order: see arrangement.h. */
#include "arrangement.h"

#include "proto/wire-words.h"
#include "feed.h"

#include <glib/gi18n.h>
#include <string.h>

static bool
is_down(enum sabot_wire_device_state state)
{
	return state == SABOT_WIRE_DEVICE_OFFLINE || state == SABOT_WIRE_DEVICE_ERROR ||
	       state == SABOT_WIRE_DEVICE_LOST;
}

enum sabot_wire_severity
sabot_table_gravity(const struct sabot_wire_open_incidents *incidents)
{
	enum sabot_wire_severity severity = incidents->worst->severity;

	if (severity == SABOT_WIRE_SEVERITY_UNKNOWN)
		return SABOT_WIRE_SEVERITY_CRITICAL;
	return incidents->called_us != SABOT_TIME_NONE ? MAX(severity, SABOT_WIRE_SEVERITY_HIGH)
						       : severity;
}

int
sabot_table_need(const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *worst = view->incidents ? view->incidents->worst : NULL;

	if (view->fault)
		return SABOT_WIRE_SEVERITY_CRITICAL;
	if (worst)
		return (int)sabot_table_gravity(view->incidents);
	if (!view->is_saved || (view->device && is_down(view->device->state)) ||
	    view->redress->len > 0 || view->differences->len > 0)
		return SABOT_WIRE_SEVERITY_LOW;
	return 0;
}

/* Since when; a table that waits for nobody is as late as can be. */
static int64_t
waiting_since(const struct sabot_wire_view *view)
{
	const struct sabot_wire_incident *worst = view->incidents ? view->incidents->worst : NULL;

	return worst && worst->at_us != SABOT_TIME_NONE ? worst->at_us : INT64_MAX;
}

/* Where the pit is called, play stands still and guests wait. */
static bool
is_called(const struct sabot_wire_view *view)
{
	return view->incidents && view->incidents->called_us != SABOT_TIME_NONE;
}

static int
compare_needs(const struct sabot_wire_view *a, const struct sabot_wire_view *b)
{
	int more = sabot_table_need(b) - sabot_table_need(a);

	if (more == 0)
		more = is_called(b) - is_called(a);
	if (more != 0 || waiting_since(a) == waiting_since(b))
		return more;
	return waiting_since(a) < waiting_since(b) ? -1 : 1;
}

char *
sabot_arrangement_group(const struct sabot_arrangement *arrangement, SabotTableItem *item)
{
	const char *pit = sabot_table_item_get_view(item)->pit;
	const char *site = sabot_feed_get_item_label(item);

	if (!arrangement->is_by_pit)
		return g_strdup("");
	if (!pit || !*pit)
		return g_strdup(site);
	/* Translators: a casino, a pit in it. */
	return *site ? g_strdup_printf(C_("pit", "%s · %s"), site, pit) : g_strdup(pit);
}

static int
compare(gconstpointer one, gconstpointer other, gpointer data)
{
	const struct sabot_arrangement *arrangement = data;
	SabotTableItem *a = *(SabotTableItem *const *)one, *b = *(SabotTableItem *const *)other;
	g_autofree char *group_of_a = sabot_arrangement_group(arrangement, a);
	g_autofree char *group_of_b = sabot_arrangement_group(arrangement, b);
	int order = strverscmp(group_of_a, group_of_b);

	if (order == 0 && arrangement->order == SABOT_ORDER_NEED)
		order = compare_needs(sabot_table_item_get_view(a), sabot_table_item_get_view(b));
	return order != 0 ? order : sabot_table_item_compare(a, b);
}

static bool
passes_filter(enum sabot_filter filter, const struct sabot_wire_view *view)
{
	switch (filter) {
	case SABOT_FILTER_ALL:
		return true;
	case SABOT_FILTER_NEED:
		return sabot_table_need(view) > 0;
	case SABOT_FILTER_PUNTO_BANCO:
		return view->game == SABOT_WIRE_GAME_PUNTO_BANCO;
	case SABOT_FILTER_BLACKJACK:
		return view->game == SABOT_WIRE_GAME_BLACKJACK;
	}
	return true;
}

/* Each word of the search begins a word of what the table says of itself, whatever its accents. */
static bool
passes_search(const char *search, SabotTableItem *item)
{
	const struct sabot_wire_view *view = sabot_table_item_get_view(item);
	g_autofree char *text = NULL, *dealer = NULL;

	if (!search || !*search)
		return true;
	dealer = sabot_feed_describe_dealer(item);
	text = g_strjoin(" ", view->table, sabot_phrase_game(view->game), dealer,
			 sabot_feed_get_item_label(item), view->pit ? view->pit : "", NULL);
	return g_str_match_string(search, text, TRUE);
}

GPtrArray *
sabot_arrangement_apply(const struct sabot_arrangement *arrangement, GListModel *tables)
{
	GPtrArray *items = g_ptr_array_new_with_free_func(g_object_unref);

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);

		if (passes_filter(arrangement->filter, sabot_table_item_get_view(item)) &&
		    passes_search(arrangement->search, item))
			g_ptr_array_add(items, g_steal_pointer(&item));
	}
	g_ptr_array_sort_with_data(items, compare, (gpointer)arrangement);
	return items;
}
