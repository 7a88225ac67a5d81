/* Names for screen readers of the icons in a search entry: GTK calls them by their files. */
#pragma once

#include <gtk/gtk.h>

/* Whatever icons it has now or later. */
void
sabot_entry_name_icons(GtkSearchEntry *entry);
