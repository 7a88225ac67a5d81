/*
 * What bets are worth, kept in a file so that it is counted or simulated once: by rules, bet and
 * engine. No evidence; deleting it costs time only.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/facts.h"

/* NULL `directory`: nothing is kept. False where it is not there. */
bool
worth_kept_read(const char *directory, const struct sabot_rules *rules, enum sabot_bet bet,
		struct sabot_facts_odds *ret_odds);
/* A directory that cannot be written is no failure. */
void
worth_kept_write(const char *directory, const struct sabot_rules *rules, enum sabot_bet bet,
		 const struct sabot_facts_odds *odds);
