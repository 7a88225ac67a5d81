/*
 * Closing a shift: the first one that is not sealed, what is open of it, a place for the remarks
 * that some of it wants, and the sign-off by the person logged in and a second one.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/feed.h"

#define SABOT_TYPE_SHIFT_PANEL (sabot_shift_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotShiftPanel, sabot_shift_panel, SABOT, SHIFT_PANEL, SabotPanel)

/* The shift of one daemon. Floating. */
GtkWidget *
sabot_shift_panel_new(SabotFeed *feed);
