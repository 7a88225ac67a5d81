/*
 * The hash chain: one a log, over every event. Each hash covers the one before it, the event as it
 * is stored, and the part and the load that begin with it, so that no row can be changed, removed,
 * inserted or moved without all later hashes of its log changing. docs/storage.md describes the
 * bytes.
 */
#pragma once

#include "store/log/log-record.h"

enum { SABOT_CHAIN_HASH_BYTES = 32, SABOT_CHAIN_DATABASE_BYTES = 16 };

struct sabot_chain_hash {
	uint8_t bytes[SABOT_CHAIN_HASH_BYTES];
};

/* What every chain of a database begins with. */
struct sabot_chain_origin {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES]; /* random: no two databases have the same */
	int64_t unchained_seq; /* events up to it are from before the chain */
};

/* The hash before a log's first chained event. */
struct sabot_chain_hash
sabot_chain_begin(const struct sabot_chain_origin *origin, const char *log);

/* The hash of an event, after `previous`, as `record->salts` says. */
struct sabot_chain_hash
sabot_chain_next(struct sabot_chain_hash previous, const struct sabot_log_record *record);

/* Likewise with these salts; NULL: the hash has none, as those from before schema 6. */
struct sabot_chain_hash
sabot_chain_next_salted(struct sabot_chain_hash previous, const struct sabot_log_record *record,
			const struct sabot_salts *salts);

/* SHA-256 of a text. */
struct sabot_chain_hash
sabot_chain_digest(const char *text, size_t length_bytes);

/* True if both hashes are equal. */
bool
sabot_chain_is_equal(struct sabot_chain_hash one, struct sabot_chain_hash other);

/* Read the database's origin: its id and when its chain began. */
bool
sabot_chain_read_origin(struct sabot_db *db, struct sabot_chain_origin *ret_origin, GError **error);
