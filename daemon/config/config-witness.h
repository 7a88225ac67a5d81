/*
 * The configuration's part on witnesses: [witness NAME] (docs/witness.md).
 */
#pragma once

#include "store/proof/key.h"

/* Who signs the heads of this house's log. */
struct sabot_witness_config {
	char *name;
	char *url; /* of C2SP's tlog-witness, without a slash at its end */
	struct sabot_key *key;
	int within_s; /* so long it may be silent */
};

/* An empty list of them. Transferred. */
GPtrArray *
sabot_config_witnesses_new(void);
