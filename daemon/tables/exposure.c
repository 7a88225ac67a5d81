/* How long none of a table's loads was proven: see exposure.h. */
#include "exposure.h"

#include <glib.h>

static const char key[] = "exposure";

void
sabot_exposure_write(const struct sabot_exposure *exposure, const struct sabot_log_part *part,
		     json_t *event)
{
	const struct sabot_wire_proven proven = {
		.rounds = part->from_round - exposure->proven_round,
		.since_us = exposure->proven_at_us,
	};

	json_object_del(event, key);
	if (part->part > 1)
		json_object_set_new(event, key,
				    sabot_record_build(&sabot_wire_proven_type, &proven));
}

void
sabot_exposure_read(struct sabot_exposure *exposure, const struct sabot_log_part *part,
		    const struct sabot_wire_proven *said)
{
	*exposure = (struct sabot_exposure){SABOT_TIME_NONE, part->from_round};
	if (part->part == 1 || !said)
		return;
	exposure->proven_round -= CLAMP(said->rounds, 0, part->from_round);
	exposure->proven_at_us = said->since_us;
}
