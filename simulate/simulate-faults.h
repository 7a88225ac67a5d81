/*
 * The mistakes that can be planted in simulated play: their words, and the incidents that they must
 * cause.
 */
#pragma once

#include "engine/core/incident.h"
#include "engine/rules/rules.h"

/* A mistake that can be planted, and the incident that must follow from it. */
enum simulate_fault {
	SIMULATE_OVERDRAW,
	SIMULATE_WITHHELD_CARD,
	SIMULATE_EARLY_CARD,
	SIMULATE_WRONG_RESULT,
	SIMULATE_WRONG_PAYMENT,
	SIMULATE_UNPAID,
	SIMULATE_LATE_BET,
	SIMULATE_SMALL_BET,
	SIMULATE_LARGE_BET,
	SIMULATE_OUT_OF_TURN,
	SIMULATE_NOT_ALLOWED,
	SIMULATE_UNREAD,
	SIMULATE_BOXED,
	SIMULATE_SHORT_BURN,
	SIMULATE_CUT_MISPLACED,
	SIMULATE_CUT_MISSED,
	SIMULATE_AFTER_CUT,
	SIMULATE_EXTRA_CARD,
	SIMULATE_MISSING_CARD,
	SIMULATE_WRONG_DECKS,
	SIMULATE_FOREIGN_BACK,
	SIMULATE_LATE_RULING,
};
enum { SIMULATE_FAULTS = SIMULATE_LATE_RULING + 1, SIMULATE_NO_FAULT = -1 };

/* "overdraw", "withheld-card" …; NULL outside the enum. */
const char *
simulate_fault_to_string(enum simulate_fault fault);
enum sabot_incident_code
simulate_fault_code(enum simulate_fault fault);
/* A number of decks that the rules do not allow; 0 = none. */
int
simulate_wrong_decks(const struct sabot_rules *rules);
/* True if the mistake can be made, and proven, at such a table. */
bool
simulate_fault_fits(enum simulate_fault fault, const struct sabot_rules *rules);
/* True if it is a mistake of a whole load, not of a round; false for SIMULATE_NO_FAULT. */
bool
simulate_fault_is_of_load(int fault);
