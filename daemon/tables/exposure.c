/* How long nothing was proven of a table's loads: see exposure.h. */
#include "exposure.h"
#include "proto/rfc3339.h"

#include <glib.h>

static const char key[] = "exposure";

void
sabot_exposure_write(const struct sabot_exposure *exposure, const struct sabot_log_part *part,
		     json_t *event)
{
	json_t *said;

	json_object_del(event, key);
	if (part->part == 1)
		return;
	said = json_pack("{s:I}", "rounds",
			 (json_int_t)(part->from_round - exposure->proven_round));
	if (exposure->proven_at_us != SABOT_TIME_NONE) {
		g_autofree char *since = sabot_time_format(exposure->proven_at_us);

		json_object_set_new(said, "since", json_string(since));
	}
	json_object_set_new(event, key, said);
}

void
sabot_exposure_read(struct sabot_exposure *exposure, const struct sabot_log_part *part,
		    const json_t *event)
{
	const json_t *said = json_object_get(event, key);
	const char *since = json_string_value(json_object_get(said, "since"));
	json_int_t rounds = json_integer_value(json_object_get(said, "rounds"));

	*exposure = (struct sabot_exposure){SABOT_TIME_NONE, part->from_round};
	if (part->part == 1)
		return;
	exposure->proven_round -= CLAMP(rounds, 0, part->from_round);
	if (since && !sabot_time_parse(since, &exposure->proven_at_us))
		exposure->proven_at_us = SABOT_TIME_NONE;
}
