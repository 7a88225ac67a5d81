/*
 * Witnesses of a log that is being proven (verify.h): up to where their cosignatures cover it. The
 * cosignatures are in its house log, or were kept elsewhere.
 */
#pragma once

#include "verify.h"

struct sabot_verify_demand {
	GPtrArray *keys;   /* of struct sabot_key: a cosignature by one of them is required */
	const char *kept;  /* a head cosigned by a witness and kept elsewhere; or NULL */
	int64_t within_us; /* how much newer than the head the last checkpoint may be */
};

/*
 * Require a witness; call it before anything is fed. False with an error if the kept head cannot be
 * read, or is not cosigned by one of the keys.
 */
bool
sabot_verify_demand_witness(struct sabot_verify *verify, const struct sabot_verify_demand *demand,
			    GError **error);

/*
 * Check a piece of a case file (case-witness.h): a text like that of a `witnessed` event, with
 * `checkpoint`, the number of one already fed. False if a required witness has signed a different
 * checkpoint.
 */
bool
sabot_verify_witness_leaf(struct sabot_verify *verify, const char *text);
