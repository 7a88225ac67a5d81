/*
 * A database opened for searching, with its index, which is made or brought up to date first. Only
 * reads the log; the daemon may be using it. One thread at a time.
 */
#pragma once

#include "indexer.h"
#include "store/index/index-find.h"
#include "store/log/log.h"

struct sabot_book {
	struct sabot_db *db;
	struct sabot_db *index;
	int64_t archived;   /* number of the last archive when it was opened */
	char *profiles_dir; /* or NULL */
	struct sabot_indexer *indexer;
	bool is_renewed; /* its index was damaged, and is built again */
};

/* Reports how many of the events are in the index so far, and how many there are. */
typedef void
sabot_book_progress_fn(int64_t n_done, int64_t n_all, void *data);

struct sabot_book_options {
	/*
	 * One log: a database, a backup or an archive, and further archives of it, NULL-terminated.
	 * Archives that are not given are also searched in archive_dir (or NULL) (joined.h).
	 */
	const char *const *paths;
	const char *archive_dir;
	const char *index_path;   /* NULL: beside the last file */
	const char *profiles_dir; /* of the house's own profiles, or NULL */
	/* called some times a second while the index is made, or NULL */
	sabot_book_progress_fn *progress;
	void *data;
};

/* Open the book and bring its index up to date. NULL with an error. Transferred. */
struct sabot_book *
sabot_book_open(const struct sabot_book_options *options, GError **error);
/*
 * As sabot_book_open(), for long use: it does not wait, and sabot_book_go_on() brings the index up
 * to date.
 */
struct sabot_book *
sabot_book_open_behind(const struct sabot_book_options *options, GError **error);
/*
 * Build the index again: something in it is what no program wrote there. False with an error if it
 * cannot be, or was already.
 */
bool
sabot_book_renew(struct sabot_book *book, GError **error);
/*
 * Index some thousand events; an index that is damaged is built again, once. `*ret_n_events` is 0
 * if the index is up to date.
 */
bool
sabot_book_go_on(struct sabot_book *book, int64_t *ret_n_events, GError **error);
/* How many of the events are in the index, and how many there are. */
bool
sabot_book_measure(struct sabot_book *book, int64_t *ret_n_done, int64_t *ret_n_all,
		   GError **error);

/*
 * True if more of the database was archived since: then reopen the book, or the events moved to the
 * archive are missed.
 */
bool
sabot_book_is_outdated(struct sabot_book *book);

/* NULL is allowed. */
void
sabot_book_free(struct sabot_book *book);

/* Find a round of a table. False with an error if there is none. */
bool
sabot_book_get_round(struct sabot_book *book, const char *table, int64_t round,
		     struct sabot_index_round *ret_round, GError **error);

/*
 * Find the round in which, or just after which, an incident of a table was raised. False with an
 * error if there is none.
 */
bool
sabot_book_get_round_of_incident(struct sabot_book *book, const char *table, int64_t incident,
				 struct sabot_index_round *ret_round, GError **error);

/*
 * Find a load's events: from the one that put it into the shoe to the one before the next load, or
 * the log's last. False with an error if its beginning is not in this file.
 */
bool
sabot_book_get_load(struct sabot_book *book, const char *table, int64_t load,
		    struct sabot_log_range *ret_range, GError **error);

/* A playback of the table that knows its loads. NULL with an error. Transferred. */
struct sabot_playback *
sabot_book_get_playback(struct sabot_book *book, const char *table, GError **error);
