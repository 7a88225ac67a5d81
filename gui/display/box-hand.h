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

/* Texts and cards are copied; drawn again if anything of it is another. `name`: "box 3, right
 * hand". */
void
sabot_box_hand_set(SabotBoxHand *hand, const char *name, const struct sabot_hand_picture *picture);

/* Its place became another: how it lies there. */
void
sabot_box_hand_set_form(SabotBoxHand *hand, enum sabot_hand_form form);
