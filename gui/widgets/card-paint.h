/*
 * One card, drawn with Cairo at any size: rank and suit as large as it allows, the back of a hidden
 * one, a question mark for one that was not read. Colours come from the style sheet
 * (@sabot_card_*), which may give each suit its own.
 */
#pragma once

#include "proto/record.h"

#include <gtk/gtk.h>

/* A card is seven tenths as wide as high. */
int
sabot_card_width(int height_px);

/* `widget` is who draws: its style counts. `box` should have a card's proportions. */
void
sabot_card_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box,
		 const struct sabot_wire_card *card);

/*
 * Cards beside each other from the left of `box`, as high as it; overlapping, rank still to be
 * seen, when it is too narrow. `cards` is of struct sabot_wire_card.
 */
void
sabot_cards_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, const GArray *cards);

/* The widths that `n` cards of a height take: overlapping as far as may be, and side by side. */
int
sabot_cards_narrow(int n, int height_px);
int
sabot_cards_wide(int n, int height_px);
