/* The simulated dealer's next action. */
#pragma once

#include "shoe-state.h"

/* Do what the view's prompt asks for. */
void
shoe_table_go_on(struct shoe_table *table);

/* A round was settled: pay the winners. `stakes` has struct sabot_settle_line *. */
void
shoe_table_pay(struct shoe_table *table, const GPtrArray *stakes);

/* An unread card was flagged: key it in after a delay. */
void
shoe_table_read_as(struct shoe_table *table, int64_t incident);
