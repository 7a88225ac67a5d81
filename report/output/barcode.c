/* Nine elements per character, three of them wide; a narrow gap between characters. */
#include "barcode.h"

#include <string.h>

enum { NARROW = 1, WIDE = 3, ELEMENTS = 9 };

/* Which elements of a character are wide, first to last: 'w'. */
static const struct {
	char character;
	const char *elements;
} codes[] = {
	{'0', "nnnwwnwnn"}, {'1', "wnnwnnnnw"}, {'2', "nnwwnnnnw"}, {'3', "wnwwnnnnn"},
	{'4', "nnnwwnnnw"}, {'5', "wnnwwnnnn"}, {'6', "nnwwwnnnn"}, {'7', "nnnwnnwnw"},
	{'8', "wnnwnnwnn"}, {'9', "nnwwnnwnn"}, {'A', "wnnnnwnnw"}, {'B', "nnwnnwnnw"},
	{'C', "wnwnnwnnn"}, {'D', "nnnnwwnnw"}, {'E', "wnnnwwnnn"}, {'F', "nnwnwwnnn"},
	{'G', "nnnnnwwnw"}, {'H', "wnnnnwwnn"}, {'I', "nnwnnwwnn"}, {'J', "nnnnwwwnn"},
	{'K', "wnnnnnnww"}, {'L', "nnwnnnnww"}, {'M', "wnwnnnnwn"}, {'N', "nnnnwnnww"},
	{'O', "wnnnwnnwn"}, {'P', "nnwnwnnwn"}, {'Q', "nnnnnnwww"}, {'R', "wnnnnnwwn"},
	{'S', "nnwnnnwwn"}, {'T', "nnnnwnwwn"}, {'U', "wwnnnnnnw"}, {'V', "nwwnnnnnw"},
	{'W', "wwwnnnnnn"}, {'X', "nwnnwnnnw"}, {'Y', "wwnnwnnnn"}, {'Z', "nwwnwnnnn"},
	{'-', "nwnnnnwnw"}, {'.', "wwnnnnwnn"}, {' ', "nwwnnnwnn"}, {'*', "nwnnwnwnn"},
};

static bool
add(GArray *widths, char character)
{
	const int gap = NARROW;

	for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
		if (codes[i].character != character)
			continue;
		if (widths->len > 0)
			g_array_append_val(widths, gap);
		for (int j = 0; j < ELEMENTS; j++) {
			int width = codes[i].elements[j] == 'w' ? WIDE : NARROW;

			g_array_append_val(widths, width);
		}
		return true;
	}
	return false;
}

GArray *
sabot_barcode_make(const char *text)
{
	g_autoptr(GArray) widths = g_array_new(FALSE, FALSE, sizeof(int));
	size_t length = strlen(text);

	if (length == 0 || length > SABOT_BARCODE_MAX || strchr(text, '*') || !add(widths, '*'))
		return NULL;
	for (size_t i = 0; i < length; i++)
		if (!add(widths, text[i]))
			return NULL;
	return add(widths, '*') ? g_steal_pointer(&widths) : NULL;
}
