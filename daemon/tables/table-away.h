/*
 * A table that is at work at another machine, or comes from one (mover.h).
 */
#pragma once

#include "table-state.h"

/* As if nothing had ever happened there; while it is away. What is published stays as it is. */
void
sabot_table_service_restart(struct sabot_table_service *table);

/* It is not at work here, for this reason; NULL: it is. */
void
sabot_table_service_set_away(struct sabot_table_service *table, const char *why);

/* Why nothing can be done there, if so. */
void
sabot_table_service_report_trouble(const struct sabot_table_service *table,
				   struct sabot_wire_view *view);
