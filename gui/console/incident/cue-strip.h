/*
 * A time line of the pictures that belong to an incident: in the middle the period requested from
 * surveillance, the incident as a line in it, the round's events as ticks.
 */
#pragma once

#include <gtk/gtk.h>

#include <stdint.h>

/* The period requested: seconds before and after the incident. */
enum { SABOT_CUE_BEFORE_S = 8, SABOT_CUE_AFTER_S = 12 };

#define SABOT_TYPE_CUE_STRIP (sabot_cue_strip_get_type())
G_DECLARE_FINAL_TYPE(SabotCueStrip, sabot_cue_strip, SABOT, CUE_STRIP, GtkDrawingArea)

/* Set the time of the incident; removes the ticks. */
void
sabot_cue_strip_set_time(SabotCueStrip *strip, int64_t at_us);

/* Add a mark; sabot_cue_strip_set_time() removes them all. */
void
sabot_cue_strip_add_tick(SabotCueStrip *strip, int64_t at_us);
