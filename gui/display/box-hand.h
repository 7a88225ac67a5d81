/*
 * One hand on the dealer's cloth. What it is drawn like: hand-paint.h. Its accessible name is whose
 * it is, its total, how it stands, and its cards.
 */
#pragma once

#include "gui/display/hand-paint.h"

#define SABOT_TYPE_BOX_HAND (sabot_box_hand_get_type())
G_DECLARE_FINAL_TYPE(SabotBoxHand, sabot_box_hand, SABOT, BOX_HAND, GtkDrawingArea)

/* Shown. Floating. */
GtkWidget *
sabot_box_hand_new(void);

/*
 * Show a hand. Texts and cards are copied; it is redrawn only if something changed. `name` is its
 * accessible name: "box 3, right hand".
 */
void
sabot_box_hand_set(SabotBoxHand *hand, const char *name, const struct sabot_hand_picture *picture);

/* Set how the hand lies: call it when its place or the room there changed. */
void
sabot_box_hand_set_form(SabotBoxHand *hand, enum sabot_hand_form form);
