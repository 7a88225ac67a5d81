/*
 * A box of blackjack on the dealer's cloth: its number, stake, hands as they lie, and what is paid
 * or offered at each. Its place is given to it and does not depend on what lies there. All that it
 * draws, the frame of the box in turn too, is inside its allocation. "tag-pressed" (a guint: which
 * of the table's payments, or offers) comes when a tag is touched.
 */
#pragma once

#include "gui/model/dealer/dealer-offers.h"
#include "gui/model/dealer/dealer-payments.h"

#include <gtk/gtk.h>

#include <stdbool.h>

#define SABOT_TYPE_TABLE_BOX (sabot_table_box_get_type())
G_DECLARE_FINAL_TYPE(SabotTableBox, sabot_table_box, SABOT, TABLE_BOX, GtkFixed)

/* What is shown; borrowed for the call. */
struct sabot_table_box_content {
	const struct sabot_wire_view *view;
	const GArray *payments; /* of struct sabot_dealer_payment; NULL: none is shown */
	const GArray *offers;   /* of struct sabot_dealer_offer; NULL: none; not with payments */
	const GArray *chips;    /* of int64_t: the table's, ascending; or NULL */
	bool per_100;           /* these are of 100 on each bet */
	unsigned hides; /* of enum sabot_hand_hides */
	bool is_row; /* as wide as the cloth, and low */
};

/* Shown. Floating. */
GtkWidget *
sabot_table_box_new(int number);

void
sabot_table_box_set(SabotTableBox *box, const struct sabot_table_box_content *content);
