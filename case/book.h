/*
 * A database opened for looking something up in it: with its index, made or brought up to
 * date first. Reads the log only; the daemon may be at work on it. One thread at a time.
 */
#pragma once

#include "indexer.h"
#include "store/index/index-find.h"
#include "store/log/log.h"

struct sabot_book {
	struct sabot_db *db;
	struct sabot_db *index;
	int64_t archived;   /* the last archive when it was opened */
	char *profiles_dir; /* or NULL */
	struct sabot_indexer *indexer;
};

/* How many events there are, and how many of them are in the index that is made. */
typedef void
sabot_book_progress_fn(int64_t n_done, int64_t n_all, void *data);

struct sabot_book_options {
	/* One log: a database, a backup or an archive, and further archives of it, NULL-terminated;
	 * those that are not given are looked for, in archive_dir (or NULL), too (joined.h). */
	const char *const *paths;
	const char *archive_dir;
	const char *index_path;           /* NULL: beside the last file */
	const char *profiles_dir;         /* of the house's own profiles, or NULL */
	sabot_book_progress_fn *progress; /* some times a second while the index is made, or NULL */
	void *data;
};

/* With an index that is up to date. NULL with an error. Transferred. */
struct sabot_book *
sabot_book_open(const struct sabot_book_options *options, GError **error);
/*
 * The same for who stays: it waits for nobody, and the index is brought up to date by
 * sabot_book_go_on().
 */
struct sabot_book *
sabot_book_open_behind(const struct sabot_book_options *options, GError **error);
/* Take in some thousand events; `*ret_n_events` is 0 when the index is up to date. */
bool
sabot_book_go_on(struct sabot_book *book, int64_t *ret_n_events, GError **error);
/* How many events there are, and how many of them are in the index. */
bool
sabot_book_measure(struct sabot_book *book, int64_t *ret_n_done, int64_t *ret_n_all,
		   GError **error);

/*
 * True if more of the database was archived since: open it again, or events are missed that moved.
 */
bool
sabot_book_is_outdated(struct sabot_book *book);

/* NULL is allowed. */
void
sabot_book_free(struct sabot_book *book);

/* The round of a table. False with an error when there is none. */
bool
sabot_book_get_round(struct sabot_book *book, const char *table, int64_t round,
		     struct sabot_index_round *ret_round, GError **error);

/* The round in which, or just after which, an incident of a table was raised; likewise. */
bool
sabot_book_get_round_of_incident(struct sabot_book *book, const char *table, int64_t incident,
				 struct sabot_index_round *ret_round, GError **error);

/*
 * A load's events: from the one that put it into the shoe to the one before the next load, or the
 * log's last. False with an error when its beginning is not in this file.
 */
bool
sabot_book_get_load(struct sabot_book *book, const char *table, int64_t load,
		    struct sabot_log_range *ret_range, GError **error);

/* A playback of the table, which knows its loads. NULL with an error. Transferred. */
struct sabot_playback *
sabot_book_get_playback(struct sabot_book *book, const char *table, GError **error);
