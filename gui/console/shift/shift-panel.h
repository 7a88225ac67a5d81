/*
 * The page of a shift: the first one that is not sealed, its open items with the keys that handle
 * them, the totals of each table, and the sign-off by the person logged in and a second one. Emits
 * "table-wanted" (SabotTableItem), "money-wanted" (the same, the shift's name in the log),
 * "ruling-wanted" (the same, an incident's number) and "report-wanted" (the shift's name).
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_SHIFT_PANEL (sabot_shift_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotShiftPanel, sabot_shift_panel, SABOT, SHIFT_PANEL, SabotPanel)

/* The shift of one daemon; of a hub that of `daemon`, which is else NULL. Floating. */
GtkWidget *
sabot_shift_panel_new(SabotFeed *feed, const char *daemon);

/* The daemon whose shift it is. Borrowed. */
SabotFeed *
sabot_shift_panel_get_feed(SabotShiftPanel *panel);
/* Of a hub: the daemon whose shift it is; else NULL. Borrowed. */
const char *
sabot_shift_panel_get_daemon(SabotShiftPanel *panel);
