/*
 * What a connection looks up in the log with `verify` and `what_if` (docs/wire.md). On the thread
 * of lookup.h.
 */
#pragma once

#include "lookup.h"

/*
 * Whether a load is derived as it was recorded: the answer to a struct
 * sabot_wire_verify_request.
 */
sabot_lookup_work_fn sabot_lookup_verify;

/*
 * Rounds under another ruling, reading or rules: the answer to a struct sabot_wire_what_if_request.
 */
sabot_lookup_work_fn sabot_lookup_what_if;
