/*
 * Redress: what a ruling or the pit has ordered to be paid or collected for a round that is over,
 * until it was done or withdrawn. Derived from the house log's events of kind `redress`
 * (docs/event-log.md). Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

#include "engine/core/chips.h"

#include <jansson.h>

struct sabot_redress {
	int64_t number; /* `n` of its order in the house log */
	char *table;
	int64_t round, incident, box; /* the last two 0 = none */
	char *bettor;                 /* NULL = the seat's own */
	int64_t amount_minor;         /* negative: is collected */
	int64_t at_us;                /* when it was ordered */
	char *by, *note;              /* who ordered it, and why; or NULL */
	json_t *order;                /* as logged */
	int64_t ordered_seq;
	int64_t ended_seq; /* of the event that ended it; 0 = it is open */
};

struct sabot_redress_book {
	GPtrArray *all; /* of struct sabot_redress, oldest first */
};

struct sabot_redress_book *
sabot_redress_book_new(void);
/* NULL is allowed. */
void
sabot_redress_book_free(struct sabot_redress_book *book);

/* Take in an event of the house log; one of another kind is left out. */
void
sabot_redress_book_apply(struct sabot_redress_book *book, int64_t seq, int64_t n,
			 const struct sabot_house_event *event);

/* Forget what ended up to `seq`, once that is published. */
void
sabot_redress_book_forget(struct sabot_redress_book *book, int64_t seq);

/* The open one of that number at the table, or NULL. Borrowed until the next event. */
const struct sabot_redress *
sabot_redress_book_find(const struct sabot_redress_book *book, const char *table, int64_t number);

/* How many are open: at `table`, or (NULL) at all. */
guint
sabot_redress_book_count(const struct sabot_redress_book *book, const char *table);

/* Replace the view's list by those that were open at `seq`. */
void
sabot_redress_book_fill(const struct sabot_redress_book *book, int64_t seq,
			const struct sabot_denominations *chips, struct sabot_wire_view *view);
