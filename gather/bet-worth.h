/*
 * What a bet is worth: the engine's exact odds (docs/odds.md) as a share and a variance, counted
 * once for each set of rules. Main bets of blackjack hang on how they are played: those are
 * simulated. Either takes a while, and can be kept in a file. Reports and the reckoning of a shift
 * ask here.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/facts.h"

struct bet_worths;

/* What was counted is kept in the directory `kept`, or nowhere: NULL. Transferred. */
struct bet_worths *
bet_worths_new(const char *kept);
/* NULL is allowed. */
void
bet_worths_free(struct bet_worths *worths);

/* Not known of a bet that the rules do not offer, or whose worth nobody can say. */
struct sabot_facts_odds
bet_worths_get(struct bet_worths *worths, const struct sabot_rules *rules, enum sabot_bet bet);
