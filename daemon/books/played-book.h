/*
 * When a table was played at, and how its loads ended, in quarters of an hour: what a shift has to
 * know of it. The last days only. Main thread.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

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

/* A derived line (`round`, `load`) of an event at this time. */
void
sabot_played_book_apply(struct sabot_played_book *book, int64_t at_us, const json_t *line);

/* Rounds that ended from … to, exclusive. */
int64_t
sabot_played_book_count(const struct sabot_played_book *book, int64_t from_us, int64_t to_us);
