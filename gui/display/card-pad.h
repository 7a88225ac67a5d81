/*
 * All cards as keys, four rows of suits: cards are keyed in while the shoe is dead, one touch each.
 * For a card that the shoe did not read, the same pad says what it was; a rank alone will do.
 */
#pragma once

#include "gui/model/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CARD_PAD (sabot_card_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotCardPad, sabot_card_pad, SABOT, CARD_PAD, GtkGrid)

/* A reference to `table` is kept. */
void
sabot_card_pad_set_table(SabotCardPad *pad, SabotDealerTable *table);
