/*
 * Reads a spool's file and decides which of its records the house itself wrote. A file that
 * somebody planted, changed or combined from others yields no records of theirs.
 */
#pragma once

#include "spool-seal.h"

/* Whose signatures count. */
struct sabot_spool_trust {
	const struct sabot_key *key; /* borrowed; it also signs. NULL: nothing is signed */
	/* public lines of keys before it (key-list.h), the spool's own; "" is none. Or NULL */
	char **formers;
	bool is_open;  /* the last start had no key: unsigned records count, too */
	bool is_blind; /* there is nothing to check signatures with: each one counts */
};

struct sabot_spool_content {
	GPtrArray *records; /* of struct sabot_log_record: the house's, oldest first */
	/* of struct sabot_log_record: after the first place that is not as it was written */
	GPtrArray *behind;
	char *why;                  /* what is wrong at that place; NULL: nothing */
	int64_t bad_line;           /* the line of that place, from 1; 0: the file as a whole */
	bool is_accepted;           /* a person signed records that the daemon had not */
	bool is_there;              /* the file exists */
	GArray *batches;            /* of struct sabot_spool_batch */
	struct sabot_chain_hash id; /* of the whole file; zeros without a file */
	struct sabot_spool_seal last;
	int64_t sealed_bytes; /* up to the end of the last seal; 0: none */
};

/* Records that were written at once. */
struct sabot_spool_batch {
	guint n_records; /* number of records up to its end, in `records` and `behind` together */
	struct sabot_chain_hash digest;
};

/*
 * Read the file. An incomplete end, cut short by a crash, was never acknowledged and is left out. A
 * file that belongs to another user, or that others may write to, yields no records. Transferred;
 * never NULL.
 */
struct sabot_spool_content *
sabot_spool_read_file(const char *path, bool is_outage, const struct sabot_spool_trust *trust);

/*
 * As sabot_spool_read_file(), for a file that is open and may no longer have a name. Whose it is
 * and who may write to it do not matter if it ends with `last`, the seal that was written last: it
 * is then as it was written.
 */
struct sabot_spool_content *
sabot_spool_read_open(int fd, bool is_outage, const struct sabot_spool_trust *trust,
		      const struct sabot_spool_seal *last);

/* NULL is allowed. */
void
sabot_spool_content_free(struct sabot_spool_content *content);

/* As sabot_spool_read_file(), for the text of a spool, which need not end with NUL. */
struct sabot_spool_content *
sabot_spool_parse(const char *text, size_t n_bytes, const struct sabot_spool_trust *trust);
