/*
 * Fills a reckoning (shift/reckoning.h) from a table's log: the engine replays it, and the results
 * of the shift's rounds, and the payments on them, are added.
 */
#pragma once

#include "shift-worth.h"
#include "shift/reckoning.h"

#include <stdio.h>

struct shift_reckon_span {
	int64_t from_us, to_us;          /* to_us is excluded */
	struct shift_worth_book *worths; /* borrowed; shared by all tables */
};

/*
 * Read one part of a log, as `sabotctl log` prints it. Rounds that ended in the span count, with
 * the payments on them at any time. False with an error, transferred, if the log cannot be read.
 */
bool
shift_reckon_log(struct sabot_reckoning *reckoning, FILE *log, const struct shift_reckon_span *span,
		 char **ret_why);
