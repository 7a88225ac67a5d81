/*
 * Making checkpoints: on the connection that writes, between its transactions.
 */
#pragma once

#include "checkpoint.h"

/* A checkpoint as stored. */
struct sabot_seal {
	int64_t number, seq; /* 0 = none yet */
	int64_t at_us;
	char *note; /* or NULL */
};

/* Free its contents. The struct itself is the caller's. */
void
sabot_seal_clear(struct sabot_seal *seal);

/* Read the last checkpoint of the database; number 0 if there is none. Clear it after use. */
bool
sabot_seal_read_last(struct sabot_db *db, struct sabot_seal *ret_seal, GError **error);

/* Read checkpoint `number`. Clear it after use. */
bool
sabot_seal_read(struct sabot_db *db, int64_t number, struct sabot_seal *ret_seal, GError **error);

/* Find the number of the first checkpoint over event `seq`; 0: none here. */
bool
sabot_seal_find(struct sabot_db *db, int64_t seq, int64_t *ret_number, GError **error);

/* Copy a checkpoint of another file into an archive's file. */
bool
sabot_seal_put(struct sabot_db *db, const struct sabot_seal *seal, GError **error);

/* Extend the trees of the mirror's logs as the database's were extended at this checkpoint. */
bool
sabot_seal_follow(struct sabot_db *db, const struct sabot_seal *seal, GError **error);

/*
 * The expected value of the key's TPM counter when the last checkpoint was made: the value in that
 * checkpoint, or the counter's first value if the key has not signed it.
 */
bool
sabot_seal_read_counter(struct sabot_db *db, const struct sabot_key *key, int64_t *ret_counter,
			GError **error);

/*
 * Commit a checkpoint that covers all events. Does nothing and returns true if there are no events
 * after the last checkpoint. If the key is in a TPM, its counter is then advanced.
 */
bool
sabot_seal_make(struct sabot_db *db, const struct sabot_key *key, GError **error);
