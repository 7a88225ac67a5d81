/*
 * The chips of the table, to name what was paid where it is another amount than is due: each touch
 * lays one. "Nothing" takes all back.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PAY_TRAY (sabot_pay_tray_get_type())
G_DECLARE_FINAL_TYPE(SabotPayTray, sabot_pay_tray, SABOT, PAY_TRAY, GtkBox)

/* Floating. A reference to `table` is kept. */
GtkWidget *
sabot_pay_tray_new(SabotDealerTable *table);
/* The table's chips, again: they may be others. */
void
sabot_pay_tray_update(SabotPayTray *tray);
