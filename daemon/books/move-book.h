/*
 * Which tables are not at work here, as the house log says: given away to another machine, or not
 * wholly taken over from one. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

struct sabot_move_book {
	GHashTable *away; /* table → why, a sentence */
};

struct sabot_move_book *
sabot_move_book_new(void);
/* NULL is allowed. */
void
sabot_move_book_free(struct sabot_move_book *book);

/* An event of the house log; all but `given`, `taking` and `taken` say nothing here. */
void
sabot_move_book_apply(struct sabot_move_book *book, const struct sabot_house_event *event);

/* Why the table is not at work here; borrowed, NULL: it is. */
const char *
sabot_move_book_find(const struct sabot_move_book *book, const char *table);
