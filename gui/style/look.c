/*
 * The look: see look.h. Colours have names (@define-color), and a later style sheet's win: dark,
 * high contrast and four-coloured cards each are a sheet of names only. GTK has no unit that grows
 * with a factor, so the sheets' pixel sizes of text are multiplied here.
 */
#include "gui/style/look.h"
#include "screen-font.h"

#include <string.h>

static const char *const always[] = {"light.css", "console.css", "panels.css",
				      "pages.css"};

/* A sheet counts when both settings are chosen. */
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

static gboolean
scale_number(const GMatchInfo *match, GString *result, gpointer data)
{
	g_autofree char *number = g_match_info_fetch(match, 1);
	int percent = GPOINTER_TO_INT(data);

	g_string_append_printf(result, "font-size: %dpx",
			       (int)(g_ascii_strtoll(number, NULL, 10) * percent + 50) / 100);
	return FALSE;
}

static char *
scaled_sheet(const char *name, int percent)
{
	g_autofree char *path = g_strdup_printf("/org/sabot/style/%s", name);
	g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
	g_autoptr(GRegex) sizes = g_regex_new("font-size: (\\d+)px", 0, 0, NULL);
	g_autofree char *sheet = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));

	return g_regex_replace_eval(sizes, sheet, -1, 0, 0, scale_number, GINT_TO_POINTER(percent),
				    NULL);
}

static void
add_sheet(struct sabot_look *look, const char *name)
{
	GtkCssProvider *provider = gtk_css_provider_new();
	g_autofree char *sheet =
		scaled_sheet(name, sabot_settings_get(look->settings, SABOT_SETTING_SCALE));

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
