/*
 * Answers the requests `verify` and `what_if` (docs/wire.md), which derive parts of the log again.
 * On the thread of lookup.h.
 */
#pragma once

#include "lookup.h"

/*
 * Whether deriving a load gives what was recorded: the answer to a struct
 * sabot_wire_verify_request.
 */
sabot_lookup_work_fn sabot_lookup_verify;

/*
 * Rounds with another ruling, reading or rules: the answer to a struct sabot_wire_what_if_request.
 */
sabot_lookup_work_fn sabot_lookup_what_if;
