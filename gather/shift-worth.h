/*
 * The worth of the bets of a table's rules, for shift/expectation.h: for punto banco the engine's
 * exact odds with the covariances of the bets, for blackjack the same values that reports use
 * (bet-worth.h). Counting takes a while, so it is done once per set of rules.
 */
#pragma once

#include "engine/rules/rules.h"
#include "shift/expectation.h"

struct shift_worth_book;

/* Simulated values are kept in the directory `kept`; NULL: nowhere. Transferred. */
struct shift_worth_book *
shift_worth_book_new(const char *kept);
/* NULL is allowed. */
void
shift_worth_book_free(struct shift_worth_book *book);

/* NULL for rules whose bets have no odds. Transferred. */
struct sabot_expectation *
shift_worth_get(struct shift_worth_book *book, const struct sabot_rules *rules);
