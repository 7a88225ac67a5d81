/*
 * How late it is by a log's own events, whatever the machine's clock was set to. That time never
 * goes back. Behind a clock that was far ahead it continues from there with what passes between
 * events, a day at most each, so that it neither stands still until that time nor jumps. Pure.
 */
#pragma once

#include <stdint.h>

struct sabot_log_time {
	int64_t now_us;  /* microseconds UTC, or later; 0: no event yet */
	int64_t last_us; /* what the clock said at the last event; 0: not known */
};

/* An event that is dated `at_us`; 0 or less: it has no date, and changes nothing. */
void
sabot_log_time_advance(struct sabot_log_time *time, int64_t at_us);

/* It is not earlier than `now_us`: this was recorded of the log's time before. */
void
sabot_log_time_reach(struct sabot_log_time *time, int64_t now_us);

/* The log's time when the clock says `at_us`. */
int64_t
sabot_log_time_at(const struct sabot_log_time *time, int64_t at_us);

/*
 * As text in RFC 3339, for events and copies that carry such a time; what is less than a second is
 * left out. Transferred.
 */
char *
sabot_log_time_to_text(int64_t at_us);

/* 0: it is no time behind 1970; NULL is allowed. */
int64_t
sabot_log_time_from_text(const char *text);
