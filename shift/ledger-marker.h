/* The markers in a ledger, and their numbers. */
#pragma once

#include "ledger.h"

/* Find a marker by number. Borrowed; NULL if the number was not used on that gaming day. */
const struct sabot_marker *
sabot_ledger_find_marker(const struct sabot_ledger *ledger, const char *day, int64_t number);

/* The number that the next marker of a gaming day gets. */
int64_t
sabot_ledger_next_marker(const struct sabot_ledger *ledger, const char *day);

/*
 * The number of the only marker of a table and shift that has this amount and is not void; 0: there
 * is none, or there are several.
 */
int64_t
sabot_ledger_marker_of(const struct sabot_ledger *ledger, const char *shift, const char *table,
		       int64_t amount_minor);
