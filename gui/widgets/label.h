/* Labels and style classes that change only when they must, so that an update redraws little;
 * containers emptied. */
#pragma once

#include <gtk/gtk.h>

/* Set the text if it differs; an empty or NULL text hides the label. */
void
sabot_label_set(GtkLabel *label, const char *text);

/* Add or remove a CSS class. */
void
sabot_style_set_class(gpointer widget, const char *name, gboolean is_set);

/* Destroy all that a container holds. */
void
sabot_container_clear(gpointer container);
