/*
 * The area nearest the dealer: the dealer's own hand, or punto's and banca's while the squares
 * occupy the cloth; the chips of the next payment, and what is left to pay. While another amount is
 * entered, the chips for it.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SHELF (sabot_shelf_get_type())
G_DECLARE_FINAL_TYPE(SabotShelf, sabot_shelf, SABOT, SHELF, GtkFixed)

/* Set the table, whose changes are drawn. A reference is kept. */
void
sabot_shelf_set_table(SabotShelf *shelf, SabotDealerTable *table, gboolean tracks_stakes);
void
sabot_shelf_set_hides_totals(SabotShelf *shelf, gboolean hides_totals);
void
sabot_shelf_set_tall(SabotShelf *shelf, gboolean is_tall);
