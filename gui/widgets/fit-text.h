/*
 * A text as large as its place allows: wrapped at words, never cut, up to a maximum size. Its
 * accessible name is the text. It requests little room and takes what it is given.
 */
#pragma once

#include <gtk/gtk.h>

#define SABOT_TYPE_FIT_TEXT (sabot_fit_text_get_type())
G_DECLARE_FINAL_TYPE(SabotFitText, sabot_fit_text, SABOT, FIT_TEXT, GtkDrawingArea)

/* NULL is "". */
void
sabot_fit_text_set(SabotFitText *fit, const char *text);

/* Never larger than this, in pixels. */
void
sabot_fit_text_set_largest(SabotFitText *fit, int size_px);

/* Draw the text bold. */
void
sabot_fit_text_set_bold(SabotFitText *fit, gboolean is_bold);

/* Centre the text in its place instead of aligning it left. */
void
sabot_fit_text_set_centred(SabotFitText *fit, gboolean is_centred);

/* The size of its letters, in pixels; 0 if even the smallest do not fit. */
int
sabot_fit_text_get_size(SabotFitText *fit);
