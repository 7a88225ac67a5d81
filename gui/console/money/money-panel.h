/*
 * Table money of one table: what its documents come to in a shift, what is still to be done with
 * slips, markers and cards that are out, what can be written down (a digit begins each of the first
 * nine), and the register. An entry of the register that is chosen can be put right.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_MONEY_PANEL (sabot_money_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotMoneyPanel, sabot_money_panel, SABOT, MONEY_PANEL, SabotPanel)

/* The money of one table. Floating. */
GtkWidget *
sabot_money_panel_new(SabotTableItem *item);

/* Another shift than the one that is now, by its name: right after the panel was made. */
void
sabot_money_panel_show_shift(SabotMoneyPanel *panel, const char *shift);
