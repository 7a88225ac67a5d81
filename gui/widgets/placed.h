/*
 * Widgets whose size is that of their place, whatever they contain, and which place their children
 * themselves.
 */
#pragma once

#include <gtk/gtk.h>

/*
 * Make the class's widgets request one pixel in each direction: their container decides. Call it in
 * class_init.
 */
void
sabot_placed_class(GtkWidgetClass *widget_class);

/*
 * Allocate a place to a child; the place is relative to the parent's allocation. In a window that
 * is not laid out yet there may be no room at all: the allocation is at least one pixel.
 */
void
sabot_placed_allocate(GtkWidget *parent, GtkWidget *child, GdkRectangle place);

/* Destroy the last children until `n` are left; does nothing if there are fewer. */
void
sabot_placed_trim(GPtrArray *children, guint n);
