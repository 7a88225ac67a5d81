/*
 * What went over a shoe's line during a round, byte by byte, put into the round's story from the
 * journal of the line (devices/shoe/shoelog.h). One thread at a time.
 */
#pragma once

#include "book.h"

/* Borrowed. */
struct sabot_story_journal {
	const char *path; /* the file that is, or was, written */
	unsigned n_old;   /* full ones beside it: PATH.1, the latest, to PATH.n_old */
	/* Somebody may be writing it: what is missing or not whole is passed over, and it may have
	 * cards that are still in the shoe. */
	bool is_live;
};

/*
 * From a second before the round to a second behind it, a thousand lines at most: of more it is
 * counted. Of a live journal nothing that stands behind the round's last frame, and nothing
 * at all unless its times are the log's: each frame of the round must be among those bytes. False
 * with an error when it cannot be read.
 */
bool
sabot_story_add_bytes(json_t *story, const struct sabot_index_round *round,
		      const struct sabot_story_journal *journal, GError **error);
