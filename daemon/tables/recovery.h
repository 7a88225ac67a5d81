/*
 * The start: opens the store, imports the spool, and replays every table to its last state. If the
 * database cannot be used, the tables start empty and the game continues.
 */
#pragma once

#include "floor-state.h"

/*
 * Sets the floor's writer, reader, seq, is_saved, key_line and outage, and brings its tables up to
 * date. Failures are logged and never end the daemon.
 */
void
sabot_recovery_run(struct sabot_floor *floor);

/*
 * Open the reader for exports, once the database can be opened. False with an error if there is
 * none.
 */
bool
sabot_recovery_open_reader(struct sabot_floor *floor, GError **error);
