/*
 * Facts about the tables that are needed to close a shift: where it was played, incidents that
 * nobody answered, loads without a verdict. Main thread.
 */
#pragma once

#include "floor.h"
#include "shift/signoff.h"

/*
 * All items of a shift that are open, according to `ledger` (as stepped or as published) and the
 * present tables: of struct sabot_open_item. Transferred.
 */
GPtrArray *
sabot_shift_open(struct sabot_floor *floor, const struct sabot_ledger *ledger, const char *shift);

/*
 * The shifts behind the last sealed one and before `before` in which rounds ended, as far as the
 * played books reach (played-book.h), and that no document of `ledger` is of: they are sealed
 * before later ones. None before the house's first seal, nor one that may be a part of the sealed
 * one, as the calendar was then. Of ids (char *), oldest first.
 * Transferred.
 */
GPtrArray *
sabot_shift_list_skipped(const struct sabot_floor *floor, const struct sabot_ledger *ledger,
			 const char *before);

/* The number of rounds that ended in the shift, at all tables or (`table` not NULL) at one. */
int64_t
sabot_shift_count_rounds(const struct sabot_floor *floor, const char *shift, const char *table);
