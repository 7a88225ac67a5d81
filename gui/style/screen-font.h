/*
 * The font of every text on a screen: the one of text/font.h, set by a style sheet for widgets
 * drawn by GTK and by these layouts for widgets that draw themselves. The style sheets set the
 * sizes.
 */
#pragma once

#include <gtk/gtk.h>

/* Use the font on the default screen. Logs a line if the font is missing. Can be repeated. */
void
sabot_font_load(void);

/* `text` in the family, weight and size of the widget's style. Transferred. */
PangoLayout *
sabot_font_create_layout(GtkWidget *widget, const char *text);

/* The size of the letters of the widget's style, in pixels: one em. */
double
sabot_font_get_size(GtkWidget *widget);

/*
 * One em, or more if the font has higher lines than the programs' own font: a height given in em
 * then holds as many lines as with that font.
 */
double
sabot_font_get_line_size(GtkWidget *widget);

/*
 * One em, or more if the font's bold letters are wider than those of the programs' own font: a
 * width given in em then holds the same words as with that font.
 */
double
sabot_font_get_letter_size(GtkWidget *widget);

/* Set another size, in pixels, and weight for all of a layout. */
void
sabot_font_set(PangoLayout *layout, double size_px, PangoWeight weight);
