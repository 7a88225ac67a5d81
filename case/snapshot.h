/*
 * A table's state at one moment, packed, since most of its memory is zeros. Only the program that
 * packed it can read it (SABOT_CASE_PROGRAM_ID), so it is stored in an index and nowhere else.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

/* Transferred. */
GBytes *
sabot_snapshot_pack(const struct sabot_table *table);

/* False, leaving the result, for anything that sabot_snapshot_pack() did not make. */
bool
sabot_snapshot_unpack(GBytes *packed, struct sabot_table *ret_table);
