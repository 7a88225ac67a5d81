/*
 * The worth of bets, kept in a file by rules, bet and engine so that it is counted or simulated
 * once. It proves nothing; deleting it only costs time.
 */
#pragma once

#include "engine/rules/rules.h"
#include "report/facts.h"

/* Read a kept value. False if there is none. `directory` NULL: nothing is kept. */
bool
worth_kept_read(const char *directory, const struct sabot_rules *rules, enum sabot_bet bet,
		struct sabot_facts_odds *ret_odds);
/* Keep a value. A directory that cannot be written is not an error. */
void
worth_kept_write(const char *directory, const struct sabot_rules *rules, enum sabot_bet bet,
		 const struct sabot_facts_odds *odds);
