/*
 * A checkpoint: the heads of the logs at one moment, as a signed note (C2SP). It names the logs
 * that grew since the previous checkpoint, whose digest it carries; so each vouches for all earlier
 * ones. The text is canonical: there is only one way to write a checkpoint. docs/storage.md shows
 * one.
 */
#pragma once

#include "store/log/note-body.h"
#include "store/keys/note.h"

struct sabot_checkpoint {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES];
	int64_t unchained_seq;            /* with `database`: the origin */
	int64_t number;                   /* 1, 2, … */
	/* digest of the whole previous note; zeros in the first */
	struct sabot_chain_hash previous;
	int64_t at_us;                    /* when it was made */
	int64_t seq;                      /* the last event it covers */
	/* of the signer's TPM, from this checkpoint on; 0: not given */
	int64_t counter;
	GPtrArray *heads;                 /* of struct sabot_note_head, by name */
	/* of struct sabot_note_head, by name: the roots over the same logs' salted hashes */
	GPtrArray *trees;
};

/* Empty, with number 0. Transferred. */
struct sabot_checkpoint *
sabot_checkpoint_new(const struct sabot_chain_origin *origin);
/* NULL is allowed. */
void
sabot_checkpoint_free(struct sabot_checkpoint *checkpoint);

/* Add a head; call it in the order of the logs' names. */
void
sabot_checkpoint_add(struct sabot_checkpoint *checkpoint, const char *log, int64_t n,
		     struct sabot_chain_hash hash);

/*
 * Add the root of the tree whose first leaf is event `from_n`; call it in the order of the logs'
 * names.
 */
void
sabot_checkpoint_add_tree(struct sabot_checkpoint *checkpoint, const char *log, int64_t from_n,
			  struct sabot_chain_hash root);

/* Borrowed; NULL if the checkpoint does not name the log. `checkpoint` may be NULL. */
const struct sabot_note_head *
sabot_checkpoint_find(const struct sabot_checkpoint *checkpoint, const char *log);

/* As sabot_checkpoint_find(), for the root of the log's tree. */
const struct sabot_note_head *
sabot_checkpoint_find_tree(const struct sabot_checkpoint *checkpoint, const char *log);

/* The note, signed with the secret key. Transferred. */
char *
sabot_checkpoint_sign(const struct sabot_checkpoint *checkpoint, const struct sabot_key *key);

/*
 * Read a note. NULL with an error unless it is exactly as this program writes one. The signature is
 * not checked. Transferred.
 */
struct sabot_checkpoint *
sabot_checkpoint_parse(const char *note, GError **error);
