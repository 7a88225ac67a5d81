/* Amounts: see money.h. */
#include "text/money.h"

#include "text/number.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { MINOR_PER_MAJOR = 100 };

static uint64_t
size_of(int64_t minor)
{
	return minor < 0 ? -(uint64_t)minor : (uint64_t)minor;
}

void
sabot_text_money_add(int64_t *sum_minor, int64_t minor)
{
	if (minor == SABOT_TEXT_NO_MONEY || *sum_minor == SABOT_TEXT_NO_MONEY)
		*sum_minor = SABOT_TEXT_NO_MONEY;
	else
		*sum_minor += minor;
}

static const char *
decimal_mark(void)
{
	/* Translators: what stands between the major and the minor units. */
	return C_("decimal mark", ".");
}

/* As it is typed: without marks between the thousands. */
static const char *
write_plain(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	uint64_t size = size_of(minor);

	g_snprintf(buffer, SABOT_TEXT_MONEY_SIZE, "%s%" G_GUINT64_FORMAT "%s%02u",
		   minor < 0 ? "-" : "", size / MINOR_PER_MAJOR, decimal_mark(),
		   (unsigned)(size % MINOR_PER_MAJOR));
	return buffer;
}

/* "1,234.5": `unit` is a power of ten from ten on. Transferred. */
static char *
group(int64_t minor, uint64_t unit)
{
	uint64_t size = size_of(minor);
	GString *words = sabot_text_grouped(minor < 0, size / unit);

	g_string_append(words, decimal_mark());
	for (uint64_t place = unit / 10; place > 0; place /= 10)
		g_string_append_c(words, (char)('0' + size / place % 10));
	return g_string_free(words, FALSE);
}

char *
sabot_text_money_dup(int64_t minor)
{
	if (minor == SABOT_TEXT_NO_MONEY)
		return g_strdup("?");
	return group(minor, MINOR_PER_MAJOR);
}

const char *
sabot_text_money(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	g_autofree char *text = sabot_text_money_dup(minor);

	g_strlcpy(buffer, text, SABOT_TEXT_MONEY_SIZE);
	return buffer;
}

const char *
sabot_text_money_size(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	const char *text = sabot_text_money(minor, buffer);
	const char *size = *text == '-' ? text + 1 : text;

	memmove(buffer, size, strlen(size) + 1);
	return buffer;
}

const char *
sabot_text_money_short(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	uint64_t size = size_of(minor);

	if (size % MINOR_PER_MAJOR != 0)
		return minor == SABOT_TEXT_NO_MONEY ? sabot_text_money(minor, buffer)
						    : write_plain(minor, buffer);
	g_snprintf(buffer, SABOT_TEXT_MONEY_SIZE, "%s%" G_GUINT64_FORMAT, minor < 0 ? "-" : "",
		   size / MINOR_PER_MAJOR);
	return buffer;
}

/* The space is narrow. */
const char *
sabot_text_money_spaced(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE])
{
	char plain[SABOT_TEXT_MONEY_SIZE], *out = buffer;
	const char *digits = sabot_text_money_short(minor, plain);
	size_t n;

	if (*digits == '-')
		*out++ = *digits++;
	n = strspn(digits, "0123456789");
	for (size_t i = 0; i < n; i++) {
		if (i > 0 && (n - i) % 3 == 0)
			out = g_stpcpy(out, "\u2009");
		*out++ = digits[i];
	}
	g_strlcpy(out, digits + n, (gsize)(buffer + SABOT_TEXT_MONEY_SIZE - out));
	return buffer;
}

int
sabot_text_currency_digits(const char *currency)
{
	static const char *const without[] = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY",
					      "KMF", "KRW", "PYG", "RWF", "UGX", "VND",
					      "VUV", "XAF", "XOF", "XPF", NULL};
	static const char *const of_thousand[] = {"BHD", "IQD", "JOD", "KWD",
						  "LYD", "OMR", "TND", NULL};

	if (g_strv_contains(without, currency))
		return 0;
	return g_strv_contains(of_thousand, currency) ? 3 : 2;
}

static int64_t
unit_of(int digits)
{
	int64_t unit = 1;

	for (int i = 0; i < digits; i++)
		unit *= 10;
	return unit;
}

char *
sabot_text_money_units_grouped(int64_t minor, int digits)
{
	if (digits == 0)
		return g_string_free(sabot_text_grouped(minor < 0, size_of(minor)), FALSE);
	return group(minor, (uint64_t)unit_of(digits));
}

char *
sabot_text_money_units(int64_t minor, int digits)
{
	int64_t unit = unit_of(digits);

	if (digits == 0)
		return g_strdup_printf("%" G_GINT64_FORMAT, minor);
	return g_strdup_printf("%s%" G_GINT64_FORMAT "%s%0*" G_GINT64_FORMAT, minor < 0 ? "-" : "",
			       ABS(minor) / unit, decimal_mark(), digits, ABS(minor) % unit);
}

char *
sabot_text_money_foreign(const char *currency, int64_t minor, int digits)
{
	g_autofree char *units = sabot_text_money_units_grouped(minor, digits);

	return g_strdup_printf("%s %s", currency, units);
}

char *
sabot_text_rate(const char *rate)
{
	g_auto(GStrv) parts = g_strsplit(rate, ".", 2);

	return g_strjoinv(decimal_mark(), parts);
}
