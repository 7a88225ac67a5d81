/*
 * The table of the trials of game protection, in protection.c, and the files that add one kind each
 * (protection-*.c). Not for other files.
 */
#pragma once

#include "protection.h"

/* Add trials to `trials` (of struct sabot_trial, owned); they are not corrected yet. */
typedef void
sabot_protection_add_fn(GPtrArray *trials, const struct sabot_facts *facts);

sabot_protection_add_fn sabot_protection_add_rates, sabot_protection_add_payouts; /* -rates.c */
sabot_protection_add_fn sabot_protection_add_counts;                              /* -counts.c */
sabot_protection_add_fn sabot_protection_add_last_moment;                         /* -moment.c */
sabot_protection_add_fn sabot_protection_add_shuffles;                            /* -shuffle.c */
