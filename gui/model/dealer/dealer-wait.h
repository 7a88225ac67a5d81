/*
 * Whether the pit is waited for, and what for. No GTK.
 */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <stdbool.h>

/* Nothing goes on at the table until the pit has ruled. */
bool
sabot_dealer_wait_is_on(SabotDealerTable *table);

/* What it is about; NULL: nothing is waited for, or it is not known yet. Borrowed, until the next
 * "changed". */
const struct sabot_wire_incident *
sabot_dealer_wait_find(SabotDealerTable *table);
