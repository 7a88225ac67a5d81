/*
 * What the bets of a table's rules are worth, for shift/expectation.h: of punto banco the engine's
 * exact odds with how the bets hang together, of blackjack what reports go by, too (bet-worth.h).
 * Counting takes a while, so it is done once for the same rules.
 */
#pragma once

#include "engine/rules/rules.h"
#include "shift/expectation.h"

struct shift_worth_book;

/* What was simulated is kept in the directory `kept`, or nowhere: NULL. Transferred. */
struct shift_worth_book *
shift_worth_book_new(const char *kept);
/* NULL is allowed. */
void
shift_worth_book_free(struct shift_worth_book *book);

/* NULL for rules whose bets have no odds. Transferred. */
struct sabot_expectation *
shift_worth_get(struct shift_worth_book *book, const struct sabot_rules *rules);
