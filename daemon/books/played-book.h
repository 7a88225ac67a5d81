/*
 * When a table was in play and how its loads ended, by quarter of an hour, as a shift needs it.
 * Only the last days. Main thread.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

struct sabot_ended_load {
	int64_t number, ended_us;
	bool is_complete, is_wrong; /* proven complete; cards too many or missing */
};

struct sabot_played_book {
	GArray *quarters; /* of struct sabot_played_quarter, oldest first */
	GArray *loads;    /* of struct sabot_ended_load, oldest first */
};

struct sabot_played_quarter {
	int64_t from_us;
	int64_t n_rounds;
};

/* Make an empty book. `book` may be uninitialised. */
void
sabot_played_book_init(struct sabot_played_book *book);
/* Free the book's entries. The struct itself is the caller's. */
void
sabot_played_book_clear(struct sabot_played_book *book);

/* Add a load that ended at this time; ignored if the time is unknown. */
void
sabot_played_book_add_load(struct sabot_played_book *book, int64_t at_us,
			   const struct sabot_load_report *report);

/*
 * Add a round that ended at this time; ignored if the time is unknown. A round that is reported
 * again after a ruling has been counted before.
 */
void
sabot_played_book_add_round(struct sabot_played_book *book, int64_t at_us);

/* The number of rounds that ended from `from_us` to `to_us`, exclusive. */
int64_t
sabot_played_book_count(const struct sabot_played_book *book, int64_t from_us, int64_t to_us);
