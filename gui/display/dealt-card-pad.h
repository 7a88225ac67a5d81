/*
 * All cards as keys, to key in cards while the shoe is dead, one touch each; on a small screen,
 * where the boxes of blackjack would have no room beside so many keys, the suit, then the rank. For
 * a card that the shoe did not read it prompts for the card: a rank suffices, and the suit may be
 * touched first. Ranks and suits leave room for the dealer's hand beside them.
 */
#pragma once

#include "gui/display/zones.h"
#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_DEALT_CARD_PAD (sabot_dealt_card_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotDealtCardPad, sabot_dealt_card_pad, SABOT, DEALT_CARD_PAD, GtkBox)

/* A reference to `table` is kept. Emits "left": nobody saw the card in question. */
void
sabot_dealt_card_pad_set_table(SabotDealtCardPad *pad, SabotDealerTable *table);

/* The incident of a card that was left unnamed and is no longer prompted for; 0: none. */
void
sabot_dealt_card_pad_set_left(SabotDealtCardPad *pad, int64_t incident);

void
sabot_dealt_card_pad_set_screen(SabotDealtCardPad *pad, const struct sabot_screen *screen);

/* True if all cards are shown, which takes more room than ranks and suits. */
gboolean
sabot_dealt_card_pad_shows_all(SabotDealtCardPad *pad);
