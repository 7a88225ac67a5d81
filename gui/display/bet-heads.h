/* What stands around the squares of the cloth: the seats' numbers, the bets' names. Drawn. */
#pragma once

#include "bet-layout.h"
#include "gui/model/dealer/dealer-squares.h"

#include <gtk/gtk.h>

/* On the widget that the squares lie in. */
void
sabot_bet_heads_paint(GtkWidget *widget, cairo_t *cr, const struct sabot_bet_layout *layout,
		      const struct sabot_dealer_squares *squares);
