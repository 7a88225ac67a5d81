/*
 * Another key takes over: a note that the new key signs when it is drawn, about the key that has
 * signed the last checkpoint until then. A key without such a note cannot prove whose the
 * checkpoints are that it finds.
 */
#pragma once

#include "key.h"

struct sabot_key_wish {
	const char *name;
	bool is_in_tpm; /* then `pcrs` as of sabot_key_create_in_tpm() */
	uint32_t pcrs;
};

/*
 * Draw the key of `state_dir` as sabot_key_create() or its sister does, and where a database lies
 * there whose checkpoints a key signed that its log names, write the note beside it. NULL with an
 * error. Transferred.
 */
struct sabot_key *
sabot_key_change_create(const char *state_dir, const struct sabot_key_wish *wish, GError **error);

/*
 * The note of `state_dir` when it is good: the key has signed it, it is about this database, and
 * the key that it names has signed the last checkpoint. NULL otherwise. Transferred.
 */
char *
sabot_key_change_find(struct sabot_db *db, const char *state_dir, const struct sabot_key *key);
