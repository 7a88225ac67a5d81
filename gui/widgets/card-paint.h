/*
 * Draws one card with Cairo at any size: rank and suit as large as it allows, the back of a hidden
 * card, a question mark for an unread one. Colours come from the style sheet (@sabot_card_*), which
 * may give each suit its own.
 */
#pragma once

#include "proto/record.h"

#include <gtk/gtk.h>

/* The width of a card, seven tenths of its height. */
int
sabot_card_width(int height_px);

/* `widget` supplies the style. `box` should have a card's proportions. */
void
sabot_card_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box,
		 const struct sabot_wire_card *card);

/*
 * Draw cards side by side from the left of `box`, as high as it; if it is too narrow they overlap
 * with the rank still visible. `cards` is of struct sabot_wire_card.
 */
void
sabot_cards_paint(GtkWidget *widget, cairo_t *cr, const GdkRectangle *box, const GArray *cards);

/* The width of `n` cards of a height: overlapping as much as possible, and side by side. */
int
sabot_cards_narrow(int n, int height_px);
int
sabot_cards_wide(int n, int height_px);
