/*
 * A key of the keyboard, or an external button that types one, presses once however long it is held
 * down: what the system repeats meanwhile presses nothing.
 */
#pragma once

#include <gtk/gtk.h>

/*
 * From now on repeats of Return do nothing in `window`, and, where no text is typed, those of the
 * space bar and of digits.
 */
void
sabot_one_press_watch(GtkWindow *window);
