/*
 * The money of one table: the totals of its documents in a shift, outstanding slips, markers and
 * cards, the documents that can be written (a digit starts each of the first nine), and the
 * register. A chosen entry of the register can be corrected.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_MONEY_PANEL (sabot_money_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotMoneyPanel, sabot_money_panel, SABOT, MONEY_PANEL, SabotPanel)

/* The money of one table. Floating. */
GtkWidget *
sabot_money_panel_new(SabotTableItem *item);

/*
 * Show the shift of this name instead of the current one. Call it right after the panel was
 * created.
 */
void
sabot_money_panel_show_shift(SabotMoneyPanel *panel, const char *shift);
