/* What the display's widgets look like. */
#pragma once

/* For all windows of the program; once, after gtk_init(). */
void
sabot_display_load_style(void);
