/* Shared by the parts of the indexer: a log that is being indexed. */
#pragma once

#include "indexer.h"
#include "engine/table/table.h"
#include "proto/messages/event-line.h"
#include "store/index/index.h"

/* A round as far as the index names it. */
struct sabot_index_begun {
	unsigned number; /* 0 = none */
	unsigned load;
	int64_t place, n, at_us;
};

/* A log that is being indexed. */
struct sabot_index_log {
	struct sabot_indexer *indexer; /* borrowed */
	char *name;
	int64_t log_id, done;
	struct sabot_playback *playback;     /* NULL: the house log */
	struct sabot_index_begun open, last; /* the open round, the one just closed */
	GArray *cards;             /* of struct sabot_index_laid: the cards recorded for `last` */
	GHashTable *on_duty;       /* post → person */
	GBytes *state;             /* the table before a `load` */
	int64_t rounds, incidents; /* numbers before that `load` */
	bool is_ready;             /* it has reached the end of the index */
	bool is_stuck;             /* it cannot be replayed any further */
	bool has_reported;         /* the event reported a round */
	bool is_writing;           /* false while it is only reaching the end of the index */
	int64_t n_indexed;
	GError *error;
};

struct sabot_index_laid {
	struct sabot_card card;
	int lay;
};

struct sabot_indexer {
	struct sabot_db *db, *index;
	char *profiles_dir;
	GPtrArray *logs; /* of struct sabot_index_log */
};

/* indexer-house.c */

/* Record the persons whom an event names, at `place`. */
bool
sabot_index_record_persons(struct sabot_index_log *log, const struct sabot_event_line *line,
			   int64_t place);

/* Record which incident or round of a table event `n` names. */
bool
sabot_index_record_said(struct sabot_index_log *log, const struct sabot_event_line *line,
			const char *table, int64_t n);

/* A sabot_walk_event_fn for the house log; `data` is its struct sabot_index_log. */
bool
sabot_index_on_house_record(const struct sabot_log_record *record,
			    const struct sabot_chain_hash *hash, void *data);

/* indexer-rounds.c */

/*
 * Set outcome and money of `row`. An uncertain round has no outcome, and an amount that is not
 * certainly owed is in no sum.
 */
void
sabot_index_write_outcome(const struct sabot_update *update, const struct sabot_round_report *round,
			  bool is_void, struct sabot_index_round *row);

/*
 * Update a round before the last one that was derived again: its place, its begin and its end stay.
 * False with the log's error set if the index cannot be written.
 */
bool
sabot_index_record_older_round(struct sabot_index_log *log, const struct sabot_update *update,
			       const struct sabot_round_report *report);
