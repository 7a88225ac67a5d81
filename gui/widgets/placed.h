/*
 * Widgets that are as large as their place, however much is in them, and that give their children
 * places themselves.
 */
#pragma once

#include <gtk/gtk.h>

/* Its widgets ask for one pixel in either direction: who holds them decides. In a class_init. */
void
sabot_placed_class(GtkWidgetClass *widget_class);

/*
 * Give a child its place, of which the origin is that of its parent's allocation. In a window that
 * is not laid out yet there may be no room at all: a place has one pixel at least.
 */
void
sabot_placed_allocate(GtkWidget *parent, GtkWidget *child, GdkRectangle place);

/* Destroy the last of some children until `n` are left; fewer stay as they are. */
void
sabot_placed_trim(GPtrArray *children, guint n);
