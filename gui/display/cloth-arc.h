/* Where boxes are placed on the arc: side by side, those at its ends nearer to the dealer. */
#pragma once

#include <gtk/gtk.h>

/* The nth of `count` boxes (0 is box 1) on an arc as large as `arc`; `widget` is the cloth. */
GdkRectangle
sabot_cloth_arc_place(GtkWidget *widget, int n, int count, GdkRectangle arc);
