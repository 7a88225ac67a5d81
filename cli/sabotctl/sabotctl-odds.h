/*
 * The verb `odds`: what a profile's games and bets come to, exactly, as a table or as JSON.
 */
#pragma once

#include "engine/rules/rules.h"

/*
 * Warn, on standard output, of each bet of `rules` at which players gain, or lose more than a
 * quarter of what they stake. Returns how many there are.
 */
int
sabotctl_odds_warn(const struct sabot_rules *rules);
