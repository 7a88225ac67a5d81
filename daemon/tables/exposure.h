/*
 * Since when, and for how many rounds, no load of a table was proven complete. Only a load that
 * ended so proves anything. A start reads a table's log from its last part on, so the event that
 * begins a part says what there was before it (docs/event-log.md). Main thread.
 */
#pragma once

#include "engine/core/event.h"
#include "proto/messages/log-messages.h"
#include "store/log/log.h"

#include <jansson.h>

struct sabot_exposure {
	int64_t proven_at_us; /* SABOT_TIME_NONE: no load ever was */
	int64_t proven_round; /* the last round then; 0 with SABOT_TIME_NONE, if that is known */
};

/* `event` begins `part`: it is to say what there was before, and whatever else it says of that is
 * removed. */
void
sabot_exposure_write(const struct sabot_exposure *exposure, const struct sabot_log_part *part,
		     json_t *event);

/* `said` stands in the event of the log that begins `part`. One that was recorded by an earlier
 * program says nothing (NULL): then it counts from there. */
void
sabot_exposure_read(struct sabot_exposure *exposure, const struct sabot_log_part *part,
		    const struct sabot_wire_proven *said);
