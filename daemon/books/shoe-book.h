/*
 * Which shoe is at which table, and the findings about it, derived from the house log's `shoe`
 * events and findings, so that it is known after a restart too. Shoes are identified by their
 * serial numbers; a shoe without one is not in the book. Main thread.
 */
#pragma once

#include "proto/messages/house-messages.h"

/* The state of a `shoe` event: the table's shoe has the serial number of another table's. */
#define SABOT_SHOE_TWIN "twin"

struct sabot_shoe_book;

/* An empty book. Transferred. */
struct sabot_shoe_book *
sabot_shoe_book_new(void);
/* NULL is allowed. */
void
sabot_shoe_book_free(struct sabot_shoe_book *book);

/* Apply an event of the house log, well-formed; one that is not about a shoe is ignored. */
void
sabot_shoe_book_apply(struct sabot_shoe_book *book, int64_t seq,
		      const struct sabot_house_event *event);

/*
 * Events that state again all that is known, in the order in which they must be recorded: for a log
 * whose beginning is archived. New reference.
 */
json_t *
sabot_shoe_book_restate(const struct sabot_shoe_book *book);

/* The shoe that was last at a table, "" if none is known. Borrowed until the next event. */
const char *
sabot_shoe_book_serial_at(const struct sabot_shoe_book *book, const char *table);
const char *
sabot_shoe_book_firmware_at(const struct sabot_shoe_book *book, const char *table);

/* Where a shoe was last seen, or NULL. Borrowed until the next event. */
const char *
sabot_shoe_book_table_of(const struct sabot_shoe_book *book, const char *serial);

/*
 * True if the table's shoe was connected with this number while another table's shoe with the same
 * one was, so that the number does not distinguish them.
 */
bool
sabot_shoe_book_is_twin(const struct sabot_shoe_book *book, const char *table, const char *serial);

/* True if the finding about the shoe now at the table names this one as the expected shoe. */
bool
sabot_shoe_book_is_reported(const struct sabot_shoe_book *book, const char *table,
			    const char *expected);

/* The last event that found the shoe of a table to disagree about `what`; 0 = none. */
int64_t
sabot_shoe_book_disagreed(const struct sabot_shoe_book *book, const char *table, const char *what);
