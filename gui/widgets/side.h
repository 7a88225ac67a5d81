/*
 * The window's side: the incidents, and before them one panel at a time. Owns the panel that is
 * open; a new one takes the place of the old.
 */
#pragma once

#include "gui/widgets/panel.h"

#define SABOT_TYPE_SIDE (sabot_side_get_type())
G_DECLARE_FINAL_TYPE(SabotSide, sabot_side, SABOT, SIDE, GtkStack)

/* `panel` (a floating SabotPanel) is owned from here on. */
void
sabot_side_open(SabotSide *side, GtkWidget *panel);

/* False when no panel is open. */
gboolean
sabot_side_close(SabotSide *side);

/* It is not there while no panel is open. */
void
sabot_side_set_bare(SabotSide *side, gboolean is_bare);

/* How wide it is, whatever it shows. */
void
sabot_side_set_width(SabotSide *side, int width_px);

/* Close the panel that is open if it hides what is beside it (SabotPanelClass.is_page). */
void
sabot_side_leave_page(SabotSide *side);

/* Borrowed, or NULL. */
SabotPanel *
sabot_side_get_panel(SabotSide *side);
