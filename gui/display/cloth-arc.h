/* Where boxes are placed on the arc: side by side, those at its ends nearer to the dealer. */
#pragma once

#include <gtk/gtk.h>

/* The nth of `count` boxes (0 is box 1) on an arc as large as `arc`; `widget` is the cloth. */
GdkRectangle
sabot_cloth_arc_place(GtkWidget *widget, int n, int count, GdkRectangle arc);
/*
 * Paint the line that divides the boxes from the dealer's place, in the cloth. `boxes_height`: how
 * high the boxes' part of the cloth is; the line bends as they do, and touches no letter of theirs
 * nor of the dealer's hand below.
 */
void
sabot_cloth_arc_paint(GtkWidget *widget, cairo_t *cr, int boxes_height);
