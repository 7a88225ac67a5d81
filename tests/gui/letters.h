/* How large the letters of a text are. */
#pragma once

#include <pango/pango.h>

/* In whole pixels; of a layout without a font of its own those of its widget. */
int
letters_of(PangoLayout *layout);
