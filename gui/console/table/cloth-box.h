/* One box on the cloth: its number, the stakes on it, the hands it holds. */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CLOTH_BOX (sabot_cloth_box_get_type())
G_DECLARE_FINAL_TYPE(SabotClothBox, sabot_cloth_box, SABOT, CLOTH_BOX, GtkBox)

GtkWidget *
sabot_cloth_box_new(void);

/*
 * `box` is borrowed for the call; its cards are `card_px` high. 0: a seat, which has no cards: its
 * number and stakes are in one line. Without `has_hands` only its stakes are of this round.
 */
void
sabot_cloth_box_set(SabotClothBox *widget, const struct sabot_wire_box *box, gboolean has_hands,
		    int card_px);
