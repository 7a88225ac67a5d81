/*
 * What a dealer puts right for rounds that are over: orders of the pit, and dues that changed after
 * they were paid. Pure. No GTK.
 */
#pragma once

#include "proto/view.h"

/* No round is being dealt: other tasks at the table may be offered. */
bool
sabot_dealer_redress_is_time(const struct sabot_wire_view *view);

/*
 * What is to be put right between rounds because a due changed after it was paid (struct
 * sabot_wire_difference, borrowed): not what the payouts of the round that is shown say already.
 */
GPtrArray *
sabot_dealer_redress_differences(const struct sabot_wire_view *view);

/*
 * The event that reports the first of it as done, and the label of its key; both are transferred.
 * NULL: nothing is to be put right now.
 */
json_t *
sabot_dealer_redress_next(const struct sabot_wire_view *view, char **ret_label);
