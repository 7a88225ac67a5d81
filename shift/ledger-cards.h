/*
 * Sets of cards of a ledger.
 */
#pragma once

#include "ledger.h"

/* The state as a word of the wire. Static. */
const char *
sabot_set_state_to_string(enum sabot_set_state state);
