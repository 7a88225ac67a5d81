/*
 * The worth of a bet: the engine's exact odds (docs/odds.md) as a share and a variance, counted
 * once for each set of rules. Main bets of blackjack depend on how they are played, so they are
 * simulated. Either takes a while, and can be kept in a file. Used by reports and by the reckoning
 * of a shift.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/facts.h"

struct bet_worths;

/* Results are kept in the directory `kept`; NULL: nowhere. Transferred. */
struct bet_worths *
bet_worths_new(const char *kept);
/* NULL is allowed. */
void
bet_worths_free(struct bet_worths *worths);

/*
 * The odds of a bet; not known if the rules do not offer it, or if its worth cannot be determined.
 */
struct sabot_facts_odds
bet_worths_get(struct bet_worths *worths, const struct sabot_rules *rules, enum sabot_bet bet);
