/*
 * Keys of the table in rows of equal ones: the sheet of what has no place of its own, and the row
 * of choices for which there are too few places. Emits "pressed" with the key's id (a struct
 * sabot_dealer_key_id), by which the table's key of the moment is found.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_KEY_GRID (sabot_key_grid_get_type())
G_DECLARE_FINAL_TYPE(SabotKeyGrid, sabot_key_grid, SABOT, KEY_GRID, GtkGrid)

/* Show `keys` (of struct sabot_dealer_key), at most `columns` in a row. */
void
sabot_key_grid_set(SabotKeyGrid *grid, const GPtrArray *keys, int columns);
