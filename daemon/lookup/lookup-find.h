/*
 * What a connection looks up in the log with `find` (docs/wire.md). On the thread of lookup.h.
 */
#pragma once

#include "lookup.h"

/* Rounds and events by what is known of them: the answer to a struct sabot_wire_find_request. */
sabot_lookup_work_fn sabot_lookup_find;
