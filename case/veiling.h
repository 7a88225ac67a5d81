/*
 * Events of a load that is still in the shoe, as clients were shown them: through the daemon's veil
 * (view/veil.h). One thread at a time.
 */
#pragma once

#include "playback.h"

struct sabot_veiling {
	int64_t from_n;    /* events from this one on are veiled; 0: none is */
	int burned_before; /* of the load, before the event at the head */
};

/* An event to be reported. */
static inline bool
sabot_veiling_hides(const struct sabot_veiling *veiling, int64_t n)
{
	return veiling->from_n > 0 && n >= veiling->from_n;
}

/* Before each event of the playback. */
void
sabot_veiling_update(struct sabot_veiling *veiling, const struct sabot_playback *playback);

/*
 * After it: hide in `lines` (what followed from it) what clients may not see. The event as they may
 * see it; new reference.
 */
json_t *
sabot_veiling_apply(const struct sabot_veiling *veiling, const struct sabot_playback *playback,
		    const struct sabot_playback_event *event, json_t *lines);
