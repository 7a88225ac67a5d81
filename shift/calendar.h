/*
 * The house's calendar: when its gaming day begins and into which shifts it is cut, by the clock
 * on the wall. A shift is named by its gaming day and its number in it, "2026-11-21/2"; so the
 * names of shifts sort by time. Pure.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_SHIFTS_MAX = 9,       /* of one day: a number has one digit */
	SABOT_GAMING_DAY_SIZE = 11, /* "2026-11-21" */
	SABOT_SHIFT_ID_SIZE = 13,   /* "2026-11-21/2" */
};

struct sabot_calendar_shift {
	char *name; /* the house's own word */
	int minute; /* of the day, when it begins */
};

struct sabot_calendar {
	GTimeZone *zone;
	int n_shifts;
	struct sabot_calendar_shift shifts[SABOT_SHIFTS_MAX]; /* the first begins the gaming day */
};

/*
 * `gaming_day` is a time, "06:00"; `shifts` a list, "day 06:00, swing 14:00, night 22:00", or NULL:
 * one shift, the whole day; `zone` as of the time zone database, or NULL: the machine's. NULL with
 * a sentence in `ret_why` (static or transferred, free with g_free()) when they say no calendar.
 */
struct sabot_calendar *
sabot_calendar_new(const char *gaming_day, const char *shifts, const char *zone, char **ret_why);
/* NULL is allowed. */
void
sabot_calendar_free(struct sabot_calendar *calendar);

/* The shift of a moment (microseconds since 1970). */
void
sabot_calendar_find(const struct sabot_calendar *calendar, int64_t at_us,
		    char ret_id[SABOT_SHIFT_ID_SIZE]);

/* When the gaming day of a moment began. */
int64_t
sabot_calendar_day_began(const struct sabot_calendar *calendar, int64_t at_us);

/* When a shift begins, and when the next does. False when the calendar has none of this name. */
bool
sabot_calendar_bounds(const struct sabot_calendar *calendar, const char *id, int64_t *ret_from_us,
		      int64_t *ret_to_us);

/* The shift that ends when this one begins. False when this is none. */
bool
sabot_calendar_before(const struct sabot_calendar *calendar, const char *id,
		      char ret_id[SABOT_SHIFT_ID_SIZE]);

/* The house's word for it; NULL when the calendar has none of this name. Borrowed. */
const char *
sabot_calendar_name(const struct sabot_calendar *calendar, const char *id);

/* What people write: "2026-11-21/2" or "2026-11-21/swing". False when it is no shift. */
bool
sabot_calendar_parse(const struct sabot_calendar *calendar, const char *text,
		     char ret_id[SABOT_SHIFT_ID_SIZE]);

/* Whether this has the form of a shift's name, whatever the calendar is now. */
bool
sabot_shift_is_id(const char *text);
