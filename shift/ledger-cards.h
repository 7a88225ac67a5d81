/* The sets of cards in a ledger. */
#pragma once

#include "ledger.h"

/* The state as used on the wire. Static. */
const char *
sabot_set_state_to_string(enum sabot_set_state state);
