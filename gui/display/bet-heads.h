/* Draws what surrounds the squares of the cloth: the seats' numbers, the bets' names. */
#pragma once

#include "bet-layout.h"
#include "gui/model/dealer/dealer-squares.h"

#include <gtk/gtk.h>

/* Paint on the widget that contains the squares. */
void
sabot_bet_heads_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_bet_layout *layout,
		      const struct sabot_dealer_squares *squares);
