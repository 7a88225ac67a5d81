/*
 * The start: the store opened, the spool imported, every table replayed to where it stood. When the
 * database cannot be used, the tables start from nothing and the game goes on all the same.
 */
#pragma once

#include "floor-state.h"

/*
 * Sets the floor's writer, reader, seq, is_saved, key_line and outage, and brings its tables up to
 * date. What goes wrong is said and never ends the daemon.
 */
void
sabot_recovery_run(struct sabot_floor *floor);

/* For exports, once the database can be opened. False with an error: there is none. */
bool
sabot_recovery_open_reader(struct sabot_floor *floor, GError **error);
