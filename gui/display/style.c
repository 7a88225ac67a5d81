/* The style of the display's widgets: see style.h. */
#include "gui/display/style.h"
#include "gui/style/screen-font.h"
#include "gui/style/style-sheet.h"

#include <gtk/gtk.h>

static void
load_style(const char *name)
{
	g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
	g_autofree char *sheet = sabot_style_sheet_read(name, 100);

	gtk_css_provider_load_from_data(provider, sheet, -1, NULL);
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

bool
sabot_display_is_look(const char *look)
{
	static const char *const looks[] = {"light", "dark", "contrast", "contrast-dark", NULL};

	return g_strv_contains(looks, look);
}

void
sabot_display_load_style(const char *look)
{
	g_autofree char *colours = g_strdup_printf("%s.css", look);

	sabot_font_load();
	load_style("light.css");
	load_style(colours);
	load_style("console.css");
	load_style("panels.css");
	load_style("display.css");
	load_style("cloth.css");
	load_style("bets.css");
	g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme",
		     g_str_has_suffix(look, "dark"), NULL);
}
