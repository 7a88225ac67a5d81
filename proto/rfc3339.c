/* RFC 3339 to microseconds and back: see rfc3339.h. */
#include "proto/rfc3339.h"

#include <time.h>

enum { LAST_YEAR = 9999, YEAR_DIGITS = 4, FRACTION_DIGITS = 6 };

/* `mark`, then so many digits; where they end. */
static char *
put(char *at, char mark, int number, int n_digits)
{
	*at++ = mark;
	for (int i = n_digits; i-- > 0; number /= 10)
		at[i] = (char)('0' + number % 10);
	return at + n_digits;
}

/* By hand: lists have a million of them. */
char *
sabot_time_format(int64_t time_us)
{
	int fraction_us = (int)(time_us % G_USEC_PER_SEC);
	time_t seconds = time_us / G_USEC_PER_SEC - (fraction_us < 0);
	char text[] = " 1970-01-01T00:00:00.000000Z";
	struct tm time;
	char *at = text;

	if (!gmtime_r(&seconds, &time) || time.tm_year < 1 - 1900 ||
	    time.tm_year > LAST_YEAR - 1900)
		return g_strdup("1970-01-01T00:00:00Z");
	at = put(at, ' ', time.tm_year + 1900, YEAR_DIGITS);
	at = put(at, '-', time.tm_mon + 1, 2);
	at = put(at, '-', time.tm_mday, 2);
	at = put(at, 'T', time.tm_hour, 2);
	at = put(at, ':', time.tm_min, 2);
	at = put(at, ':', time.tm_sec, 2);
	if (fraction_us != 0)
		at = put(at, '.', fraction_us + (fraction_us < 0 ? G_USEC_PER_SEC : 0),
			 FRACTION_DIGITS);
	*at++ = 'Z';
	return g_strndup(text + 1, (gsize)(at - text - 1));
}

bool
sabot_time_parse(const char *text, int64_t *ret_time_us)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(text, NULL);

	if (!time)
		return false;
	*ret_time_us =
		g_date_time_to_unix(time) * G_USEC_PER_SEC + g_date_time_get_microsecond(time);
	return true;
}
