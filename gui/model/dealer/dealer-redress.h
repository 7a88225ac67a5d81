/*
 * What a dealer puts right for rounds that are over: orders of the pit, and payments whose due
 * changed after they were made. Pure. No GTK.
 */
#pragma once

#include "proto/view.h"

/* True if no round is being dealt: other tasks at the table may be offered. */
bool
sabot_dealer_redress_is_time(const struct sabot_wire_view *view);

/*
 * The differences to put right between rounds because a due changed after it was paid (struct
 * sabot_wire_difference, borrowed), except those that the payouts of the round shown already
 * include.
 */
GPtrArray *
sabot_dealer_redress_differences(const struct sabot_wire_view *view);

/*
 * The event that reports the first of them as done, and its key's label; both are transferred. NULL
 * if nothing is to be put right now.
 */
json_t *
sabot_dealer_redress_next(const struct sabot_wire_view *view, char **ret_label);
