/*
 * Cosignatures (C2SP tlog-cosignature, "cosignature/v1"): a witness signs a log's head together
 * with the time, which states that it has seen no other past of the log. Pure; no I/O.
 */
#pragma once

#include "store/keys/key.h"

/*
 * The signature line, with its line end, of a witness's secret key over the text of a head at a
 * time (seconds since 1970, above 0). Transferred.
 */
char *
sabot_cosign(const char *body, const struct sabot_key *key, int64_t time_s);

/* True if `bytes`, the part of a signature line after the key's id, are a valid cosignature. */
bool
sabot_cosign_is_good(const uint8_t *bytes, size_t n_bytes, const char *body,
		     const struct sabot_key *key, int64_t *ret_time_s);
