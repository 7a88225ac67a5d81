/* Sheets and theme of a board: see board-style.h. */
#include "board-style.h"

#include <math.h>

struct sabot_board_style {
	gatomicrefcount references;
	GtkCssProvider *provider;
	char *name, *logo_path;
	GdkPixbuf *logo; /* at most logo_width_px × logo_height_px; or NULL */
	int logo_width_px, logo_height_px;
};

enum { SHEETS_MAX = 4 };

/*
 * Style sheets of each look, of which later colours override earlier ones: first those of all
 * screens, then the board's own.
 */
static const struct {
	const char *look;
	const char *sheets[SHEETS_MAX];
} looks[] = {
	{"dark", {"light.css", "dark.css", "board.css", "board-dark.css"}},
	{"light", {"light.css", "board.css", NULL}},
	{"contrast", {"light.css", "contrast.css", "board.css", "board-contrast.css"}},
	{"contrast-dark", {"light.css", "contrast-dark.css", "board.css", "board-contrast.css"}},
};

static const char *const *
find_sheets(const char *look, GError **error)
{
	for (size_t i = 0; i < G_N_ELEMENTS(looks); i++)
		if (g_strcmp0(look ? look : "dark", looks[i].look) == 0)
			return looks[i].sheets;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
		    "--look is light, dark, contrast or contrast-dark, not \"%s\"", look);
	return NULL;
}

static void
add_sheet(GString *css, const char *name)
{
	g_autofree char *path = g_strdup_printf("/org/sabot/style/%s", name);
	g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

	g_string_append_len(css, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
}

/* Linear value of a colour component (WCAG 2). */
static double
linear(double part)
{
	return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* White letters on a background dark enough for them, else dark ones. */
static const char *
ink_on(const GdkRGBA *colour)
{
	double luminance = 0.2126 * linear(colour->red) + 0.7152 * linear(colour->green) +
			   0.0722 * linear(colour->blue);

	return luminance < 0.18 ? "#FFFFFF" : "#101315";
}

static bool
read_colour(GKeyFile *file, const char *key, GdkRGBA *ret_colour, bool *ret_is_there,
	    GError **error)
{
	g_autofree char *text = g_key_file_get_string(file, "house", key, NULL);

	*ret_is_there = text != NULL;
	if (!text || gdk_rgba_parse(ret_colour, text))
		return true;
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s is no colour", key, text);
	return false;
}

static bool
add_colours(GKeyFile *file, GString *css, GError **error)
{
	GdkRGBA head, gold;
	bool has_head, has_gold;

	if (!read_colour(file, "head", &head, &has_head, error) ||
	    !read_colour(file, "gold", &gold, &has_gold, error))
		return false;
	if (has_head) {
		g_autofree char *text = gdk_rgba_to_string(&head);

		g_string_append_printf(css,
				       "@define-color sabot_board_head %s;\n"
				       "@define-color sabot_board_on_head %s;\n",
				       text, ink_on(&head));
	}
	if (has_gold) {
		g_autofree char *text = gdk_rgba_to_string(&gold);

		g_string_append_printf(css, "@define-color sabot_board_gold %s;\n", text);
	}
	return true;
}

static bool
read_logo(struct sabot_board_style *style, GKeyFile *file, const char *theme_path, GError **error)
{
	g_autofree char *given = g_key_file_get_string(file, "house", "logo", NULL);
	g_autofree char *folder = g_path_get_dirname(theme_path);

	if (!given)
		return true;
	style->logo_path =
		g_path_is_absolute(given) ? g_strdup(given) : g_build_filename(folder, given, NULL);
	style->logo = gdk_pixbuf_new_from_file(style->logo_path, error);
	return style->logo != NULL;
}

static bool
read_theme(struct sabot_board_style *style, const char *path, GString *css, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, error) ||
	    !add_colours(file, css, error) || !read_logo(style, file, path, error)) {
		g_prefix_error(error, "%s: ", path);
		return false;
	}
	style->name = g_key_file_get_locale_string(file, "house", "name", NULL, NULL);
	return true;
}

struct sabot_board_style *
sabot_board_style_new(const char *look, const char *theme_path, GError **error)
{
	struct sabot_board_style *style;
	g_autoptr(GString) css = g_string_new(NULL);
	const char *const *sheets = find_sheets(look, error);

	if (!sheets)
		return NULL;
	style = g_new0(struct sabot_board_style, 1);
	g_atomic_ref_count_init(&style->references);
	style->provider = gtk_css_provider_new();
	for (int i = 0; i < SHEETS_MAX && sheets[i]; i++)
		add_sheet(css, sheets[i]);
	if (theme_path && !read_theme(style, theme_path, css, error)) {
		sabot_board_style_unref(style);
		return NULL;
	}
	gtk_css_provider_load_from_data(style->provider, css->str, -1, NULL);
	return style;
}

struct sabot_board_style *
sabot_board_style_ref(struct sabot_board_style *style)
{
	g_atomic_ref_count_inc(&style->references);
	return style;
}

void
sabot_board_style_unref(struct sabot_board_style *style)
{
	if (!style || !g_atomic_ref_count_dec(&style->references))
		return;
	g_object_unref(style->provider);
	g_clear_object(&style->logo);
	g_free(style->logo_path);
	g_free(style->name);
	g_free(style);
}

void
sabot_board_style_apply(const struct sabot_board_style *style, GtkWidget *widget)
{
	gtk_style_context_add_provider(gtk_widget_get_style_context(widget),
				       GTK_STYLE_PROVIDER(style->provider),
				       GTK_STYLE_PROVIDER_PRIORITY_USER);
}

const char *
sabot_board_style_get_name(const struct sabot_board_style *style)
{
	return style->name ? style->name : "";
}

GdkPixbuf *
sabot_board_style_get_logo(struct sabot_board_style *style, int width_px, int height_px)
{
	if (!style->logo_path)
		return NULL;
	if (style->logo_width_px != width_px || style->logo_height_px != height_px) {
		g_clear_object(&style->logo);
		style->logo = gdk_pixbuf_new_from_file_at_size(style->logo_path, width_px,
							       height_px, NULL);
		style->logo_width_px = width_px;
		style->logo_height_px = height_px;
	}
	return style->logo;
}
