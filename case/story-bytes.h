/*
 * Adds the bytes on a shoe's line during a round to the round's story, from the journal of the line
 * (devices/transport/shoelog.h). One thread at a time.
 */
#pragma once

#include "book.h"

/* Borrowed. */
struct sabot_story_journal {
	const char *path; /* the file that is, or was, being written */
	unsigned n_old;   /* number of full files beside it: PATH.1, the latest, to PATH.n_old */
	/*
	 * The journal may still be written to: missing or incomplete parts are skipped, and it may
	 * contain cards that are still in the shoe.
	 */
	bool is_live;
};

/*
 * Add the bytes from a second before the round to a second after it, at most a thousand lines; the
 * rest are only counted. From a live journal nothing after the round's last frame is added, and
 * nothing at all unless its times agree with the log: each frame of the round must be among those
 * bytes. False with an error if the journal cannot be read.
 */
bool
sabot_story_add_bytes(json_t *story, const struct sabot_index_round *round,
		      const struct sabot_story_journal *journal, GError **error);
