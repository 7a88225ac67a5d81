/*
 * A database opened for whoever looks something up in it: with its index, made or brought up to
 * date first. Reads the log only; the daemon may be at work on it. One thread at a time.
 */
#pragma once

#include "indexer.h"
#include "store/index-find.h"

struct sabot_book {
	struct sabot_db *db;
	struct sabot_db *index;
	char *profiles_dir; /* or NULL */
};

struct sabot_book_options {
	const char *path;         /* a database, a backup or an archive */
	const char *index_path;   /* NULL: beside it */
	const char *profiles_dir; /* of the house's own profiles, or NULL */
};

/* NULL with a sentence. Transferred. */
struct sabot_book *
sabot_book_open(const struct sabot_book_options *options, GError **error);
/* NULL is allowed. */
void
sabot_book_free(struct sabot_book *book);

/* The round of a table. False with a sentence when there is none. */
bool
sabot_book_get_round(struct sabot_book *book, const char *table, int64_t round,
		     struct sabot_index_round *ret_round, GError **error);

/* The round in which, or just after which, an incident of a table was raised; likewise. */
bool
sabot_book_get_round_of_incident(struct sabot_book *book, const char *table, int64_t incident,
				 struct sabot_index_round *ret_round, GError **error);

/* A tape of the table, which knows its loads. NULL with a sentence. Transferred. */
struct sabot_tape *
sabot_book_get_tape(struct sabot_book *book, const char *table, GError **error);
