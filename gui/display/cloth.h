/*
 * The table as its dealer sees it. Blackjack: boxes at fixed places by number, the first at the
 * dealer's left, whatever is on them. Punto banco: the two hands, and the bets of the seats; once
 * the coup is decided, what each seat is paid, on squares. Each payment is a tag that can be
 * touched.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CLOTH (sabot_cloth_get_type())
G_DECLARE_FINAL_TYPE(SabotCloth, sabot_cloth, SABOT, CLOTH, GtkFixed)

/*
 * Set the table, whose changes are drawn. A reference is kept. `tracks_stakes`: stakes are keyed
 * in; else payments are shown for a stake of 100.
 */
void
sabot_cloth_set_table(SabotCloth *cloth, SabotDealerTable *table, gboolean tracks_stakes);
/* Show hands without totals, results and payments. */
void
sabot_cloth_set_hides_totals(SabotCloth *cloth, gboolean hides_totals);
/* Boxes are rows, for a screen higher than wide. */
void
sabot_cloth_set_tall(SabotCloth *cloth, gboolean is_tall);
/* Show the dealer's hand on the cloth, too: card keys occupy the shelf. */
void
sabot_cloth_set_shows_dealer(SabotCloth *cloth, gboolean shows_dealer);
