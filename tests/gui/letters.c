/* See letters.h. */
#include "letters.h"

#include <math.h>

#define PX_A_POINT (96 / 72.0)

int
letters_of(PangoLayout *layout)
{
	const PangoFontDescription *font = pango_layout_get_font_description(layout);

	if (!font)
		font = pango_context_get_font_description(pango_layout_get_context(layout));
	return (int)lround(pango_font_description_get_size(font) *
			   (pango_font_description_get_size_is_absolute(font) ? 1 : PX_A_POINT) /
			   PANGO_SCALE);
}

bool
letters_are_in(GtkWidget *widget, const char *family)
{
	PangoContext *context = gtk_widget_get_pango_context(widget);
	g_autoptr(PangoFont) font =
		pango_context_load_font(context, pango_context_get_font_description(context));
	PangoFontDescription *found = pango_font_describe(font);
	bool is_so = g_str_equal(pango_font_description_get_family(found), family);

	pango_font_description_free(found);
	return is_so;
}
