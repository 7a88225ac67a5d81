/*
 * The statement that a database signs about itself when one of its tables moves to another machine:
 * which of its checkpoints others have been given. Somebody who has a checkpoint that is not named
 * sees that the database's past was changed. There is only one way to write it; docs/storage.md
 * shows one.
 */
#pragma once

#include "store/log/chain.h"
#include "store/keys/key.h"

/* Of a statement; a longer one is not read. */
enum { SABOT_WITNESS_BYTES_MAX = 1024 * 1024 };

/*
 * A checkpoint that was given, or the first one after a backup was restored with `sabotctl
 * restore`.
 */
struct sabot_witness_line {
	int64_t checkpoint;
	/* after a restore: when it was recorded; from earlier programs, when it was signed */
	int64_t at_us;
	struct sabot_chain_hash sealed; /* if given: its note's digest */
};

struct sabot_witness {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t since;    /* all checkpoints given from this one on are named, */
	int64_t until;    /* up to this one, the last, which is sent along */
	GArray *restored; /* of struct sabot_witness_line, in the log's order */
	/* of struct sabot_witness_line, in the log's order: each was the last one then */
	GArray *given;
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
 * Read a statement. NULL with a message unless it is exactly as this program writes one. The
 * signature is not checked. Transferred.
 */
struct sabot_witness *
sabot_witness_parse(const char *note, GError **error);

/*
 * True if a backup was restored with `sabotctl restore` after the earlier statement of the same
 * database, which does not name it. The clock, with the time `at_us` of the earlier one's last
 * checkpoint, decides only about what is not in it because it was archived, and where no statement
 * came with that checkpoint (NULL).
 */
bool
sabot_witness_has_restored_since(const struct sabot_witness *witness,
				 const struct sabot_witness *earlier, int64_t at_us);

/*
 * True if the database gave this checkpoint, when it was its last, and no longer names it: its past
 * was changed.
 */
bool
sabot_witness_denies(const struct sabot_witness *witness, int64_t checkpoint,
		     struct sabot_chain_hash sealed);
