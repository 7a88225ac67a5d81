/*
 * The look: see look.h. Colours have names (@define-color), and a later style sheet overrides an
 * earlier one: dark, high contrast and four-coloured cards are sheets of names only.
 */
#include "gui/style/look.h"
#include "screen-font.h"
#include "style-sheet.h"

static const char *const always[] = {"light.css", "console.css", "panels.css", "pages.css"};

/* A sheet applies if both settings have its values. */
static const struct {
	enum sabot_setting setting, other;
	const char *sheet;
} colours[] = {
	{SABOT_SETTING_DARK, SABOT_SETTING_DARK, "dark.css"},
	{SABOT_SETTING_CONTRAST, SABOT_SETTING_CONTRAST, "contrast.css"},
	{SABOT_SETTING_CONTRAST, SABOT_SETTING_DARK, "contrast-dark.css"},
	{SABOT_SETTING_FOUR_COLOURS, SABOT_SETTING_FOUR_COLOURS, "four-colours.css"},
};

struct sabot_look {
	SabotSettings *settings;
	GPtrArray *providers;
};

static void
add_sheet(struct sabot_look *look, const char *name)
{
	GtkCssProvider *provider = gtk_css_provider_new();
	g_autofree char *sheet = sabot_style_sheet_read(
		name, sabot_settings_get(look->settings, SABOT_SETTING_SCALE));

	gtk_css_provider_load_from_data(provider, sheet, -1, NULL);
	gtk_style_context_add_provider_for_screen(
		gdk_screen_get_default(), GTK_STYLE_PROVIDER(provider),
		GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + look->providers->len);
	g_ptr_array_add(look->providers, provider);
}

static void
provider_free(gpointer provider)
{
	gtk_style_context_remove_provider_for_screen(gdk_screen_get_default(), provider);
	g_object_unref(provider);
}

static void
apply(struct sabot_look *look)
{
	sabot_style_set_percent(sabot_settings_get(look->settings, SABOT_SETTING_SCALE));
	g_ptr_array_set_size(look->providers, 0);
	for (gsize i = 0; i < G_N_ELEMENTS(always); i++)
		add_sheet(look, always[i]);
	for (gsize i = 0; i < G_N_ELEMENTS(colours); i++)
		if (sabot_settings_get(look->settings, colours[i].setting) &&
		    sabot_settings_get(look->settings, colours[i].other))
			add_sheet(look, colours[i].sheet);
	g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme",
		     (gboolean)sabot_settings_get(look->settings, SABOT_SETTING_DARK), NULL);
}

static void
on_changed(SabotSettings *settings, int setting, gpointer data)
{
	(void)settings;
	if (setting == SABOT_SETTING_SCALE || setting == SABOT_SETTING_DARK ||
	    setting == SABOT_SETTING_CONTRAST || setting == SABOT_SETTING_FOUR_COLOURS)
		apply(data);
}

struct sabot_look *
sabot_look_new(SabotSettings *settings)
{
	struct sabot_look *look = g_new0(struct sabot_look, 1);

	look->settings = g_object_ref(settings);
	look->providers = g_ptr_array_new_with_free_func(provider_free);
	g_signal_connect(settings, "changed", G_CALLBACK(on_changed), look);
	sabot_font_load();
	apply(look);
	return look;
}

void
sabot_look_free(struct sabot_look *look)
{
	g_signal_handlers_disconnect_by_data(look->settings, look);
	g_ptr_array_unref(look->providers);
	g_object_unref(look->settings);
	g_free(look);
}
