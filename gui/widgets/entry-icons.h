/* Accessible names of the icons in a search entry: GTK uses their file names. */
#pragma once

#include <gtk/gtk.h>

/* Name all icons that the entry has now or gets later. */
void
sabot_entry_name_icons(GtkSearchEntry *entry);
