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

/* `is_bare`: hide the side while no panel is open. */
void
sabot_side_set_bare(SabotSide *side, gboolean is_bare);

/*
 * `is_alone`: there is no room for both. An open panel then takes the room of what is beside the
 * side, and so does the side's list, which is shown only on request.
 */
void
sabot_side_set_alone(SabotSide *side, gboolean is_alone);

/* As set by sabot_side_set_alone(). */
gboolean
sabot_side_is_alone(SabotSide *side);

/* When alone: close the panel and show the side's list, or show what is beside the side. */
void
sabot_side_show_list(SabotSide *side, gboolean is_shown);
/* True if it is alone and shows its list. */
gboolean
sabot_side_is_list_shown(SabotSide *side);

/* Set its width, whatever it shows. */
void
sabot_side_set_width(SabotSide *side, int width_px);

/*
 * Close whatever hides what is beside the side: a page (SabotPanelClass.is_page); when alone any
 * panel, and the list.
 */
void
sabot_side_leave_page(SabotSide *side);

/* Borrowed, or NULL. */
SabotPanel *
sabot_side_get_panel(SabotSide *side);
