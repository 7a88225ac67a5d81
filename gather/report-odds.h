/* The worth of bets by the rules of a sheet: the odds in a report's facts. */
#pragma once

#include "report/facts.h"

/*
 * Attach the worth of bets to the facts; `profiles` is borrowed as long as the facts are. `kept` is
 * the directory of simulated values, or NULL.
 */
void
report_odds_attach(struct sabot_facts *facts, const char *profiles, const char *kept);

/*
 * Compute the worth of all bets that the sheets' rules offer, so that it is kept before a report
 * needs it.
 */
void
report_odds_count(const struct sabot_facts *facts);
