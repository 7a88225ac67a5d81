/* Whether the table waits for the pit, and why. No GTK. */
#pragma once

#include "gui/model/dealer/dealer-table.h"

#include <stdbool.h>

/* True if the table is stopped until the pit has ruled. */
bool
sabot_dealer_wait_is_on(SabotDealerTable *table);

/*
 * The incident that it waits for; NULL if it does not wait, or this is not known yet. Borrowed,
 * until the next "changed".
 */
const struct sabot_wire_incident *
sabot_dealer_wait_find(SabotDealerTable *table);
