/* Digits: see number.h. */
#include "text/number.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { THOUSANDS_DIGITS = 3 };

const char *
sabot_text_digits(uint64_t number, char buffer[SABOT_TEXT_DIGITS_SIZE])
{
	char *at = buffer + SABOT_TEXT_DIGITS_SIZE - 1;

	*at = '\0';
	do {
		*--at = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	return at;
}

GString *
sabot_text_grouped(bool is_negative, uint64_t size)
{
	char buffer[SABOT_TEXT_DIGITS_SIZE];
	const char *digits = sabot_text_digits(size, buffer);
	size_t left = strlen(digits);
	GString *words = g_string_new(is_negative ? "-" : "");

	for (const char *digit = digits; *digit; digit++, left--) {
		if (digit != digits && left % THOUSANDS_DIGITS == 0)
			/* Translators: between the thousands of an amount on paper. */
			g_string_append(words, C_("thousands mark", ","));
		g_string_append_c(words, *digit);
	}
	return words;
}
