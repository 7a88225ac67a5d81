/*
 * The squares of punto banco: bets are rows and seats columns, the bets nearest the dealer in the
 * nearest row; the other way round on a high screen. Geometry and lines; the cloth draws what is on
 * them.
 */
#pragma once

#include "engine/core/event.h"
#include "gui/model/dealer/dealer-payments.h"
#include "proto/messages/table-messages.h"
#include "proto/view.h"

#include <gtk/gtk.h>

#include <stdbool.h>

enum { SABOT_GRID_BETS_MAX = 24 };

struct sabot_cloth_grid {
	enum sabot_bet bets[SABOT_GRID_BETS_MAX];
	int n_bets, n_rows; /* two lesser bets share a row … */
	bool is_unfolded;   /* … but here, where half of it is too narrow for an amount */
	int n_seats;
	int first_seat, last_seat; /* seats shown, from 1 */
	bool is_tall;
	GdkRectangle area; /* area of the squares alone */
	int gap_px, head_px, name_px;
};

/*
 * Fill in from the bets offered (`rules`, or NULL) and the payouts of `view`, over the whole
 * widget.
 */
void
sabot_cloth_grid_fill(struct sabot_cloth_grid *grid, GtkWidget *widget,
		      const struct sabot_wire_view *view, const struct sabot_wire_rules *rules,
		      bool is_tall);
/*
 * If tags to be touched would be too low for a finger on a high screen, they are spread over pages:
 * show the page of the next payment.
 */
void
sabot_cloth_grid_turn_to(struct sabot_cloth_grid *grid,
			 const struct sabot_dealer_payments *payments);
/* Find where a square is. False if there is none, or it is on another page. */
bool
sabot_cloth_grid_find(const struct sabot_cloth_grid *grid, int seat, enum sabot_bet bet,
		      GdkRectangle *ret_square);
/* Add everything the drawing depends on, for painted.h. */
void
sabot_cloth_grid_describe(const struct sabot_cloth_grid *grid, GString *picture);
/* Draw names, numbers and empty squares; `turn`: the seat that is paid next, or 0. */
void
sabot_cloth_grid_draw(const struct sabot_cloth_grid *grid, GtkWidget *widget, cairo_t *cr,
		      int turn);
