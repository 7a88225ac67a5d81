/*
 * Days are counted as GDate does; the zone turns a day and a minute of it into a moment, so that a
 * shift across the change to summer time is one hour shorter.
 */
#include "calendar.h"

#include <stdio.h>
#include <string.h>

enum { DAY_MINUTES = 24 * 60, QUARTER_MINUTES = 15, DATE_LENGTH = SABOT_GAMING_DAY_SIZE - 1 };

/* "06:00"; -1 when it is no time. */
static int
parse_minute(const char *text)
{
	int hour = 0, minute = 0;
	char rest;

	if (strlen(text) != 5 || sscanf(text, "%2d:%2d%c", &hour, &minute, &rest) != 2)
		return -1;
	return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 ? hour * 60 + minute : -1;
}

/* Minutes after the gaming day's beginning. */
static int
since_begin(const struct sabot_calendar *calendar, int minute)
{
	return (minute - calendar->shifts[0].minute + DAY_MINUTES) % DAY_MINUTES;
}

static bool
has_name(const struct sabot_calendar *calendar, const char *name)
{
	for (int i = 0; i < calendar->n_shifts; i++)
		if (strcmp(calendar->shifts[i].name, name) == 0)
			return true;
	return false;
}

/* One "NAME HH:MM". A sentence when it cannot be added, else NULL. */
static const char *
add_shift(struct sabot_calendar *calendar, char *entry)
{
	char *space = strrchr(g_strstrip(entry), ' ');
	int minute = space ? parse_minute(space + 1) : -1;
	int i = calendar->n_shifts;

	if (minute < 0 || minute % QUARTER_MINUTES != 0)
		return "is not NAME HH:MM, NAME HH:MM … at quarters of an hour";
	*space = '\0';
	g_strstrip(entry);
	if (i == SABOT_SHIFTS_MAX)
		return "has more than nine shifts";
	if (entry[0] == '\0' || strlen(entry) > 32 || strchr(entry, '/') ||
	    g_ascii_isdigit(entry[0]))
		return "has a shift whose name is none: a word, not a number";
	if (has_name(calendar, entry))
		return "names a shift twice";
	if (i > 0 &&
	    since_begin(calendar, minute) <= since_begin(calendar, calendar->shifts[i - 1].minute))
		return "is not in the order of the gaming day";
	calendar->shifts[i] = (struct sabot_calendar_shift){g_strdup(entry), minute};
	calendar->n_shifts++;
	return NULL;
}

static const char *
read_shifts(struct sabot_calendar *calendar, int day_minute, const char *shifts)
{
	g_auto(GStrv) entries = g_strsplit(shifts, ",", -1);
	const char *why = NULL;

	for (size_t i = 0; entries[i] && !why; i++)
		why = add_shift(calendar, entries[i]);
	if (!why && (calendar->n_shifts == 0 || calendar->shifts[0].minute != day_minute))
		why = "does not begin with the gaming day";
	return why;
}

struct sabot_calendar *
sabot_calendar_new(const char *gaming_day, const char *shifts, const char *zone, char **ret_why)
{
	struct sabot_calendar *calendar = g_new0(struct sabot_calendar, 1);
	int minute = parse_minute(gaming_day);
	const char *why = NULL;

	calendar->zone = zone ? g_time_zone_new_identifier(zone) : g_time_zone_new_local();
	if (!calendar->zone)
		*ret_why = g_strdup_printf("time_zone: there is no zone \"%s\"", zone);
	else if (minute < 0 || minute % QUARTER_MINUTES != 0)
		*ret_why = g_strdup_printf("gaming_day: \"%s\" is not HH:MM, a quarter of an hour",
					   gaming_day);
	else if (shifts && (why = read_shifts(calendar, minute, shifts)))
		*ret_why = g_strdup_printf("shifts: \"%s\" %s", shifts, why);
	else {
		if (!shifts)
			calendar->shifts[calendar->n_shifts++] =
				(struct sabot_calendar_shift){g_strdup("day"), minute};
		return calendar;
	}
	sabot_calendar_free(calendar);
	return NULL;
}

void
sabot_calendar_free(struct sabot_calendar *calendar)
{
	if (!calendar)
		return;
	for (int i = 0; i < calendar->n_shifts; i++)
		g_free(calendar->shifts[i].name);
	if (calendar->zone)
		g_time_zone_unref(calendar->zone);
	g_free(calendar);
}

static void
format_id(const GDate *day, int number, char ret_id[SABOT_SHIFT_ID_SIZE])
{
	char text[48];

	snprintf(text, sizeof text, "%04d-%02d-%02d/%d", g_date_get_year(day) % 10000,
		 (int)g_date_get_month(day), g_date_get_day(day), number % 10);
	g_strlcpy(ret_id, text, SABOT_SHIFT_ID_SIZE);
}

