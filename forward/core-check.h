/* Verifies a core's copy of one database like a file of the house. */
#pragma once

#include "core-reader.h"

struct sabot_verify;

/* A walker that feeds `verify` (borrowed). Faults end the walk, and are in the verdict. */
struct sabot_core_walker
sabot_core_feed(struct sabot_verify *verify);

/*
 * Feed the whole copy to `verify`, which must be new. False with an error as sabot_core_walk();
 * faults of events and checkpoints are in the verdict of `verify`.
 */
bool
sabot_core_verify(struct sabot_core *core, const struct sabot_core_origin *origin,
		  struct sabot_verify *verify, struct sabot_core_cover *ret_cover, GError **error);
