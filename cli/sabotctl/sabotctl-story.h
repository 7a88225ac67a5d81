/*
 * Prints a round line by line, for `sabotctl log FILE … --story`.
 */
#pragma once

#include "case/book.h"
#include "sabotctl-look.h"

/* Prints it. `journal`, a .shoelog or NULL, adds what the shoe's line carried. Exit status. */
int
sabotctl_story(struct sabot_book *book, const struct sabot_index_round *round, const char *journal,
	       bool is_json);

/* The same of a round that a running daemon has found. */
int
sabotctl_story_ask(struct sabotctl_look *look, const char *table,
		   const struct sabot_index_round *round, const char *journal, bool is_json);
