/*
 * All cards as keys: cards are keyed in while the shoe is dead, one touch each. Of a card that the
 * shoe did not read it asks what it was: a rank will do, and its suit may be touched before.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_DEALT_CARD_PAD (sabot_dealt_card_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotDealtCardPad, sabot_dealt_card_pad, SABOT, DEALT_CARD_PAD, GtkBox)

/* A reference to `table` is kept. */
void
sabot_dealt_card_pad_set_table(SabotDealtCardPad *pad, SabotDealerTable *table);

/* For a portrait screen. */
void
sabot_dealt_card_pad_set_tall(SabotDealtCardPad *pad, gboolean is_tall);
