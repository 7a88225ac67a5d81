/*
 * A fan of cards (card-paint.h) as a widget. Its accessible name lists the cards.
 */
#pragma once

#include "proto/record.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_CARDS (sabot_cards_get_type())
G_DECLARE_FINAL_TYPE(SabotCards, sabot_cards, SABOT, CARDS, GtkDrawingArea)

/* `cards` is of struct sabot_wire_card and is copied. */
void
sabot_cards_set(SabotCards *cards, const GArray *values);

/* Height of a card; its width follows. */
void
sabot_cards_set_height(SabotCards *cards, int height_px);
