/*
 * Shows the events of a load that is still in the shoe as clients saw them, through the daemon's
 * veil (view/veil.h). One thread at a time.
 */
#pragma once

#include "playback.h"
#include "view/shown-lines.h"

struct sabot_veiling {
	int64_t from_n;    /* events from this one on are veiled; 0: none */
	int burned_before; /* burned cards of the load before the event at the head */
};

/* True if event `n` is veiled. */
static inline bool
sabot_veiling_hides(const struct sabot_veiling *veiling, int64_t n)
{
	return veiling->from_n > 0 && n >= veiling->from_n;
}

/* Call before each event of the playback. */
void
sabot_veiling_update(struct sabot_veiling *veiling, const struct sabot_playback *playback);

/*
 * Call after the event. Returns the event as clients may see it, new reference; `fn` is called for
 * each line derived from it, likewise.
 */
json_t *
sabot_veiling_apply(const struct sabot_veiling *veiling, const struct sabot_playback *playback,
		    const struct sabot_playback_event *event, sabot_shown_line_fn fn, void *data);
