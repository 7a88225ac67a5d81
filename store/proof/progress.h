/*
 * The progress note: the last event of each log of a database when the note was saved. It is a file
 * on the spool's disk, outside the database, by which a database that was restored, replaced or
 * truncated is noticed. It is a signed note like a checkpoint, or only its body if there is no key.
 * There is only one way to write it; docs/storage.md shows one.
 */
#pragma once

#include "store/log/note-body.h"
#include "store/keys/key.h"

/* Of the note's file; a longer one is not read. */
enum { SABOT_PROGRESS_BYTES_MAX = 1024 * 1024 };

struct sabot_progress {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t seq;      /* the last event over all logs */
	GPtrArray *heads; /* of struct sabot_note_head, by name */
};

/* The progress of the database's logs; those without a chain are left out. Transferred. */
struct sabot_progress *
sabot_progress_read(struct sabot_db *db, GError **error);

/* NULL is allowed. */
void
sabot_progress_free(struct sabot_progress *progress);

/* As a note, signed unless `key` is NULL. Transferred. */
char *
sabot_progress_format(const struct sabot_progress *progress, const struct sabot_key *key);

/*
 * Read a note. NULL with an error unless it is exactly as this program writes one. The signature is
 * not checked. Transferred.
 */
struct sabot_progress *
sabot_progress_parse(const char *note, GError **error);

/* The result of comparing a database with a progress note. */
enum sabot_progress_fault {
	SABOT_PROGRESS_KEPT,   /* the database has all that the note names */
	SABOT_PROGRESS_BEHIND, /* one or more logs lack their ends */
	SABOT_PROGRESS_FORKED, /* a log has another event than the one whose hash is in the note */
	SABOT_PROGRESS_OTHER,  /* it is another database */
};

struct sabot_progress_result {
	enum sabot_progress_fault fault;
	int64_t from_seq, to_seq; /* BEHIND: the missing events, counted over all logs */
	/*
	 * "PB-01 5-12, house 9-30": the missing events by log and number in it. "PB-02 ?-7" is a
	 * log that has other events up to this number, from one on that the note does not name.
	 */
	char *logs;
	GPtrArray *lacking; /* the names of all such logs; NULL: there is none */
	char *log; /* FORKED: the first such log */
	int64_t n;
};

/* Free its contents. The struct itself is the caller's. */
void
sabot_progress_result_clear(struct sabot_progress_result *result);

/* True if the database may lack events of this log. */
bool
sabot_progress_result_lacks(const struct sabot_progress_result *result, const char *log);

/* Compare the database with the note. False with an error if the database cannot be read. */
bool
sabot_progress_compare(const struct sabot_progress *progress, struct sabot_db *db,
		       struct sabot_progress_result *ret_result, GError **error);

/*
 * Whether the database has all events of a copy of it. False with an error if one of them cannot be
 * read.
 */
bool
sabot_progress_has_all(struct sabot_db *copy, struct sabot_db *db, bool *ret_has, GError **error);

/* As sabot_progress_compare(), with how far the logs are in a copy of the database. */
bool
sabot_progress_compare_copy(struct sabot_db *copy, struct sabot_db *db,
			    struct sabot_progress_result *ret_result, GError **error);
