/* An entry's icons: see entry-icons.h. They are the entry's only accessible children, in order. */
#include "gui/widgets/entry-icons.h"

#include <glib/gi18n.h>

static void
on_icons_changed(GtkSearchEntry *entry)
{
	const char *const names[] = {C_("icon of an entry", "search"),
				     C_("icon of an entry", "clear")};
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(entry));

	for (int i = 0; i < (int)G_N_ELEMENTS(names); i++) {
		AtkObject *icon = atk_object_ref_accessible_child(accessible, i);

		if (!icon)
			continue;
		atk_object_set_name(icon, names[i]);
		g_object_unref(icon);
	}
}

void
sabot_entry_name_icons(GtkSearchEntry *entry)
{
	g_signal_connect_after(entry, "notify::secondary-icon-name", G_CALLBACK(on_icons_changed),
			       NULL);
	on_icons_changed(entry);
}
