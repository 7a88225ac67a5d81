/*
 * What lies nearest the dealer: his own hand, or punto's and banca's while the squares have the
 * cloth; the chips of the payment that is next, and what is left to be paid. While another amount
 * is named, the chips for it.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SHELF (sabot_shelf_get_type())
G_DECLARE_FINAL_TYPE(SabotShelf, sabot_shelf, SABOT, SHELF, GtkFixed)

/* Whose table it is: drawn again whenever it changes. A reference is kept. */
void
sabot_shelf_set_table(SabotShelf *shelf, SabotDealerTable *table, gboolean tracks_stakes);
void
sabot_shelf_set_hides_totals(SabotShelf *shelf, gboolean hides_totals);
void
sabot_shelf_set_tall(SabotShelf *shelf, gboolean is_tall);
