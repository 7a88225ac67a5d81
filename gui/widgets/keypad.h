/*
 * The digits of a keypad. A keypad that stands alone has no light that says whether NumLock is on,
 * and most systems begin with it off: then its keys are arrows, Home and End.
 */
#pragma once

#include <gtk/gtk.h>

/* Change a key of the keypad into the digit that is printed on it. Returns the event's keyval. */
guint
sabot_keypad_use_digits(GdkEventKey *event);
