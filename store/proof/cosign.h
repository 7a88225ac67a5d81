/*
 * Cosignatures (C2SP tlog-cosignature, "cosignature/v1"): a witness signs a log's head together
 * with the time, which says that it has seen no other past of the log. Pure; no I/O.
 */
#pragma once

#include "key.h"

/*
 * The line of a signature by a witness's secret key over the text of a head at a time (seconds
 * since 1970, above 0), with its end. Transferred.
 */
char *
sabot_cosign(const char *body, const struct sabot_key *key, int64_t time_s);

/* Whether these bytes, those behind the key's id in a signature's line, are such a signature. */
bool
sabot_cosign_is_good(const uint8_t *bytes, size_t n_bytes, const char *body,
		     const struct sabot_key *key, int64_t *ret_time_s);
