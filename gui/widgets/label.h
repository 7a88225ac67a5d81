/*
 * Functions to change labels and style classes only if needed, so that an update redraws little,
 * and to empty containers.
 */
#pragma once

#include <gtk/gtk.h>

/* Set the text if it differs; an empty or NULL text hides the label. */
void
sabot_label_set(GtkLabel *label, const char *text);

/* Show the label's text in a tooltip, but only while a part of it is left out in its place. */
void
sabot_label_explain_if_cut(GtkLabel *label);

/* Add or remove a CSS class. */
void
sabot_style_set_class(gpointer widget, const char *name, gboolean is_set);

/* Destroy all children of a container. */
void
sabot_container_clear(gpointer container);
