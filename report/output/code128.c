/*
 * Six elements per character, eleven modules wide; the stop has seven and thirteen: see code128.h.
 */
#include "code128.h"

#include <string.h>

enum {
	CODE_C = 99,
	START_B = 104,
	START_C = 105,
	STOP = 106,
	CHECK_MODULUS = 103,
	DIGITS_MIN = 4, /* from so many on set C is shorter */
};

/* Widths of bar, gap, bar, gap, bar, gap of each value. */
static const char *const patterns[] = {
	"212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312",  "132212",
	"221213", "221312", "231212", "112232", "122132", "122231", "113222", "123122",  "123221",
	"223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122",  "321221",
	"312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123",  "131321",
	"112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",  "132131",
	"113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311",  "213131",
	"311123", "311321", "331121", "312113", "312311", "332111", "314111", "221411",  "431111",
	"111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412",  "122114",
	"122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111",  "111242",
	"121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211",  "212141",
	"214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113",  "411311",
	"113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
};
G_STATIC_ASSERT(G_N_ELEMENTS(patterns) == STOP + 1);

/* How many characters are before the digits that are written in set C. */
static size_t
length_before_digits(const char *text, size_t length)
{
	size_t digits = 0;

	while (digits < length && g_ascii_isdigit(text[length - 1 - digits]))
		digits++;
	digits -= digits % 2;
	return digits >= DIGITS_MIN || digits == length ? length - digits : length;
}

static void
add_value(GArray *values, int value)
{
	g_array_append_val(values, value);
}

static void
add_check(GArray *values)
{
	int sum = g_array_index(values, int, 0);

	for (guint i = 1; i < values->len; i++)
		sum += (int)i * g_array_index(values, int, i);
	add_value(values, sum % CHECK_MODULUS);
}

GArray *
sabot_code128_values(const char *text)
{
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(int));
	size_t length = strlen(text), before;

	if (length == 0 || length > SABOT_CODE128_MAX)
		return NULL;
	before = length_before_digits(text, length);
	add_value(values, before > 0 ? START_B : START_C);
	for (size_t i = 0; i < before; i++) {
		if (text[i] < ' ' || text[i] > '~')
			return NULL;
		add_value(values, text[i] - ' ');
	}
	if (before > 0 && before < length)
		add_value(values, CODE_C);
	for (size_t i = before; i < length; i += 2)
		add_value(values, 10 * (text[i] - '0') + text[i + 1] - '0');
	add_check(values);
	return g_steal_pointer(&values);
}

static void
add_widths(GArray *widths, const char *pattern)
{
	for (const char *at = pattern; *at; at++) {
		int width = *at - '0';

		g_array_append_val(widths, width);
	}
}

GArray *
sabot_code128_make(const char *text)
{
	g_autoptr(GArray) values = sabot_code128_values(text);
	GArray *widths;

	if (values == NULL)
		return NULL;
	widths = g_array_new(FALSE, FALSE, sizeof(int));
	for (guint i = 0; i < values->len; i++)
		add_widths(widths, patterns[g_array_index(values, int, i)]);
	add_widths(widths, patterns[STOP]);
	return widths;
}
