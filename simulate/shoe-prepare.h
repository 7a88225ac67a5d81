/* The actions of the simulated dealer at each connection before anything is dealt. */
#pragma once

#include "shoe-state.h"

/* Log in, and request the table's rules; then `is_prepared` is set. */
void
shoe_table_prepare(struct shoe_table *table);
