/*
 * The witnesses of this house's log (docs/witness.md): their signatures become events of the house
 * log, and one that is silent for too long, or knows another past, is a finding. Main thread; the
 * network is head-sender.h's.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_witnesses;

/* NULL where the configuration has none, or nothing signs. The floor is borrowed. Transferred. */
struct sabot_witnesses *
sabot_witnesses_new(struct sabot_floor *floor);
/* Before the floor is stopped. NULL is allowed. */
void
sabot_witnesses_free(struct sabot_witnesses *witnesses);
