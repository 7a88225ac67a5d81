/*
 * A box of blackjack on the dealer's cloth: its number, stake, hands, and what is paid or offered
 * at each. Its place is allocated to it and does not depend on its content. Everything it draws,
 * including the frame of the box in turn, is inside its allocation. "tag-pressed" (a guint: index
 * of the table's payment or offer) is emitted when a tag is touched.
 */
#pragma once

#include "gui/model/dealer/dealer-offers.h"
#include "gui/model/dealer/dealer-payments.h"

#include <gtk/gtk.h>

#include <stdbool.h>

#define SABOT_TYPE_TABLE_BOX (sabot_table_box_get_type())
G_DECLARE_FINAL_TYPE(SabotTableBox, sabot_table_box, SABOT, TABLE_BOX, GtkFixed)

/* Its content; borrowed for the call. */
struct sabot_table_box_content {
	const struct sabot_wire_view *view;
	const GArray *payments; /* of struct sabot_dealer_payment; NULL: none are shown */
	const GArray *offers;   /* of struct sabot_dealer_offer; NULL: none; never with payments */
	/* the last card, whose place is asked; or NULL */
	const struct sabot_wire_mends *asked;
	const GArray *chips; /* of int64_t: those of the table, ascending; or NULL */
	bool per_100;        /* payments are for a stake of 100 on each bet */
	unsigned hides;      /* of enum sabot_hand_hides */
	bool is_row;         /* as wide as the cloth, and low */
};

/* Shown. Floating. */
GtkWidget *
sabot_table_box_new(int number);

void
sabot_table_box_set(SabotTableBox *box, const struct sabot_table_box_content *content);
