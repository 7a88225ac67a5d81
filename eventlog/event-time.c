/*
 * The form that programs write is parsed by hand, because nearly every line has a time. GLib parses
 * any other form that the standard allows.
 */
#include "event-time.h"

#include <glib.h>
#include <string.h>

#define LEAST "2026-11-21T20:00:01Z"

enum { FRACTION_DIGITS = 6, YEAR_LEAST = 1600, DAYS_TO_1970_FROM_0000_03_01 = 719468 };

/* So many digits; -1 where there are others. */
static int
digits(const char *text, int n)
{
	int number = 0;

	for (int i = 0; i < n; i++) {
		if (text[i] < '0' || text[i] > '9')
			return -1;
		number = number * 10 + (text[i] - '0');
	}
	return number;
}

/* Of the Gregorian calendar, from 1970; the year begins with March. */
static int64_t
days_to(int year, int month, int day)
{
	int from_march = (month + 9) % 12;
	int64_t years = month < 3 ? year - 1 : year;

	return years * 365 + years / 4 - years / 100 + years / 400 + (153 * from_march + 2) / 5 +
	       day - 1 - DAYS_TO_1970_FROM_0000_03_01;
}

/* The fraction in microseconds; -1 where it is more than that. */
static int64_t
fraction_of(const char *text, size_t length_bytes)
{
	size_t n_digits = length_bytes - strlen(LEAST) - 1;
	int64_t us;

	if (length_bytes == strlen(LEAST))
		return 0;
	if (text[strlen(LEAST) - 1] != '.' || n_digits == 0 || n_digits > FRACTION_DIGITS)
		return -1;
	us = digits(text + strlen(LEAST), (int)n_digits);
	for (; us >= 0 && n_digits < FRACTION_DIGITS; n_digits++)
		us *= 10;
	return us;
}

/* A 29th of February is for who knows the years. */
static bool
is_day(int month, int day)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return month >= 1 && month <= 12 && day >= 1 && day <= lengths[month - 1];
}

static bool
parse_plain(const char *text, size_t length_bytes, int64_t *ret_time_us)
{
	int year = digits(text, 4), month = digits(text + 5, 2), day = digits(text + 8, 2);
	int hour = digits(text + 11, 2), minute = digits(text + 14, 2);
	int second = digits(text + 17, 2);
	int64_t us = fraction_of(text, length_bytes);

	if (year < YEAR_LEAST || !is_day(month, day) || hour < 0 || hour > 23 || minute < 0 ||
	    minute > 59 || second < 0 || second > 59 || us < 0 || text[4] != '-' ||
	    text[7] != '-' || text[13] != ':' || text[16] != ':')
		return false;
	*ret_time_us = (((days_to(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) *
			       G_USEC_PER_SEC +
		       us;
	return true;
}

bool
sabot_event_time_parse(const char *text, size_t length_bytes, int64_t *ret_time_us)
{
	g_autoptr(GDateTime) time = NULL;

	if (length_bytes < strlen(LEAST) || text[length_bytes - 1] != 'Z' || text[10] != 'T')
		return false;
	if (parse_plain(text, length_bytes, ret_time_us))
		return true;
	time = g_date_time_new_from_iso8601(text, NULL);
	if (time == NULL)
		return false;
	*ret_time_us =
		g_date_time_to_unix(time) * G_USEC_PER_SEC + g_date_time_get_microsecond(time);
	return true;
}
