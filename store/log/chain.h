/*
 * The hash chain: one per log, over every event. Each hash covers the previous one, the event as it
 * is stored, and the part and the load that begin with it. So no row can be changed, removed,
 * inserted or moved without changing all later hashes of its log. docs/storage.md describes the
 * bytes.
 */
#pragma once

#include "log-record.h"

enum { SABOT_CHAIN_HASH_BYTES = 32, SABOT_CHAIN_DATABASE_BYTES = 16 };

struct sabot_chain_hash {
	uint8_t bytes[SABOT_CHAIN_HASH_BYTES];
};

/* The data with which every chain of a database begins. */
struct sabot_chain_origin {
	uint8_t database[SABOT_CHAIN_DATABASE_BYTES]; /* random: different for every database */
	int64_t unchained_seq; /* events up to this one are from before the chain */
};

/* The hash before a log's first chained event. */
struct sabot_chain_hash
sabot_chain_begin(const struct sabot_chain_origin *origin, const char *log);

/* The hash of an event, after `previous`, with the salts of `record->salts`. */
struct sabot_chain_hash
sabot_chain_next(struct sabot_chain_hash previous, const struct sabot_log_record *record);

/* As sabot_chain_next(), with these salts; NULL: unsalted, like hashes from before schema 6. */
struct sabot_chain_hash
sabot_chain_next_salted(struct sabot_chain_hash previous, const struct sabot_log_record *record,
			const struct sabot_salts *salts);

/* SHA-256 of a text. */
struct sabot_chain_hash
sabot_chain_digest(const char *text, size_t length_bytes);

/* True if both hashes are equal. */
bool
sabot_chain_is_equal(struct sabot_chain_hash one, struct sabot_chain_hash other);

/* Read the database's origin: its id and where its chain begins. */
bool
sabot_chain_read_origin(struct sabot_db *db, struct sabot_chain_origin *ret_origin, GError **error);
