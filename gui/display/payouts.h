/*
 * How the round is settled, stake by stake in the order in which the dealer pays: sentence and
 * chips, and where payments are noted a key for each that is due or taken, and one for another
 * amount, which emits "other-wanted" (struct sabot_wire_payout *). Where nobody notes stakes it
 * shows ratios, and the payment for 100. Longer than the room, it scrolls.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PAYOUTS (sabot_payouts_get_type())
G_DECLARE_FINAL_TYPE(SabotPayouts, sabot_payouts, SABOT, PAYOUTS, GtkScrolledWindow)

/* A reference to `table` is kept. Hidden while there is nothing to settle. */
void
sabot_payouts_set_table(SabotPayouts *payouts, SabotDealerTable *table, gboolean tracks_stakes,
			gboolean notes_payments);
