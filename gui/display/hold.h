/*
 * Keys that have just changed their meaning: a finger already moving towards the old key must not
 * press the new one. For a second such a key cannot be pressed, and shows that. A key that keeps
 * its meaning is never held: it can be pressed again at once.
 */
#pragma once

#include <gtk/gtk.h>

enum { SABOT_HOLD_MS = 1000 };

/*
 * Set what a touch of `widget`, a key or a place of keys, does now; NULL: nothing. `can_press`: it
 * could be pressed if it were not held. The widget's sensitivity and its class "held" are managed
 * by the hold from then on. Call this at each change of either.
 */
void
sabot_hold_set(gpointer widget, const char *meaning, gboolean can_press);

gboolean
sabot_hold_is_held(gpointer widget);
