/*
 * Which shoe is at which table, and what was found about it: what the house log's `shoe` events
 * and findings come to, so that it is known after a restart too. Shoes go by their serial numbers;
 * one without any is not in the book. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

struct sabot_shoe_book;

struct sabot_shoe_book *
sabot_shoe_book_new(void);
/* NULL is allowed. */
void
sabot_shoe_book_free(struct sabot_shoe_book *book);

/* An event of the house log, well-formed; those that are not about shoes are ignored. */
void
sabot_shoe_book_apply(struct sabot_shoe_book *book, int64_t seq,
		      const struct sabot_house_event *event);

/*
 * Events that say again all that is known, in the order in which they must be noted: for a log
 * whose beginning is archived. New reference.
 */
json_t *
sabot_shoe_book_restate(const struct sabot_shoe_book *book);

/* The shoe that was last at a table, "" when none is known. Borrowed until the next event. */
const char *
sabot_shoe_book_serial_at(const struct sabot_shoe_book *book, const char *table);
const char *
sabot_shoe_book_firmware_at(const struct sabot_shoe_book *book, const char *table);

/* Where a shoe was last seen, or NULL. Borrowed until the next event. */
const char *
sabot_shoe_book_table_of(const struct sabot_shoe_book *book, const char *serial);

/* The finding about the shoe that is at the table now says that this one was expected. */
bool
sabot_shoe_book_is_reported(const struct sabot_shoe_book *book, const char *table,
			    const char *expected);

/* The last event that found the shoe of a table to disagree about `what`; 0 = none did. */
int64_t
sabot_shoe_book_disagreed(const struct sabot_shoe_book *book, const char *table, const char *what);
