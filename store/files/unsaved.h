/*
 * A note about events that the database lacks: which are in memory only, because the spool does not
 * take them either, and how far the spool's files are written. The next start reads it, after a
 * kill as well: what was lost with the memory, or with a file that somebody removed or cut short,
 * is noticed. The note overwrites the existing file's bytes, so that it can be written on a full
 * disk, too, in each of several directories. On the writer's thread, except for creating and
 * reading it.
 */
#pragma once

#include "spool-seal.h"

struct sabot_unsaved;

struct sabot_unsaved_note {
	int64_t memory_seq; /* the first event that is in memory only; 0: none is */
	int64_t spool_seq;  /* the last one sealed in the spool's file; 0: it has none */
	/* The last seal of an outage's file, by its file and number; number 0: there is none. */
	uint8_t outage_file[SABOT_SPOOL_FILE_BYTES];
	int64_t outage_batch;
};

/* `folders` is NULL-terminated; missing files are created. Transferred. */
struct sabot_unsaved *
sabot_unsaved_new(const char *const *folders);
/* NULL is allowed. */
void
sabot_unsaved_free(struct sabot_unsaved *unsaved);

/*
 * Read what an earlier run noted. If copies differ, `ret_note` gets those of their values that
 * leave most events unsaved. A copy that `key` (NULL: no key) has not signed is ignored; the result
 * is false if such a copy says that anything is unsaved.
 */
bool
sabot_unsaved_read(const struct sabot_unsaved *unsaved, const struct sabot_key *key,
		   struct sabot_unsaved_note *ret_note);
/*
 * Add what the copies say that an earlier start's key has signed: its public line, "" for none.
 * NULL adds nothing: it is not known.
 */
void
sabot_unsaved_read_former(const struct sabot_unsaved *unsaved, const char *former,
			  struct sabot_unsaved_note *note);

/* Replace each copy. Directories that cannot be written are skipped. */
void
sabot_unsaved_write(const struct sabot_unsaved *unsaved, const struct sabot_unsaved_note *note,
		    const struct sabot_key *key);

/* Read a copy's text. What it does not say, or cannot be read, is 0. */
void
sabot_unsaved_parse(const char *text, struct sabot_unsaved_note *ret_note);
