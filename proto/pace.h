/*
 * What a pace, in rounds an hour, must rest on to be shown, on screens and in reports: a few rounds
 * that lie seconds apart are a demonstration, or keyed in late, and make tens of thousands an hour.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SABOT_PACE_ROUNDS_MIN = 4, SABOT_PACE_S_MIN = 3 * 60 };

/* `n_intervals` from the end of a round to the end of the next, which took `span_us` together. */
static inline bool
sabot_pace_is_known(int64_t n_intervals, int64_t span_us)
{
	return n_intervals >= SABOT_PACE_ROUNDS_MIN - 1 &&
	       span_us >= (int64_t)SABOT_PACE_S_MIN * 1000 * 1000;
}
