/*
 * The sign of a severity: octagon C, triangle H, diamond M, circle L, in its colour with a dark
 * outline, so that shape, letter and colour each suffice alone. Its owner shows the word beside it.
 */
#pragma once

#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_BADGE (sabot_badge_get_type())
G_DECLARE_FINAL_TYPE(SabotBadge, sabot_badge, SABOT, BADGE, GtkDrawingArea)

/* `is_faded`: the incident is closed; the sign is drawn without its colour. */
void
sabot_badge_set(SabotBadge *badge, enum sabot_wire_severity severity, gboolean is_faded);

/*
 * Show that the pit is called: a circle with an exclamation mark, in the colour of severity high.
 */
void
sabot_badge_set_call(SabotBadge *badge);

/* Its height, in pixels. */
void
sabot_badge_set_size(SabotBadge *badge, int size_px);
