/*
 * A checkpoint: the heads of the logs at one moment, as a signed note (C2SP). One names those logs
 * that grew since the one before, whose digest it carries; so each vouches for all that came
 * before. The text is canonical: there is one way to write a checkpoint. docs/storage.md shows one.
 */
#pragma once

#include "note-body.h"
#include "store/log/note.h"

struct sabot_checkpoint {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t unchained_seq;            /* with `database`: the origin */
	int64_t number;                   /* 1, 2, … */
	struct sabot_chain_hash previous; /* digest of the whole note before; zeros in the first */
	int64_t at_us;                    /* when it was made */
	int64_t seq;                      /* the last event it covers */
	int64_t counter;                  /* of the signer's TPM, from then on; 0: not named */
	GPtrArray *heads;                 /* of struct sabot_note_head, by name */
	GPtrArray *trees; /* likewise: the roots over the same logs' salted hashes */
};

/* Empty, with number 0. Transferred. */
struct sabot_checkpoint *
sabot_checkpoint_new(const struct sabot_chain_origin *origin);
/* NULL is allowed. */
void
sabot_checkpoint_free(struct sabot_checkpoint *checkpoint);

/* Add a head; the logs come in the order of their names. */
void
sabot_checkpoint_add(struct sabot_checkpoint *checkpoint, const char *log, int64_t n,
		     struct sabot_chain_hash hash);

/* Add the root of the tree whose first leaf is event `from_n`; likewise. */
void
sabot_checkpoint_add_tree(struct sabot_checkpoint *checkpoint, const char *log, int64_t from_n,
			  struct sabot_chain_hash root);

/* Borrowed; NULL when it does not name the log. `checkpoint` may be NULL. */
const struct sabot_note_head *
sabot_checkpoint_find(const struct sabot_checkpoint *checkpoint, const char *log);

/* Likewise what it says of the log's tree; NULL: nothing. */
const struct sabot_note_head *
sabot_checkpoint_find_tree(const struct sabot_checkpoint *checkpoint, const char *log);

/* The note, signed with the secret key. Transferred. */
char *
sabot_checkpoint_sign(const struct sabot_checkpoint *checkpoint, const struct sabot_key *key);

/*
 * Read a note. NULL with an error unless it is exactly as this program writes one; nothing is
 * said yet about its signature. Transferred.
 */
struct sabot_checkpoint *
sabot_checkpoint_parse(const char *note, GError **error);
