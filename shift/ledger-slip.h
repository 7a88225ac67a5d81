/*
 * Fill and credit slips of a ledger, and their numbers.
 */
#pragma once

#include "ledger.h"

/* The slip of that number. Borrowed; NULL if the number was not used on that gaming day. */
const struct sabot_slip *
sabot_ledger_find_slip(const struct sabot_ledger *ledger, const char *day, int64_t number);

/* The table that it is for: a form may have been printed for one. NULL: not known. Borrowed. */
const char *
sabot_slip_table(const struct sabot_slip *slip);

/* The number that the next slip of a gaming day gets. */
int64_t
sabot_ledger_next_slip(const struct sabot_ledger *ledger, const char *day);

/* The state as a word of the wire. Static. */
const char *
sabot_slip_state_to_string(enum sabot_slip_state state);
