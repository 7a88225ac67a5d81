/* A table that works at another machine, or is being taken over from one (mover.h). */
#pragma once

#include "table-state.h"

/* Reset a table that is away, as if nothing had ever happened there. Its published state stays. */
void
sabot_table_service_restart(struct sabot_table_service *table);

/* Set why the table is not at work here; NULL: it is. */
void
sabot_table_service_set_away(struct sabot_table_service *table, const char *why);

/* Set an error if nothing can be done at the table, and whether it is shown from a copy. */
void
sabot_table_service_report_trouble(const struct sabot_table_service *table,
				   struct sabot_wire_view *view);
