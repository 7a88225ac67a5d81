/*
 * What the bets of a table's rules are worth, for shift/expectation.h: the engine's exact odds, and
 * how the bets hang together. Counting takes a while, so it is done once for the same rules.
 */
#pragma once

#include "engine/rules.h"
#include "shift/expectation.h"

struct shift_worth_book;

struct shift_worth_book *
shift_worth_book_new(void);
/* NULL is allowed. */
void
shift_worth_book_free(struct shift_worth_book *book);

/*
 * NULL for rules whose bets have no odds of their own: what a main bet of blackjack is worth hangs
 * on how it is played. Transferred.
 */
struct sabot_expectation *
shift_worth_get(struct shift_worth_book *book, const struct sabot_rules *rules);
