/*
 * A pad of all 52 cards, a column a suit: one touch is one card. Emits "card" with its code as in
 * the event log ("TH"; "??" for a card that nobody could see).
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_CARD_PAD (sabot_card_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotCardPad, sabot_card_pad, SABOT, CARD_PAD, GtkGrid)
