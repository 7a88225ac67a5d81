/*
 * A payment that is not the one due, by chips: the key shows the difference before it is
 * pressed. Emits "done" when it was recorded or given up.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PAY_PAD (sabot_pay_pad_get_type())
G_DECLARE_FINAL_TYPE(SabotPayPad, sabot_pay_pad, SABOT, PAY_PAD, GtkBox)

/* A reference to `table` is kept. */
void
sabot_pay_pad_set_table(SabotPayPad *pad, SabotDealerTable *table);

/* For what is still due of a payout; a reference is kept. */
void
sabot_pay_pad_open(SabotPayPad *pad, struct sabot_wire_payout *payout);
/* Nothing is being paid when it is FALSE. */
gboolean
sabot_pay_pad_is_open(SabotPayPad *pad);
