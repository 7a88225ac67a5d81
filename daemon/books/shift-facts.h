/*
 * What the tables have to say when a shift is closed: where it was played, incidents that nobody
 * answered, loads without a verdict. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"
#include "shift/signoff.h"

/*
 * Everything that is open of a shift, by `ledger` (as stepped or as published) and the tables as
 * they are: of struct sabot_open_item. Transferred.
 */
GPtrArray *
sabot_shift_open(struct sabot_floor *floor, const struct sabot_ledger *ledger, const char *shift);

/* Rounds that ended in the shift, at all tables or (`table` not NULL) at one. */
int64_t
sabot_shift_count_rounds(const struct sabot_floor *floor, const char *shift, const char *table);
