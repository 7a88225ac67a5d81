/*
 * How the round is settled, stake by stake in the order in which the dealer pays: sentence and
 * chips. Longer than the room, it scrolls.
 */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PAYOUTS (sabot_payouts_get_type())
G_DECLARE_FINAL_TYPE(SabotPayouts, sabot_payouts, SABOT, PAYOUTS, GtkScrolledWindow)

/* Hidden while there is nothing to settle. */
void
sabot_payouts_set(SabotPayouts *payouts, const struct sabot_wire_view *view);
