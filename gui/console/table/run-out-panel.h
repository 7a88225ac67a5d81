/*
 * The end of a load with the strongest proof: every card left runs out of the shoe and is touched
 * on a pad; the `unload` that closes the load then lists them in order, which shows any card
 * missing or in excess.
 */
#pragma once

#include "gui/model/tables/table-item.h"
#include "gui/widgets/panel.h"

#define SABOT_TYPE_RUN_OUT_PANEL (sabot_run_out_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotRunOutPanel, sabot_run_out_panel, SABOT, RUN_OUT_PANEL, SabotPanel)

/* The cards run out at the end of the table's load. Floating. */
GtkWidget *
sabot_run_out_panel_new(SabotTableItem *item);
