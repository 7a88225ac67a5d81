/* Groups of tiles: see floor-groups.h. */
#include "floor-groups.h"

#include "gui/widgets/tile-grid.h"

#include <string.h>

static void
group_clear(gpointer data)
{
	g_free(((struct sabot_tile_group *)data)->title);
}

GArray *
sabot_floor_groups(const struct sabot_arrangement *arrangement, const GPtrArray *items)
{
	GArray *groups = g_array_new(FALSE, FALSE, sizeof(struct sabot_tile_group));

	g_array_set_clear_func(groups, group_clear);
	for (guint i = 0; i < items->len; i++) {
		struct sabot_tile_group group = {
			.title = sabot_arrangement_group(arrangement, g_ptr_array_index(items, i))};
		struct sabot_tile_group *last =
			groups->len > 0
				? &g_array_index(groups, struct sabot_tile_group, groups->len - 1)
				: NULL;

		if (last && strcmp(last->title, group.title) == 0) {
			g_free(group.title);
			last->n_tiles++;
			continue;
		}
		group.n_tiles = 1;
		g_array_append_val(groups, group);
	}
	return groups;
}
