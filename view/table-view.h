/* A table as clients see it: the engine's state as a view of docs/wire.md, behind the veil. */
#pragma once

#include "engine/table/table.h"
#include "proto/view.h"

/*
 * Fill in everything that follows from the table alone: phase, prompt, hands, boxes, shoe, limits.
 * The rest of `view` is left unchanged. `view` is a fresh record of sabot_wire_view_type.
 */
void
sabot_table_view_fill(struct sabot_wire_view *view, const struct sabot_table *table);
