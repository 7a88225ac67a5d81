/* See log-time.h. */
#include "log-time.h"

#include <glib.h>

int64_t
sabot_log_time_at(const struct sabot_log_time *time, int64_t at_us)
{
	int64_t passed_us = time->last_us > 0 ? at_us - time->last_us : 0;

	if (at_us >= time->now_us)
		return at_us;
	return time->now_us + CLAMP(passed_us, 0, G_TIME_SPAN_DAY);
}

void
sabot_log_time_advance(struct sabot_log_time *time, int64_t at_us)
{
	if (at_us <= 0)
		return;
	time->now_us = sabot_log_time_at(time, at_us);
	time->last_us = at_us;
}

void
sabot_log_time_reach(struct sabot_log_time *time, int64_t now_us)
{
	time->now_us = MAX(time->now_us, now_us);
}

char *
sabot_log_time_to_text(int64_t at_us)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(at_us / G_USEC_PER_SEC);

	return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

int64_t
sabot_log_time_from_text(const char *text)
{
	g_autoptr(GDateTime) time = text ? g_date_time_new_from_iso8601(text, NULL) : NULL;
	int64_t at_s = time ? CLAMP(g_date_time_to_unix(time), 0, INT64_C(253402300799)) : 0;

	return at_s > 0 ? at_s * G_USEC_PER_SEC + g_date_time_get_microsecond(time) : 0;
}
