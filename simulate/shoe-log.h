/* Deals a recorded event log again. */
#pragma once

#include "shoe-state.h"

/* Queue the events of a log. False with an error. */
bool
shoe_table_queue_log(struct shoe_table *table, const char *path, GError **error);
