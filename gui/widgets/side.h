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

/*
 * There is no room beside each other: an open panel takes the room of what is beside the side, and
 * so does what the side shows without one, which is there only on request.
 */
void
sabot_side_set_alone(SabotSide *side, gboolean is_alone);

gboolean
sabot_side_is_alone(SabotSide *side);

/* Where it is alone: show what it shows without a panel, which is closed, or what is beside it. */
void
sabot_side_show_list(SabotSide *side, gboolean is_shown);
/* Whether it is alone and shows that. */
gboolean
sabot_side_is_list_shown(SabotSide *side);

/* How wide it is, whatever it shows. */
void
sabot_side_set_width(SabotSide *side, int width_px);

/* Close what hides what is beside it: a page (SabotPanelClass.is_page); where the side is alone
 * any panel, and the list. */
void
sabot_side_leave_page(SabotSide *side);

/* Borrowed, or NULL. */
SabotPanel *
sabot_side_get_panel(SabotSide *side);
