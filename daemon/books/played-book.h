/*
 * When a table was played at, and how its loads ended, in quarters of an hour: what a shift has to
 * know of it. The last days only. Main thread.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

struct sabot_ended_load {
	int64_t number, ended_us;
	bool is_complete, is_wrong; /* proven whole; cards too many or missing */
};

struct sabot_played_book {
	GArray *quarters; /* of struct sabot_played_quarter, oldest first */
	GArray *loads;    /* of struct sabot_ended_load, likewise */
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

/* A load ended at this time; of a time that is not known nothing is kept. */
void
sabot_played_book_add_load(struct sabot_played_book *book, int64_t at_us,
			   const struct sabot_load_report *report);

/* A round ended, likewise. One that is reported again after a ruling has ended before. */
void
sabot_played_book_add_round(struct sabot_played_book *book, int64_t at_us);

/* Rounds that ended from … to, exclusive. */
int64_t
sabot_played_book_count(const struct sabot_played_book *book, int64_t from_us, int64_t to_us);
