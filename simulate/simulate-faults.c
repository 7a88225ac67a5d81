/*
 * The mistakes that can be planted: see simulate-faults.h.
 */
#include "simulate-faults.h"

static const struct {
	const char *word;
	enum sabot_incident_code code;
} faults[SIMULATE_FAULTS] = {
	[SIMULATE_OVERDRAW] = {"overdraw", SABOT_INCIDENT_CARD_IN_EXCESS},
	[SIMULATE_WITHHELD_CARD] = {"withheld-card", SABOT_INCIDENT_CARD_MISSING},
	[SIMULATE_EARLY_CARD] = {"early-card", SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS},
	[SIMULATE_WRONG_RESULT] = {"wrong-result", SABOT_INCIDENT_WRONG_RESULT},
	[SIMULATE_WRONG_PAYMENT] = {"wrong-payment", SABOT_INCIDENT_PAYOUT_WRONG},
	[SIMULATE_UNPAID] = {"unpaid", SABOT_INCIDENT_PAYOUT_MISSING},
	[SIMULATE_LATE_BET] = {"late-bet", SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS},
	[SIMULATE_SMALL_BET] = {"small-bet", SABOT_INCIDENT_BET_BELOW_MINIMUM},
	[SIMULATE_LARGE_BET] = {"large-bet", SABOT_INCIDENT_BET_ABOVE_MAXIMUM},
	[SIMULATE_OUT_OF_TURN] = {"out-of-turn", SABOT_INCIDENT_ACTION_OUT_OF_TURN},
	[SIMULATE_NOT_ALLOWED] = {"not-allowed", SABOT_INCIDENT_ACTION_NOT_ALLOWED},
	[SIMULATE_UNREAD] = {"unread", SABOT_INCIDENT_UNREAD_CARD},
	[SIMULATE_BOXED] = {"boxed", SABOT_INCIDENT_BOXED_CARD},
	[SIMULATE_SHORT_BURN] = {"short-burn", SABOT_INCIDENT_BURN_INCOMPLETE},
	[SIMULATE_CUT_MISPLACED] = {"cut-misplaced", SABOT_INCIDENT_CUT_CARD_MISPLACED},
	[SIMULATE_CUT_MISSED] = {"cut-missed", SABOT_INCIDENT_CUT_CARD_MISSED},
	[SIMULATE_AFTER_CUT] = {"after-cut", SABOT_INCIDENT_DEAL_AFTER_CUT},
	[SIMULATE_EXTRA_CARD] = {"extra-card", SABOT_INCIDENT_COUNT_MISMATCH},
	[SIMULATE_MISSING_CARD] = {"missing-card", SABOT_INCIDENT_COUNT_MISMATCH},
	[SIMULATE_WRONG_DECKS] = {"wrong-decks", SABOT_INCIDENT_WRONG_DECKS},
	[SIMULATE_FOREIGN_BACK] = {"foreign-back", SABOT_INCIDENT_FOREIGN_BACK},
	[SIMULATE_LATE_RULING] = {"late-ruling", SABOT_INCIDENT_RULING_WITHOUT_EFFECT},
};

const char *
simulate_fault_to_string(enum simulate_fault fault)
{
	return (unsigned)fault < SIMULATE_FAULTS ? faults[fault].word : NULL;
}

enum sabot_incident_code
simulate_fault_code(enum simulate_fault fault)
{
	return (unsigned)fault < SIMULATE_FAULTS ? faults[fault].code : SABOT_INCIDENT_NONE;
}

int
simulate_wrong_decks(const struct sabot_rules *rules)
{
	uint32_t allowed =
		rules->decks_allowed != 0 ? rules->decks_allowed : UINT32_C(1) << rules->decks;

	/* More than one, as the cut card comes in the others. */
	for (int decks = SABOT_DECKS_MAX; decks > 1 && rules->decks > 1; decks--)
		if ((allowed >> decks & 1) == 0)
			return decks;
	return 0;
}

bool
simulate_fault_fits(enum simulate_fault fault, const struct sabot_rules *rules)
{
	bool punto_banco = rules->game == SABOT_PUNTO_BANCO;

	switch (fault) {
	case SIMULATE_WRONG_RESULT:
		return punto_banco;
	case SIMULATE_OUT_OF_TURN:
	case SIMULATE_NOT_ALLOWED:
		return !punto_banco;
	case SIMULATE_SHORT_BURN:
		return rules->burn_cards != 0;
	case SIMULATE_BOXED:
		/* A used card under the pack says that it is to be shuffled. */
		return rules->used_cards != SABOT_USED_FACE_UP;
	case SIMULATE_CUT_MISSED:
		return rules->cut_min_cards > 0;
	case SIMULATE_CUT_MISPLACED:
	case SIMULATE_AFTER_CUT:
		/* One deck is reshuffled before any cut card can come. */
		return rules->decks > 1;
	case SIMULATE_OVERDRAW:
	case SIMULATE_WITHHELD_CARD:
	case SIMULATE_EARLY_CARD:
	case SIMULATE_WRONG_PAYMENT:
	case SIMULATE_UNPAID:
	case SIMULATE_LATE_BET:
	case SIMULATE_SMALL_BET:
	case SIMULATE_LARGE_BET:
	case SIMULATE_UNREAD:
	case SIMULATE_EXTRA_CARD:
	case SIMULATE_MISSING_CARD:
	case SIMULATE_FOREIGN_BACK:
		return true;
	case SIMULATE_WRONG_DECKS:
		return simulate_wrong_decks(rules) != 0;
	case SIMULATE_LATE_RULING:
		return sabot_rules_offer_remedy(rules, SABOT_INCIDENT_CARD_IN_EXCESS,
						SABOT_REMEDY_FIRST_OF_NEXT_ROUND);
	}
	return false;
}

bool
simulate_fault_is_of_load(int fault)
{
	return fault == SIMULATE_SHORT_BURN || fault == SIMULATE_CUT_MISPLACED ||
	       fault == SIMULATE_CUT_MISSED || fault == SIMULATE_AFTER_CUT ||
	       fault == SIMULATE_EXTRA_CARD || fault == SIMULATE_MISSING_CARD ||
	       fault == SIMULATE_WRONG_DECKS || fault == SIMULATE_FOREIGN_BACK;
}
