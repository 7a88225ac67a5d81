/*
 * The table as its dealer sees it. Blackjack: boxes in places that their numbers give them, the
 * first at his left, whatever lies there. Punto banco: the two hands, and what the seats have bet;
 * when it is decided what each is paid, on squares. Each payment is a tag that can be touched.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CLOTH (sabot_cloth_get_type())
G_DECLARE_FINAL_TYPE(SabotCloth, sabot_cloth, SABOT, CLOTH, GtkFixed)

/* Whose table it is: drawn again whenever it changes. A reference is kept. `tracks_stakes`: stakes
 * are keyed in; else what 100 are paid is shown. */
void
sabot_cloth_set_table(SabotCloth *cloth, SabotDealerTable *table, gboolean tracks_stakes);
/* Hands are shown without totals, what became of them and what they are paid. */
void
sabot_cloth_set_hides_totals(SabotCloth *cloth, gboolean hides_totals);
/* Boxes are rows: the screen is higher than wide. */
void
sabot_cloth_set_tall(SabotCloth *cloth, gboolean is_tall);
/* The dealer's hand lies on the cloth, too: keys for cards have the shelf. */
void
sabot_cloth_set_shows_dealer(SabotCloth *cloth, gboolean shows_dealer);
