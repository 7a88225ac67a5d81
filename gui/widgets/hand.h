/*
 * A hand: its title, its cards, its total and its result. Its accessible name has all of that in
 * one sentence.
 */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_HAND (sabot_hand_get_type())
G_DECLARE_FINAL_TYPE(SabotHand, sabot_hand, SABOT, HAND, GtkBox)

GtkWidget *
sabot_hand_new(void);

/* `title` is translated. `note` follows the total ("wins", "bust"); "" for none. */
void
sabot_hand_set(SabotHand *hand, const char *title, const struct sabot_wire_hand *value,
	       const char *note);

/* The height of a card, in pixels. */
void
sabot_hand_set_card_height(SabotHand *hand, int height_px);
