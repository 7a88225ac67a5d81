/*
 * Making checkpoints: on the connection that writes, between its transactions.
 */
#pragma once

#include "checkpoint.h"

/* What is stored of a checkpoint, and what it says. */
struct sabot_seal {
	int64_t number, seq; /* 0 = there is none yet */
	int64_t at_us;
	char *note; /* or NULL */
};

/* Free what it keeps. The struct itself is the caller's. */
void
sabot_seal_clear(struct sabot_seal *seal);

/* The last checkpoint of the database; number 0 when there is none. Clear it after use. */
bool
sabot_seal_read_last(struct sabot_db *db, struct sabot_seal *ret_seal, GError **error);

/* Likewise checkpoint `number`. */
bool
sabot_seal_read(struct sabot_db *db, int64_t number, struct sabot_seal *ret_seal, GError **error);

/* The number of the first checkpoint over event `seq`; 0: it is under none that is here. */
bool
sabot_seal_find(struct sabot_db *db, int64_t seq, int64_t *ret_number, GError **error);

/* Copy a checkpoint of another file into an archive's file. */
bool
sabot_seal_put(struct sabot_db *db, const struct sabot_seal *seal, GError **error);

/* Let the trees of the mirror's logs grow as the database's did at this checkpoint. */
bool
sabot_seal_follow(struct sabot_db *db, const struct sabot_seal *seal, GError **error);

/*
 * What the counter of the key's TPM was to be when the last checkpoint was made: as it carries, or,
 * where the key has not signed it, as the counter began.
 */
bool
sabot_seal_read_counter(struct sabot_db *db, const struct sabot_key *key, int64_t *ret_counter,
			GError **error);

/*
 * Commit a checkpoint that covers all events. Does nothing and returns true if there are no events
 * after the last checkpoint. With a key in a TPM its counter then goes on.
 */
bool
sabot_seal_make(struct sabot_db *db, const struct sabot_key *key, GError **error);
