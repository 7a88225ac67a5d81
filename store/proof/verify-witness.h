/*
 * What witnesses say of a log that is proven (verify.h): up to where it is under their
 * cosignatures, which stand in its house log, or were kept elsewhere.
 */
#pragma once

#include "verify.h"

struct sabot_verify_demand {
	GPtrArray *keys;   /* of struct sabot_key: a cosignature by one of them is wanted */
	const char *kept;  /* a head that a witness has cosigned and somebody else kept; or NULL */
	int64_t within_us; /* so much newer than it the last checkpoint may be */
};

/*
 * Demand it, before anything is fed. False with an error where the head that was kept cannot be
 * read, or is not cosigned by one of the keys.
 */
bool
sabot_verify_demand_witness(struct sabot_verify *verify, const struct sabot_verify_demand *demand,
			    GError **error);

/*
 * What a case file says (case-witness.h): a text as that of a `witnessed` event, with `checkpoint`,
 * the number of one that has come. False when a witness that is demanded has signed, and another.
 */
bool
sabot_verify_witness_leaf(struct sabot_verify *verify, const char *text);
