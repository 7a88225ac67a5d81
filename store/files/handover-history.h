/*
 * What a house log says about tables that went to other databases and came from them, sorted for
 * the checks of handover.h. On the connection's thread.
 */
#pragma once

#include "store/log/move-events.h"

struct sabot_handover_history {
	const char *table; /* whose last `given` ends what counts; NULL: all counts */
	int64_t first_n;   /* of the log, as far as it is here */
	GPtrArray *events; /* of struct sabot_move_event, in their order; the others borrow */
	GPtrArray *given;
	GPtrArray *received; /* of those with a checkpoint */
	GPtrArray *restored, *replaced;
	const struct sabot_move_event *is_given; /* the table's own, of `given`; NULL: it is here */
	guint n_given, n_received;               /* before that */
};

/*
 * Read it from the house log; `table` is set, the rest is empty. Clear it after use, also after a
 * failure: false with an error.
 */
bool
sabot_handover_history_read(struct sabot_db *db, struct sabot_handover_history *history,
			    GError **error);

/* Free its contents. The struct itself is the caller's. */
void
sabot_handover_history_clear(struct sabot_handover_history *history);
