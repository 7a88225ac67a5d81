/*
 * A fan of cards, drawn with Cairo at any size: rank and suit as large as the card allows, the
 * back of a hidden one, a question mark for one that was not read. Colours come from the style
 * sheet (@sabot_card_*). Its accessible name tells the cards.
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

/* Suits in four colours (green clubs, blue diamonds) instead of two. */
void
sabot_cards_set_four_colours(SabotCards *cards, gboolean four);
