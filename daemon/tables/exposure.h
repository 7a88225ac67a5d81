/*
 * Since when, and for how many rounds, no load of a table was proven complete. Only a load that
 * ended complete proves anything. At the start a table's log is read from its last part on, so the
 * event that begins a part records the earlier state (docs/event-log.md). Main thread.
 */
#pragma once

#include "engine/core/event.h"
#include "proto/messages/log-messages.h"
#include "store/log/log.h"

#include <jansson.h>

struct sabot_exposure {
	int64_t proven_at_us; /* SABOT_TIME_NONE: no load was ever proven */
	/* the last round at that time; 0 with SABOT_TIME_NONE, if that is known */
	int64_t proven_round;
};

/*
 * Write the earlier state into `event`, which begins `part`; any such members that it has are
 * removed first.
 */
void
sabot_exposure_write(const struct sabot_exposure *exposure, const struct sabot_log_part *part,
		     json_t *event);

/*
 * Read the earlier state from `said`, a member of the event that begins `part`. NULL if an older
 * program recorded the event: then exposure counts from there.
 */
void
sabot_exposure_read(struct sabot_exposure *exposure, const struct sabot_log_part *part,
		    const struct sabot_wire_proven *said);
