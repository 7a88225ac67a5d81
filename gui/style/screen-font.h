/*
 * The font of every text on a screen: text/font.h's, by style sheet for widgets that GTK draws and
 * by these layouts for those that draw themselves. Sizes are the style sheets'.
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

/* One em, or more where the font has higher lines than the programs' own: heights that are given in
 * em hold as many lines with it. */
double
sabot_font_get_line_size(GtkWidget *widget);

/* Another size, in pixels, and weight for all of a layout. */
void
sabot_font_set(PangoLayout *layout, double size_px, PangoWeight weight);
