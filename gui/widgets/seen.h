/*
 * Widgets that are refreshed only while they are visible; changes made meanwhile are applied when
 * they become visible again.
 */
#pragma once

#include <gtk/gtk.h>

typedef void
sabot_seen_fn(gpointer widget);

/*
 * Call `refresh` after each "changed" of `model`, which may end first: at once while `widget` is
 * mapped, else when it is next mapped. Call this once a widget.
 */
void
sabot_seen_follow(gpointer widget, gpointer model, sabot_seen_fn *refresh);
