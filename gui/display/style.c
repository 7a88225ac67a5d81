/* What the display's widgets look like: see style.h. */
#include "gui/display/style.h"
#include "gui/style/screen-font.h"

#include <gtk/gtk.h>

static void
load_style(const char *path)
{
	g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();

	gtk_css_provider_load_from_resource(provider, path);
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

void
sabot_display_load_style(void)
{
	sabot_font_load();
	load_style("/org/sabot/style/console.css");
	load_style("/org/sabot/style/panels.css");
	load_style("/org/sabot/style/display.css");
}
