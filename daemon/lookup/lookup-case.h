/*
 * The case file that a connection requests with `case` (docs/wire.md). On the thread of lookup.h.
 */
#pragma once

#include "lookup.h"

/* A verified case file of a round: the answer to a struct sabot_wire_case_request. */
sabot_lookup_work_fn sabot_lookup_case;
