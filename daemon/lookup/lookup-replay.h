/*
 * Answers the requests `story` and `replay` (docs/wire.md), which read the log. On the thread of
 * lookup.h.
 */
#pragma once

#include "lookup.h"

/* A round line by line: the answer to a struct sabot_wire_story_request. */
sabot_lookup_work_fn sabot_lookup_story;

/* A table as its screens showed it: the answer to a struct sabot_wire_replay_request. */
sabot_lookup_work_fn sabot_lookup_replay;
