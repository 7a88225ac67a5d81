/*
 * Redress: payments and collections that a ruling or the pit has ordered for a round that is over,
 * until they are done or withdrawn. Derived from the house log's events of kind `redress`
 * (docs/event-log.md). Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

#include "engine/core/chips.h"

#include <jansson.h>

struct sabot_redress {
	int64_t number; /* `n` of its order in the house log */
	char *table;
	int64_t round, incident, box; /* of the last two, 0 = none */
	char *bettor;                 /* NULL = the seat's own */
	int64_t amount_minor;         /* negative: to be collected */
	int64_t at_us;                /* when it was ordered */
	char *by, *note;              /* who ordered it, and why; or NULL */
	json_t *order;                /* as logged */
	int64_t ordered_seq;
	int64_t ended_seq; /* of the event that ended it; 0 = still open */
};

struct sabot_redress_book {
	GPtrArray *all; /* of struct sabot_redress, oldest first */
};

/* An empty book. Transferred. */
struct sabot_redress_book *
sabot_redress_book_new(void);
/* NULL is allowed. */
void
sabot_redress_book_free(struct sabot_redress_book *book);

/* Apply an event of the house log; one of another kind is ignored. */
void
sabot_redress_book_apply(struct sabot_redress_book *book, int64_t seq, int64_t n,
			 const struct sabot_house_event *event);

/* Forget orders that ended up to `seq`, once that is published. */
void
sabot_redress_book_forget(struct sabot_redress_book *book, int64_t seq);

/* The open order of that number at the table, or NULL. Borrowed until the next event. */
const struct sabot_redress *
sabot_redress_book_find(const struct sabot_redress_book *book, const char *table, int64_t number);

/* The number of open orders at `table`, or (NULL) at all tables. */
guint
sabot_redress_book_count(const struct sabot_redress_book *book, const char *table);

/* Replace the view's list by the orders that were open at `seq`. */
void
sabot_redress_book_fill(const struct sabot_redress_book *book, int64_t seq,
			const struct sabot_denominations *chips, struct sabot_wire_view *view);
