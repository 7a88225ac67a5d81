/* A square of the cloth on which bets are laid: its bet as a chip, with the sum beside it. */
#pragma once

#include "engine/core/chips.h"
#include "gui/model/dealer/dealer-squares.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SQUARE (sabot_square_get_type())
G_DECLARE_FINAL_TYPE(SabotSquare, sabot_square, SABOT, SQUARE, GtkButton)

enum sabot_square_shape {
	SABOT_SQUARE_RECTANGLE,
	SABOT_SQUARE_CIRCLE, /* its chip above, its sum below */
	SABOT_SQUARE_PILL,   /* small: its sum, and its name below */
};

/* A square for the place `square`; `name`: its text while it is empty, and on a pill. */
GtkWidget *
sabot_square_new(const struct sabot_dealer_square *square, enum sabot_square_shape shape,
		 const char *name);

const struct sabot_dealer_square *
sabot_square_get_place(SabotSquare *square);

/*
 * Set what is on it, drawn with the table's `chips`. `spoken`: its accessible name; `limit`: the
 * text under a stake that is too low or too high, or NULL. True if that differs from before.
 */
bool
sabot_square_show(SabotSquare *square, const struct sabot_dealer_square_state *state,
		  const struct sabot_denominations *chips, const char *spoken, const char *limit);
