/* Answers the request `find` (docs/wire.md), which searches the log. On the thread of lookup.h. */
#pragma once

#include "lookup.h"

/* Find rounds and events by their properties: the answer to a struct sabot_wire_find_request. */
sabot_lookup_work_fn sabot_lookup_find;
