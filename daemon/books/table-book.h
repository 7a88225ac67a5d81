/*
 * Facts about a table besides its game: who is on duty, how fast it is played, the coups for the
 * roads. Derived from the log's events since the last change of rules, and shown in the view. Main
 * thread.
 */
#pragma once

#include "engine/table/table.h"
#include "proto/messages/log-messages.h"
#include "proto/view.h"

enum {
	SABOT_TABLE_BOOK_POSTS_MAX = 8,
	SABOT_PACE_ROUNDS_MAX = 256,
};

/* The end times of the last rounds. */
struct sabot_pace {
	int64_t ends_us[SABOT_PACE_ROUNDS_MAX]; /* a ring */
	unsigned n_rounds;                      /* since the beginning */
};

struct sabot_table_book {
	GPtrArray *staff; /* of struct sabot_wire_duty, one a post */
	struct sabot_pace pace;
	GString *coups; /* of this load, see proto/wire-roads.h */
	GArray *rounds; /* the number of each coup's round, unsigned */
};

/* Make an empty book. `book` may be uninitialised. */
void
sabot_table_book_init(struct sabot_table_book *book);
/* Free the book's entries. The struct itself is the caller's. */
void
sabot_table_book_clear(struct sabot_table_book *book);

/* Apply an event, with its results. */
void
sabot_table_book_apply(struct sabot_table_book *book, const struct sabot_wire_event_rest *rest,
		       const struct sabot_event *event, const struct sabot_table *table,
		       const struct sabot_update *update);

/* Fill in the view's staff, pace and coups. */
void
sabot_table_book_fill(const struct sabot_table_book *book, struct sabot_wire_view *view);

/* A round ended. If time goes back, counting starts again. */
void
sabot_pace_add_round(struct sabot_pace *pace, int64_t at_us);

/*
 * Rounds an hour in the half hour before the last one ended; -1 if they were too few, or took too
 * little time.
 */
int64_t
sabot_pace_per_hour(const struct sabot_pace *pace);
