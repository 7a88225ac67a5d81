/*
 * The eight keys of the display, each always at its place: the next step at the side of the
 * dealer's better hand, rarely used keys at the other. A key that cannot be pressed now keeps its
 * place, dashed. Digits press them, too: 1 is the next step, 2 the key beside it, and so forth.
 */
#pragma once

#include "gui/display/zones.h"
#include "gui/model/dealer/dealer-places.h"
#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_KEY_BAR (sabot_key_bar_get_type())
G_DECLARE_FINAL_TYPE(SabotKeyBar, sabot_key_bar, SABOT, KEY_BAR, GtkFixed)

/* A reference to `table` is kept. Emits "colour-up-wanted", "reading-wanted" and, when B is
 * pressed, "sheet-wanted". */
void
sabot_key_bar_set_table(SabotKeyBar *bar, SabotDealerTable *table);

/* Mirror the places for a left hand. */
void
sabot_key_bar_set_left_handed(SabotKeyBar *bar, gboolean is_left_handed);

/* Show on its key that the sheet that B opens is open. */
void
sabot_key_bar_set_sheet_open(SabotKeyBar *bar, gboolean is_open);

/* Set the width of the keys and the number of rows for the class of the screen. */
void
sabot_key_bar_set_screen(SabotKeyBar *bar, const struct sabot_screen *screen);

/* The current places of the keys. Borrowed; valid until the table's next "changed". */
const struct sabot_dealer_places *
sabot_key_bar_get_places(SabotKeyBar *bar);

/*
 * While the pit is called: the waiting time, in place of the key that calls it. NULL: it is not
 * called.
 */
void
sabot_key_bar_set_clock(SabotKeyBar *bar, const char *text);

/* Press a key of the table, wherever it is placed. */
void
sabot_key_bar_press(SabotKeyBar *bar, const struct sabot_dealer_key *key);

/* Press the `n`th key (0 is the next step); FALSE if it cannot be pressed. */
gboolean
sabot_key_bar_activate(SabotKeyBar *bar, guint n);
