/*
 * One hand on the dealer's cloth, drawn by hand-paint.h. Its accessible name has its owner, its
 * total, its state, and its cards.
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

/* Set the form of the hand: call it when its place or its room has changed. */
void
sabot_box_hand_set_form(SabotBoxHand *hand, enum sabot_hand_form form);
