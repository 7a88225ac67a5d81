/*
 * What a database signs about itself when one of its tables goes to another machine: which of its
 * checkpoints others have been given. Who has one of them that is not named sees that the database
 * has another past than it had. There is one way to write it; docs/storage.md shows one.
 */
#pragma once

#include "chain.h"
#include "key.h"

/* Of a statement; what is longer is not read. */
enum { SABOT_WITNESS_BYTES_MAX = 1024 * 1024 };

/* A checkpoint that was given, or the first one after a backup was put back by the book. */
struct sabot_witness_line {
	int64_t checkpoint;
	int64_t at_us;                  /* of one after a backup: when it was made */
	struct sabot_chain_hash sealed; /* of one that was given: its note's digest */
};

struct sabot_witness {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t since;    /* all that was given from this checkpoint on is named, */
	int64_t until;    /* up to this one, the last, which comes with it */
	GArray *restored; /* of struct sabot_witness_line, in the log's order */
	GArray *given;    /* likewise: each was the last one then */
};

/* Empty. Transferred. */
struct sabot_witness *
sabot_witness_new(void);
/* NULL is allowed. */
void
sabot_witness_free(struct sabot_witness *witness);

/* As a note, signed with the secret key. Transferred. */
char *
sabot_witness_sign(const struct sabot_witness *witness, const struct sabot_key *key);

/*
 * Read a statement. NULL with a sentence unless it is exactly as this program writes one; nothing
 * is said yet about its signature. Transferred.
 */
struct sabot_witness *
sabot_witness_parse(const char *note, GError **error);

/* A backup was put back by the book after `at_us`. `witness` may be NULL. */
bool
sabot_witness_has_restored(const struct sabot_witness *witness, int64_t at_us);

/*
 * The database has given this checkpoint, when it was its last, and does not say so any more: it
 * is not what it was then.
 */
bool
sabot_witness_denies(const struct sabot_witness *witness, int64_t checkpoint,
		     struct sabot_chain_hash sealed);
