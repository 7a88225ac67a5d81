/*
 * Small segments of a core become large ones. Nothing that can be proven changes: the joined
 * segment has the lines and the ends of those that it replaces, and both are derived again here
 * before the core is asked to change them.
 */
#pragma once

#include "core-link.h"

struct sabot_core_joined {
	int64_t n_before, n_after; /* segments that went, and that came instead */
	int64_t n_left;            /* that are too few yet */
	int64_t n_kept;            /* that this program does not know, or that are broken */
};

/*
 * Join the fresh segments of all databases. Those at the end of a log wait for more of them, unless
 * `is_all`. False with an error when the core cannot be read or refuses it; what was joined stays.
 */
bool
sabot_core_join(struct sabot_core *core, bool is_all, struct sabot_core_joined *ret_joined,
		GError **error);
