/*
 * The start: the store opened, the spool imported, every table replayed to where it stood.
 */
#pragma once

#include "floor.h"

/*
 * Sets the floor's writer, reader, seq and is_saved, and brings its tables up to date. False with a
 * sentence when the store cannot be used.
 */
bool
sabot_recovery_run(struct sabot_floor *floor, GError **error);
