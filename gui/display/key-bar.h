/*
 * The keys that can be pressed now, as large buttons: what comes next at the side of the dealer's
 * better hand, what is seldom wanted at the other. Digits press them, too: 1 is the first.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_KEY_BAR (sabot_key_bar_get_type())
G_DECLARE_FINAL_TYPE(SabotKeyBar, sabot_key_bar, SABOT, KEY_BAR, GtkBox)

/* A reference to `table` is kept. */
void
sabot_key_bar_set_table(SabotKeyBar *bar, SabotDealerTable *table);

/* Put the keys in the order for a left hand. */
void
sabot_key_bar_set_left_handed(SabotKeyBar *bar, gboolean is_left_handed);

/* On a high screen the two stand above each other. */
void
sabot_key_bar_set_tall(SabotKeyBar *bar, gboolean is_tall);

/* Press the `n`th key (0 is the first); FALSE when there is none. */
gboolean
sabot_key_bar_activate(SabotKeyBar *bar, guint n);
