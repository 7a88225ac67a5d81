/* The floor's order: see arrangement.h. */
#include "arrangement.h"

#include "feed.h"
#include "proto/wire-words.h"
#include "gui/model/table-need.h"

#include <glib/gi18n.h>
#include <string.h>

/* Tables that stop the game come first; then by severity; then by waiting time. */
static int
compare_needs(const struct sabot_wire_view *a, const struct sabot_wire_view *b)
{
	int64_t since_a = sabot_table_waits_since(a), since_b = sabot_table_waits_since(b);
	int more = sabot_table_is_stopped(b) - sabot_table_is_stopped(a);

	if (more == 0)
		more = sabot_table_need(b) - sabot_table_need(a);
	if (more != 0 || since_a == since_b)
		return more;
	if (since_a == SABOT_TIME_NONE || since_b == SABOT_TIME_NONE)
		return since_a == SABOT_TIME_NONE ? 1 : -1;
	return since_a < since_b ? -1 : 1;
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

bool
sabot_arrangement_has_groups(GListModel *tables)
{
	static const struct sabot_arrangement by_pit = {.is_by_pit = true};
	g_autofree char *first = NULL;

	for (guint i = 0; i < g_list_model_get_n_items(tables); i++) {
		g_autoptr(SabotTableItem) item = g_list_model_get_item(tables, i);
		g_autofree char *group = sabot_arrangement_group(&by_pit, item);

		if (first && strcmp(first, group) != 0)
			return true;
		if (!first)
			first = g_steal_pointer(&group);
	}
	return false;
}

bool
sabot_arrangement_is_same(const GPtrArray *one, const GPtrArray *other)
{
	return one->len == other->len &&
	       (one->len == 0 ||
		memcmp(one->pdata, other->pdata, one->len * sizeof(gpointer)) == 0);
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

/* True if each word of the search begins a word of the table's own texts, ignoring accents. */
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
