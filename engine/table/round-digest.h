/*
 * Numbers by which two reports of a round are compared without keeping them.
 */
#pragma once

#include "table.h"

/* The number for which of the round's cards lie in a hand, in order. */
uint64_t
sabot_digest_order(const struct sabot_round *round, struct sabot_hand_id id);

/* The number for all that is printed of a round but its line and `again`. */
uint64_t
sabot_digest_report(const struct sabot_update *update, const struct sabot_round_report *report);
