/*
 * What a spool's file is worth: which of its records the house itself wrote, and what else is in
 * it. A file that somebody planted, changed or put together from others yields no record of theirs.
 */
#pragma once

#include "spool-seal.h"

/* Whose signatures count. */
struct sabot_spool_trust {
	const struct sabot_key *key; /* borrowed; it also signs. NULL: nobody does */
	char *former;  /* the public line of the last start's, the spool's; NULL or "": none */
	bool is_open;  /* the last start had no key: what nobody signed counts, too */
	bool is_blind; /* nothing is known to prove it with: each signature counts */
};

struct sabot_spool_content {
	GPtrArray *records; /* of struct sabot_log_record: the house's, oldest first */
	GPtrArray *behind;  /* likewise, behind the first place that is not as it was written */
	char *why;          /* what is wrong there; NULL: nothing is */
	int64_t bad_line;   /* its line, 1 the first; 0: the file as such */
	bool is_accepted;   /* a person signed what the daemon had not */
	bool is_there;      /* there is a file */
	GArray *batches;    /* of struct sabot_spool_batch */
	struct sabot_chain_hash id; /* of the file, however long it is; without one zeros */
	struct sabot_spool_seal last;
	int64_t sealed_bytes; /* up to the end of the last seal; 0: there is none */
};

/* What was written at once. */
struct sabot_spool_batch {
	guint n_records; /* with those before it, `records` and `behind` together */
	struct sabot_chain_hash digest;
};

/*
 * Read the file. What a crash cut short at its end was never acknowledged and is left out. A file
 * that belongs to somebody else, or that others may write to, has no records. Transferred; never
 * NULL.
 */
struct sabot_spool_content *
sabot_spool_read_file(const char *path, bool is_outage, const struct sabot_spool_trust *trust);

/* NULL is allowed. */
void
sabot_spool_content_free(struct sabot_spool_content *content);

/* Likewise of a spool's text, which need not end with NUL. */
struct sabot_spool_content *
sabot_spool_parse(const char *text, size_t n_bytes, const struct sabot_spool_trust *trust);
