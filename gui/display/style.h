/* The style of the display's widgets. */
#pragma once

#include <stdbool.h>

/* True for "light", "dark", "contrast" and "contrast-dark". */
bool
sabot_display_is_look(const char *look);

/* Load the style for all windows of the program; once, after gtk_init(). `look` must be a look. */
void
sabot_display_load_style(const char *look);
