/*
 * The witnesses of this house's log (docs/witness.md): their signatures become events of the house
 * log; a witness that is silent for too long, or has another history, is a finding. Main thread;
 * head-sender.h does the networking.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_witnesses;

/* NULL if the configuration has no witness, or no key signs. The floor is borrowed. Transferred. */
struct sabot_witnesses *
sabot_witnesses_new(struct sabot_floor *floor);
/* Call before the floor is stopped. NULL is allowed. */
void
sabot_witnesses_free(struct sabot_witnesses *witnesses);
