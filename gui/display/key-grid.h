/*
 * Keys of the table in rows of equal size: the sheet of keys without a place of their own, and the
 * row of choices that do not fit the places. Emits "pressed" with the key's id (a struct
 * sabot_dealer_key_id), by which the table's current key is found.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_KEY_GRID (sabot_key_grid_get_type())
G_DECLARE_FINAL_TYPE(SabotKeyGrid, sabot_key_grid, SABOT, KEY_GRID, GtkGrid)

/*
 * Show `keys` (of struct sabot_dealer_key), at most `columns` in a row. With room for at least
 * `rows` full rows their size and place do not depend on their number; 0: few keys fill the room.
 */
void
sabot_key_grid_set(SabotKeyGrid *grid, const GPtrArray *keys, int columns, int rows);
