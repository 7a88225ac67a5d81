/* The chips that can be armed, and "Take away", which is armed like one. */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_TRAY (sabot_tray_get_type())
G_DECLARE_FINAL_TYPE(SabotTray, sabot_tray, SABOT, TRAY, GtkBox)

/* A reference to `table` is kept. */
void
sabot_tray_set_table(SabotTray *tray, SabotDealerTable *table);
