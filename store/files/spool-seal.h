/*
 * The seal under each batch of the spool: one line of its file, with a signed note like a
 * checkpoint's. It covers the lines since the previous seal, and that seal. The first line of a
 * file is a seal over no lines. Without a signing key the note is its text alone; docs/storage.md
 * shows one.
 */
#pragma once

#include "store/log/chain.h"
#include "store/keys/key.h"

enum {
	SABOT_SPOOL_FILE_BYTES = 16,
	SABOT_SPOOL_SEAL_BYTES_MAX = 4096, /* of a seal's line */
};

struct sabot_spool_seal {
	bool is_outage;                       /* the file is an outage's (spool.h) */
	uint8_t file[SABOT_SPOOL_FILE_BYTES]; /* random: different for every file */
	int64_t batch;                        /* 0 for the first line of a file, 1, 2, … */
	int64_t accepted; /* 1: a person signed what the daemon had not; otherwise 0 */
	int64_t lines;
	/* SHA-256 of the previous seal's text; zeros in the first */
	struct sabot_chain_hash previous;
	struct sabot_chain_hash digest; /* SHA-256 of the lines with their ends */
};

/* The line with its end, signed unless `key` is NULL. Transferred. */
char *
sabot_spool_seal_format(const struct sabot_spool_seal *seal, const struct sabot_key *key);

/* True if the line, of `n_bytes` bytes, claims to be a seal. */
bool
sabot_spool_seal_is_line(const char *line, size_t n_bytes);

/*
 * Read a line without its end. False unless it is exactly as this program writes one. The signature
 * is not checked. `ret_note` is transferred.
 */
bool
sabot_spool_seal_parse(const char *line, struct sabot_spool_seal *ret_seal, char **ret_note);

/* SHA-256 of the seal's text, without the signature. */
struct sabot_chain_hash
sabot_spool_seal_digest(const struct sabot_spool_seal *seal);
