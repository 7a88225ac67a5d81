/* Reading amounts: see amount.h. */
#include "gui/model/amount.h"

#include <glib.h>

static const char *
skip_digits(const char *text, int64_t *value, int *ret_digits)
{
	for (*ret_digits = 0; g_ascii_isdigit(*text); text++, (*ret_digits)++) {
		if (*ret_digits < SABOT_AMOUNT_MAX_MINOR_DIGITS)
			*value = *value * 10 + (*text - '0');
	}
	return text;
}

bool
sabot_amount_parse(const char *text, int64_t *ret_minor)
{
	g_autofree char *copy = g_strstrip(g_strdup(text));
	const char *rest = copy;
	bool is_negative = *rest == '-';
	int64_t value = 0;
	int n_major, n_minor = 0;

	rest = skip_digits(rest + (is_negative ? 1 : 0), &value, &n_major);
	if (*rest == '.' || *rest == ',') {
		rest = skip_digits(rest + 1, &value, &n_minor);
		if (n_minor == 0)
			return false;
	}
	if (*rest || n_major == 0 || n_minor > 2 || n_major > SABOT_AMOUNT_MAX_MINOR_DIGITS - 2)
		return false;
	for (; n_minor < 2; n_minor++)
		value *= 10;
	*ret_minor = is_negative ? -value : value;
	return true;
}

bool
sabot_number_parse(const char *text, int64_t *ret_number)
{
	g_autofree char *copy = g_strstrip(g_strdup(text));
	int64_t value = 0;
	int digits;

	if (*skip_digits(copy, &value, &digits) || digits == 0 ||
	    digits > SABOT_AMOUNT_MAX_MINOR_DIGITS)
		return false;
	*ret_number = value;
	return true;
}
