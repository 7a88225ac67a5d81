/* How large the letters of a text are. */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* In whole pixels; of a layout without a font of its own those of its widget. */
int
letters_of(PangoLayout *layout);

/* The family that fontconfig found for the letters of `widget`. */
bool
letters_are_in(GtkWidget *widget, const char *family);
