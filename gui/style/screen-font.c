/* The font: see screen-font.h. */
#include "screen-font.h"
#include "text/font.h"

#include <stdbool.h>

/* Ascent plus descent of Inter, in em. */
static const double own_line_em = 1.21;

/* The commonest letters of the screens' languages, and how wide Inter's are in bold, in em. */
static const char letters[] = "aeinorst cdlmpu";
static const double own_letters_em = 7.94;

static bool
is_installed(void)
{
	return pango_font_map_get_family(pango_cairo_font_map_get_default(), SABOT_FONT_FAMILY);
}

void
sabot_font_load(void)
{
	static const char sheet[] = "* { font-family: \"" SABOT_FONT_FAMILY "\", " SABOT_FONT_ELSE
				    "; font-feature-settings: \"" SABOT_FONT_FIGURES "\"; }";
	static bool is_loaded;
	g_autoptr(GtkCssProvider) provider = NULL;

	if (is_loaded)
		return;
	is_loaded = true;
	if (!is_installed())
		g_message("the font %s is not installed (package fonts-inter): the system's "
			  "sans-serif is used",
			  SABOT_FONT_FAMILY);
	provider = gtk_css_provider_new();
	gtk_css_provider_load_from_data(provider, sheet, -1, NULL);
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
						  GTK_STYLE_PROVIDER(provider),
						  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

PangoLayout *
sabot_font_create_layout(GtkWidget *widget, const char *text)
{
	PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
	PangoAttrList *attributes = pango_attr_list_new();

	pango_attr_list_insert(attributes, pango_attr_font_features_new(SABOT_FONT_FIGURES));
	pango_layout_set_attributes(layout, attributes);
	pango_attr_list_unref(attributes);
	return layout;
}

double
sabot_font_get_size(GtkWidget *widget)
{
	GtkStyleContext *style = gtk_widget_get_style_context(widget);
	double size_px = 0;

	gtk_style_context_get(style, gtk_style_context_get_state(style), "font-size", &size_px,
			      NULL);
	return size_px;
}

double
sabot_font_get_line_size(GtkWidget *widget)
{
	PangoContext *context = gtk_widget_get_pango_context(widget);
	PangoFontDescription *font =
		pango_font_description_copy(pango_context_get_font_description(context));
	double size_px = sabot_font_get_size(widget), line_px;
	PangoFontMetrics *metrics;

	pango_font_description_set_absolute_size(font, size_px * PANGO_SCALE);
	metrics = pango_context_get_metrics(context, font, NULL);
	line_px = (double)pango_font_metrics_get_height(metrics) / PANGO_SCALE;
	pango_font_metrics_unref(metrics);
	pango_font_description_free(font);
	return MAX(size_px, line_px / own_line_em);
}

double
sabot_font_get_letter_size(GtkWidget *widget)
{
	static const int measured_px = 100; /* no rounding of small letters */
	double size_px = sabot_font_get_size(widget);
	PangoLayout *layout = sabot_font_create_layout(widget, letters);
	int width_px;

	sabot_font_set(layout, measured_px, PANGO_WEIGHT_BOLD);
	pango_layout_get_pixel_size(layout, &width_px, NULL);
	g_object_unref(layout);
	return size_px * MAX(1, width_px / (own_letters_em * measured_px));
}

void
sabot_font_set(PangoLayout *layout, double size_px, PangoWeight weight)
{
	PangoFontDescription *font = pango_font_description_copy(
		pango_context_get_font_description(pango_layout_get_context(layout)));

	pango_font_description_set_absolute_size(font, size_px * PANGO_SCALE);
	pango_font_description_set_weight(font, weight);
	pango_layout_set_font_description(layout, font);
	pango_font_description_free(font);
}
