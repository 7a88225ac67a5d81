/* RFC 3339 to microseconds and back: see rfc3339.h. */
#include "proto/rfc3339.h"

char *
sabot_time_format(int64_t time_us)
{
	int64_t seconds = time_us / G_USEC_PER_SEC;
	int64_t fraction_us = time_us % G_USEC_PER_SEC;
	g_autoptr(GDateTime) time = NULL;
	g_autofree char *text = NULL;

	if (fraction_us < 0) {
		fraction_us += G_USEC_PER_SEC;
		seconds--;
	}
	time = g_date_time_new_from_unix_utc(seconds);
	if (!time)
		return g_strdup("1970-01-01T00:00:00Z");
	text = g_date_time_format(time, "%Y-%m-%dT%H:%M:%S");
	if (fraction_us == 0)
		return g_strdup_printf("%sZ", text);
	return g_strdup_printf("%s.%06" G_GINT64_FORMAT "Z", text, fraction_us);
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
