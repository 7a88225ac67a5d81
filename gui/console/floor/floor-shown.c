/* See floor-shown.h. */
#include "floor-shown.h"

#include "gui/model/tables/arrangement.h"
#include "gui/model/table-need.h"

#include <glib/gi18n.h>

static int
count_needs(const GPtrArray *items)
{
	int n = 0;

	for (guint i = 0; i < items->len; i++)
		if (sabot_table_need(sabot_table_item_get_view(g_ptr_array_index(items, i))) > 0)
			n++;
	return n;
}

char *
sabot_floor_shown_text(GListModel *tables, const GPtrArray *items)
{
	int n_all = (int)g_list_model_get_n_items(tables);

	if ((int)items->len >= n_all)
		return NULL;
	/* Translators: how many tables of how many are on the screen. */
	return g_strdup_printf(_("%d of %d tables"), (int)items->len, n_all);
}

char *
sabot_floor_hidden_text(GListModel *tables, const GPtrArray *items)
{
	static const struct sabot_arrangement all = {.filter = SABOT_FILTER_NEED};
	g_autoptr(GPtrArray) needs = sabot_arrangement_apply(&all, tables);
	int n_hidden = (int)needs->len - count_needs(items);

	if (n_hidden <= 0)
		return NULL;
	return g_strdup_printf(ngettext("%d hidden table needs somebody",
					"%d hidden tables need somebody", (unsigned long)n_hidden),
			       n_hidden);
}
