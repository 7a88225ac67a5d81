/*
 * Replacing the key: a new key signs a note, when it is drawn, about the key that signed the last
 * checkpoint until then. A key without such a note cannot prove whose the existing checkpoints are.
 */
#pragma once

#include "store/keys/key.h"

struct sabot_key_wish {
	const char *name;
	bool is_in_tpm; /* then with `pcrs` as in sabot_key_create_in_tpm() */
	uint32_t pcrs;
};

/*
 * Draw the key of `state_dir` with sabot_key_create() or sabot_key_create_in_tpm(). If a database
 * is there whose checkpoints were signed by a key that its log names, write the note beside it.
 * NULL with an error. Transferred.
 */
struct sabot_key *
sabot_key_change_create(const char *state_dir, const struct sabot_key_wish *wish, GError **error);

/*
 * The note of `state_dir`, or else of the house log behind the last checkpoint, if it is valid:
 * signed by the key, about this database, and naming the key that signed the last checkpoint. NULL
 * otherwise. Transferred.
 */
char *
sabot_key_change_find(struct sabot_db *db, const char *state_dir, const struct sabot_key *key);