/* Day and index of the shift in it. */
static bool
parse_id(const char *id, GDate *ret_day, int *ret_index)
{
	int year = 0, month = 0, day = 0;

	if (!id || strlen(id) != SABOT_SHIFT_ID_SIZE - 1 || id[4] != '-' || id[7] != '-' ||
	    id[DATE_LENGTH] != '/' || id[DATE_LENGTH + 1] < '1' || id[DATE_LENGTH + 1] > '9' ||
	    strspn(id, "0123456789-") != DATE_LENGTH ||
	    sscanf(id, "%4d-%2d-%2d", &year, &month, &day) != 3 ||
	    !g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year))
		return false;
	g_date_clear(ret_day, 1);
	g_date_set_dmy(ret_day, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
	*ret_index = id[DATE_LENGTH + 1] - '1';
	return true;
}

bool
sabot_shift_is_id(const char *text)
{
	GDate day;
	int index;

	return parse_id(text, &day, &index);
}

void
sabot_calendar_find(const struct sabot_calendar *calendar, int64_t at_us,
		    char ret_id[SABOT_SHIFT_ID_SIZE])
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at_us / G_USEC_PER_SEC);
	g_autoptr(GDateTime) local = utc ? g_date_time_to_timezone(utc, calendar->zone) : NULL;
	int minute, index = 0;
	GDate day;

	if (!local) { /* out of all calendars */
		g_strlcpy(ret_id, "1970-01-01/1", SABOT_SHIFT_ID_SIZE);
		return;
	}
	minute = g_date_time_get_hour(local) * 60 + g_date_time_get_minute(local);
	g_date_clear(&day, 1);
	g_date_set_dmy(&day, (GDateDay)g_date_time_get_day_of_month(local),
		       (GDateMonth)g_date_time_get_month(local),
		       (GDateYear)g_date_time_get_year(local));
	if (minute < calendar->shifts[0].minute)
		g_date_subtract_days(&day, 1);
	while (index + 1 < calendar->n_shifts &&
	       since_begin(calendar, calendar->shifts[index + 1].minute) <=
		       since_begin(calendar, minute))
		index++;
	format_id(&day, index + 1, ret_id);
}

static int64_t
moment(const struct sabot_calendar *calendar, const GDate *gaming_day, int minute)
{
	g_autoptr(GDateTime) time = NULL;
	GDate day = *gaming_day;

	if (minute < calendar->shifts[0].minute)
		g_date_add_days(&day, 1);
	time = g_date_time_new(calendar->zone, g_date_get_year(&day), (int)g_date_get_month(&day),
			       g_date_get_day(&day), minute / 60, minute % 60, 0);
	return time ? g_date_time_to_unix(time) * G_USEC_PER_SEC : 0;
}

bool
sabot_calendar_bounds(const struct sabot_calendar *calendar, const char *id, int64_t *ret_from_us,
		      int64_t *ret_to_us)
{
	GDate day;
	int index;

	if (!parse_id(id, &day, &index) || index >= calendar->n_shifts)
		return false;
	*ret_from_us = moment(calendar, &day, calendar->shifts[index].minute);
	if (++index == calendar->n_shifts) {
		index = 0;
		g_date_add_days(&day, 1);
	}
	*ret_to_us = moment(calendar, &day, calendar->shifts[index].minute);
	return true;
}

int64_t
sabot_calendar_day_began(const struct sabot_calendar *calendar, int64_t at_us)
{
	char id[SABOT_SHIFT_ID_SIZE];
	GDate day;
	int index;

	sabot_calendar_find(calendar, at_us, id);
	return parse_id(id, &day, &index) ? moment(calendar, &day, calendar->shifts[0].minute) : 0;
}

bool
sabot_calendar_before(const struct sabot_calendar *calendar, const char *id,
		      char ret_id[SABOT_SHIFT_ID_SIZE])
{
	GDate day;
	int index;

	if (!parse_id(id, &day, &index))
		return false;
	index = MIN(index, calendar->n_shifts);
	if (index == 0) {
		index = calendar->n_shifts;
		g_date_subtract_days(&day, 1);
	}
	format_id(&day, index, ret_id);
	return true;
}

const char *
sabot_calendar_name(const struct sabot_calendar *calendar, const char *id)
{
	GDate day;
	int index;

	return parse_id(id, &day, &index) && index < calendar->n_shifts
		       ? calendar->shifts[index].name
		       : NULL;
}

bool
sabot_calendar_parse(const struct sabot_calendar *calendar, const char *text,
		     char ret_id[SABOT_SHIFT_ID_SIZE])
{
	if (sabot_calendar_name(calendar, text)) {
		g_strlcpy(ret_id, text, SABOT_SHIFT_ID_SIZE);
		return true;
	}
	for (int i = 0; i < calendar->n_shifts; i++) {
		g_autofree char *id = NULL;

		if (strlen(text) <= DATE_LENGTH + 1 || text[DATE_LENGTH] != '/' ||
		    strcmp(text + DATE_LENGTH + 1, calendar->shifts[i].name) != 0)
			continue;
		id = g_strdup_printf("%.*s/%d", DATE_LENGTH, text, i + 1);
		if (!sabot_shift_is_id(id))
			return false;
		g_strlcpy(ret_id, id, SABOT_SHIFT_ID_SIZE);
		return true;
	}
	return false;
}
