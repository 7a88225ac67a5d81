/* What the display's widgets look like. */
#pragma once

#include <stdbool.h>

/* "light", "dark", "contrast" and "contrast-dark" are looks. */
bool
sabot_display_is_look(const char *look);

/* For all windows of the program; once, after gtk_init(). `look` is one. */
void
sabot_display_load_style(const char *look);
