/*
 * What bets are worth by the rules of a sheet: the odds of a report's facts.
 */
#pragma once

#include "report/facts.h"

/*
 * Attach to the facts what bets are worth; `profiles` is borrowed as long as the facts are. In
 * `kept`, a directory or NULL, is what was simulated.
 */
void
report_odds_attach(struct sabot_facts *facts, const char *profiles, const char *kept);

/* All that the sheets' rules offer, so that it is kept before a report asks. */
void
report_odds_count(const struct sabot_facts *facts);
