/*
 * Which tables do not run on this machine, by the house log: given to another machine, or not
 * completely imported from one. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

struct sabot_move_book {
	GHashTable *away; /* table → why, a sentence */
};

/* An empty book. Transferred. */
struct sabot_move_book *
sabot_move_book_new(void);
/* NULL is allowed. */
void
sabot_move_book_free(struct sabot_move_book *book);

/* Apply an event of the house log; all kinds but `given`, `taking` and `taken` are ignored. */
void
sabot_move_book_apply(struct sabot_move_book *book, const struct sabot_house_event *event);

/* Why the table does not run on this machine, a sentence in English; NULL if it does. Borrowed. */
const char *
sabot_move_book_find(const struct sabot_move_book *book, const char *table);
