/*
 * Prints a round line by line, for `sabotctl log FILE … --story`.
 */
#pragma once

#include "case/book.h"
#include "sabotctl-look.h"

/*
 * Print the story. `journal`, a .shoelog or NULL, adds the bytes on the shoe's line. Returns the
 * exit status.
 */
int
sabotctl_story(struct sabot_book *book, const struct sabot_index_round *round, const char *journal,
	       bool is_json);

/* As sabotctl_story(), for a round found by a running daemon. */
int
sabotctl_story_request(struct sabotctl_look *look, const char *table,
		       const struct sabot_index_round *round, const char *journal, bool is_json);
