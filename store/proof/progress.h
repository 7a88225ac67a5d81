/*
 * The progress note: how far each log of a database was when it was last saved. It is a file on the
 * spool's disk, outside the database, so that a database that was put back, replaced or cut short
 * is noticed. A signed note like a checkpoint, or its body alone while there is no key. There is
 * one way to write it; docs/storage.md shows one.
 */
#pragma once

#include "note-body.h"
#include "key.h"

/* Of the note's file; what is longer is not read. */
enum { SABOT_PROGRESS_BYTES_MAX = 1024 * 1024 };

struct sabot_progress {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t seq;      /* the last event of all logs */
	GPtrArray *heads; /* of struct sabot_note_head, by name */
};

/* How far the logs of the database are; those without a chain are left out. Transferred. */
struct sabot_progress *
sabot_progress_read(struct sabot_db *db, GError **error);

/* NULL is allowed. */
void
sabot_progress_free(struct sabot_progress *progress);

/* As a note, signed unless `key` is NULL. Transferred. */
char *
sabot_progress_format(const struct sabot_progress *progress, const struct sabot_key *key);

/*
 * Read a note. NULL with an error unless it is exactly as this program writes one; nothing is
 * said yet about its signature. Transferred.
 */
struct sabot_progress *
sabot_progress_parse(const char *note, GError **error);

/* What a database is, held against a progress note. */
enum sabot_progress_fault {
	SABOT_PROGRESS_KEPT,   /* it has all that the note names */
	SABOT_PROGRESS_BEHIND, /* it lacks the end of one log or more */
	SABOT_PROGRESS_FORKED, /* a log has another event where the note has its hash */
	SABOT_PROGRESS_OTHER,  /* it is another database */
};

struct sabot_progress_result {
	enum sabot_progress_fault fault;
	int64_t from_seq, to_seq; /* BEHIND: what is missing, counted over all logs */
	char *logs;               /* BEHIND: "PB-01 5-12, house 9-30": by log and number in it */
	char *log;                /* FORKED: the first such */
	int64_t n;
};

/* Free what it points to. The struct itself is the caller's. */
void
sabot_progress_result_clear(struct sabot_progress_result *result);

/* Compare. False with an error when the database cannot be read. */
bool
sabot_progress_compare(const struct sabot_progress *progress, struct sabot_db *db,
		       struct sabot_progress_result *ret_result, GError **error);
