/*
 * All 52 cards to touch, a column a suit: one touch is one card. Emits "card" with its code as the
 * event log writes it ("TH"; "??" for one that nobody could see).
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_CARD_PAD (sabot_card_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotCardPad, sabot_card_pad, SABOT, CARD_PAD, GtkGrid)
