/*
 * Keys that have just changed their meaning: a finger that is on its way to what stood there
 * before must not press what stands there now. For a second such a key cannot be pressed, and
 * shows so. One that keeps its meaning is never held: it can be pressed again at once.
 */
#pragma once

#include <gtk/gtk.h>

enum { SABOT_HOLD_MS = 1000 };

/* What a touch of `widget`, a key or a place of keys, does now; NULL: nothing. `can_press`: it
 * could be pressed, were it not held. Its sensitivity, and the class "held", follow; they belong
 * to the hold from then on. Call it with each change of either. */
void
sabot_hold_set(gpointer widget, const char *meaning, gboolean can_press);

gboolean
sabot_hold_is_held(gpointer widget);
