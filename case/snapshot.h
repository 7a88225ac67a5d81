/*
 * A table as it is at one moment, packed: most of its memory is zeros. Only the program that packed
 * it can read it (SABOT_CASE_PROGRAM_ID), so it is kept in an index and nowhere else.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

/* Transferred. */
GBytes *
sabot_snapshot_pack(const struct sabot_table *table);

/* False, leaving the result alone, for anything that sabot_snapshot_pack() has not made. */
bool
sabot_snapshot_unpack(GBytes *packed, struct sabot_table *ret_table);
