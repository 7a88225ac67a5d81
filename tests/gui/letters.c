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
