/*
 * Joins small segments of a core into large ones. Nothing that can be proven changes: the joined
 * segment has the lines and the ends of the segments that it replaces, and both are derived again
 * here before the core changes them.
 */
#pragma once

#include "core-link.h"

struct sabot_core_joined {
	int64_t n_before, n_after; /* segments that were replaced, and their replacements */
	int64_t n_left;            /* not joined yet: too few */
	int64_t n_kept;            /* broken, or unknown to this program */
};

/*
 * Join the fresh segments of all databases. Those at the end of a log wait for more, unless
 * `is_all`. False with an error if the core cannot be read or refuses; what was joined so far
 * stays.
 */
bool
sabot_core_join(struct sabot_core *core, bool is_all, struct sabot_core_joined *ret_joined,
		GError **error);
