/*
 * The pictures that belong to an incident, as a strip of time: what is requested of surveillance
 * in the middle, the incident as a line in it, the round's events as ticks.
 */
#pragma once

#include <gtk/gtk.h>

#include <stdint.h>

/* What is requested: from so long before the incident until so long after it. */
enum { SABOT_CUE_BEFORE_S = 8, SABOT_CUE_AFTER_S = 12 };

#define SABOT_TYPE_CUE_STRIP (sabot_cue_strip_get_type())
G_DECLARE_FINAL_TYPE(SabotCueStrip, sabot_cue_strip, SABOT, CUE_STRIP, GtkDrawingArea)

/* When the incident was; the ticks are taken away. */
void
sabot_cue_strip_set_time(SabotCueStrip *strip, int64_t at_us);

void
sabot_cue_strip_add_tick(SabotCueStrip *strip, int64_t at_us);
