/*
 * The verb `odds`: the exact probabilities and expectations of a profile's bets, as a table or
 * JSON.
 */
#pragma once

#include "engine/rules/rules.h"

/*
 * Warn, on standard output, of each bet of `rules` at which players gain, or lose more than a
 * quarter of what they stake. Returns how many there are.
 */
int
sabotctl_odds_warn(const struct sabot_rules *rules);
