/* What of a page is reached by scrolling only. */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* The widget lies in a window that is scrolled in this way. */
bool
scrolled_is(GtkWidget *inner, GtkOrientation way);

/*
 * The key is whole in sight across, within `slack_px`: a page that is wider than its place can be
 * scrolled, but nobody looks for a key there.
 */
bool
scrolled_shows_across(GtkWidget *key, int slack_px);

/* The same from its top to its bottom, in all that scroll around it. */
bool
scrolled_shows_down(GtkWidget *part, int slack_px);
