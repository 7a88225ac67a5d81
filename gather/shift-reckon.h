/*
 * A table's log into a reckoning (shift/reckoning.h): the engine is driven over it, and what its
 * rounds of the shift came to, and what was paid on them, is put in.
 */
#pragma once

#include "shift-worth.h"
#include "shift/reckoning.h"

#include <stdio.h>

struct shift_reckon_span {
	int64_t from_us, to_us;          /* to_us is not in it */
	struct shift_worth_book *worths; /* borrowed; shared by all tables */
};

/*
 * Read one part of a log, as `sabotctl log` prints it. Rounds that ended in the span count, and
 * what was paid on them whenever it was. False with an error, transferred, when the log cannot be
 * read.
 */
bool
shift_reckon_log(struct sabot_reckoning *reckoning, FILE *log, const struct shift_reckon_span *span,
		 char **ret_why);
