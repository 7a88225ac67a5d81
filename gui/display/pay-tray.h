/*
 * The chips of the table, to enter an amount paid other than that due: each touch adds one.
 * "Nothing" removes all.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PAY_TRAY (sabot_pay_tray_get_type())
G_DECLARE_FINAL_TYPE(SabotPayTray, sabot_pay_tray, SABOT, PAY_TRAY, GtkBox)

/* Floating. A reference to `table` is kept. */
GtkWidget *
sabot_pay_tray_new(SabotDealerTable *table);
/* Update to the table's chips, which may have changed. */
void
sabot_pay_tray_update(SabotPayTray *tray);
