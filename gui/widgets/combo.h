/* Drop-down lists whose texts may be longer than the room that there is. */
#pragma once

#include <gtk/gtk.h>

/*
 * What is chosen is cut off with an ellipsis where there is no room for it, so that the list does
 * not make its window, or a panel, wider than it should be.
 */
void
sabot_combo_let_shrink(GtkComboBox *combo);
