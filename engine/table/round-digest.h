/*
 * Numbers by which two reports of a round are compared without keeping them.
 */
#pragma once

#include "table.h"

/* Of which of the round's cards lie at a place, in order. */
uint64_t
sabot_digest_order(const struct sabot_round *round, struct sabot_hand_id id);

/* Of all that is printed of a round but its line and `again`. */
uint64_t
sabot_digest_report(const struct sabot_update *update, const struct sabot_round_report *report);
