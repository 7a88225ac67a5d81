/*
 * The time of day in the head of the window, for a console that has the whole screen.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_HEAD_CLOCK (sabot_head_clock_get_type())
G_DECLARE_FINAL_TYPE(SabotHeadClock, sabot_head_clock, SABOT, HEAD_CLOCK, GtkLabel)
