/*
 * The house's calendar: when its gaming day begins and how it is divided into shifts, in local
 * time. A shift is named by its gaming day and its number in it, "2026-11-21/2", so that sorting
 * names sorts by time. Pure.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_SHIFTS_MAX = 9,       /* per day: the number has one digit */
	SABOT_GAMING_DAY_SIZE = 11, /* "2026-11-21" */
	SABOT_SHIFT_ID_SIZE = 13,   /* "2026-11-21/2" */
};

struct sabot_calendar_shift {
	char *name; /* the house's name for it */
	int minute; /* its begin, as a minute of the day */
};

struct sabot_calendar {
	GTimeZone *zone;
	int n_shifts;
	struct sabot_calendar_shift shifts[SABOT_SHIFTS_MAX]; /* the first begins the gaming day */
};

/*
 * `gaming_day` is a time, "06:00"; `shifts` a list, "day 06:00, swing 14:00, night 22:00", or NULL:
 * one shift, the whole day; `zone` a name of the time zone database, or NULL: the machine's zone.
 * If they describe no calendar, NULL with a message in `ret_why` (transferred, free with g_free()).
 */
struct sabot_calendar *
sabot_calendar_new(const char *gaming_day, const char *shifts, const char *zone, char **ret_why);
/* NULL is allowed. */
void
sabot_calendar_free(struct sabot_calendar *calendar);

/* Find the shift at a moment (microseconds since 1970). */
void
sabot_calendar_find(const struct sabot_calendar *calendar, int64_t at_us,
		    char ret_id[SABOT_SHIFT_ID_SIZE]);

/* The begin of the gaming day at a moment. */
int64_t
sabot_calendar_day_began(const struct sabot_calendar *calendar, int64_t at_us);

/*
 * Find when a shift begins, and when the next one does. False if the calendar has no shift of this
 * id.
 */
bool
sabot_calendar_bounds(const struct sabot_calendar *calendar, const char *id, int64_t *ret_from_us,
		      int64_t *ret_to_us);

/* Find the shift that ends when this one begins. False if `id` is not a shift. */
bool
sabot_calendar_before(const struct sabot_calendar *calendar, const char *id,
		      char ret_id[SABOT_SHIFT_ID_SIZE]);

/* The house's name for the shift; NULL if the calendar has none of this id. Borrowed. */
const char *
sabot_calendar_name(const struct sabot_calendar *calendar, const char *id);

/* Parse what people write: "2026-11-21/2" or "2026-11-21/swing". False if it is not a shift. */
bool
sabot_calendar_parse(const struct sabot_calendar *calendar, const char *text,
		     char ret_id[SABOT_SHIFT_ID_SIZE]);

/* True if the text has the form of a shift's id, whatever the calendar is now. */
bool
sabot_shift_is_id(const char *text);
