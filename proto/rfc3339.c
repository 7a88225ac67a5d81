/* RFC 3339 to microseconds and back: see rfc3339.h. */
#include "proto/rfc3339.h"

char *
sabot_time_format(int64_t time_us)
{
	int64_t seconds = time_us / G_USEC_PER_SEC;
	int64_t fraction_us = time_us % G_USEC_PER_SEC;
	g_autoptr(GDateTime) time = NULL;
	char fraction[16] = "";
	int year, month, day;

	if (fraction_us < 0) {
		fraction_us += G_USEC_PER_SEC;
		seconds--;
	}
	time = g_date_time_new_from_unix_utc(seconds);
	if (!time)
		return g_strdup("1970-01-01T00:00:00Z");
	g_date_time_get_ymd(time, &year, &month, &day);
	if (fraction_us > 0)
		g_snprintf(fraction, sizeof(fraction), ".%06d", (int)fraction_us);
	return g_strdup_printf("%04d-%02d-%02dT%02d:%02d:%02d%sZ", year, month, day,
			       g_date_time_get_hour(time), g_date_time_get_minute(time),
			       g_date_time_get_second(time), fraction);
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
