/* The short names: see incident-short.h. */
#include "text/incident-short.h"

#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

/* Only names that are too long: the test gui-tile-words-LANGUAGE finds one that is missing. */
const char *
sabot_text_incident_short(enum sabot_incident_code code)
{
	static const char *const names[SABOT_INCIDENT_CODES] = {
		[SABOT_INCIDENT_BURN_INCOMPLETE] = NC_("incident, short", "burn not finished"),
		[SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS] = NC_("incident, short", "early card"),
		[SABOT_INCIDENT_IMPOSSIBLE_CARD] = NC_("incident, short", "impossible card"),
		[SABOT_INCIDENT_COUNT_MISMATCH] = NC_("incident, short", "count is off"),
		[SABOT_INCIDENT_BOXED_CARD] = NC_("incident, short", "card face up"),
		[SABOT_INCIDENT_CUT_CARD_MISPLACED] = NC_("incident, short", "cut card misplaced"),
		[SABOT_INCIDENT_CUT_CARD_MISSED] = NC_("incident, short", "no cut card"),
		[SABOT_INCIDENT_DEAL_AFTER_CUT] = NC_("incident, short", "round after the last"),
		[SABOT_INCIDENT_BET_BELOW_MINIMUM] = NC_("incident, short", "below the minimum"),
		[SABOT_INCIDENT_BET_ABOVE_MAXIMUM] = NC_("incident, short", "above the maximum"),
		[SABOT_INCIDENT_ACTION_NOT_ALLOWED] = NC_("incident, short", "play not allowed"),
		[SABOT_INCIDENT_ACTION_OUT_OF_TURN] = NC_("incident, short", "out of turn"),
		[SABOT_INCIDENT_PAYOUT_MISSING] = NC_("incident, short", "win not paid"),
		[SABOT_INCIDENT_UNSHUFFLED_ORDER] = NC_("incident, short", "load not shuffled"),
		[SABOT_INCIDENT_REPEATED_ORDER] = NC_("incident, short", "load repeated"),
		[SABOT_INCIDENT_DEVICE_ERROR] = NC_("incident, short", "shoe error"),
		[SABOT_INCIDENT_DEVICE_OFFLINE] = NC_("incident, short", "shoe not connected"),
		[SABOT_INCIDENT_FRAMES_LOST] = NC_("incident, short", "messages lost"),
		[SABOT_INCIDENT_EVENT_OUT_OF_ORDER] = NC_("incident, short", "event out of place"),
		/* Translators: what a guest or the dealer disputes. */
		[SABOT_INCIDENT_DISPUTE] = NC_("incident, short", "dispute"),
		[SABOT_INCIDENT_DEALING_WENT_ON] = NC_("incident, short", "dealing went on"),
		[SABOT_INCIDENT_COMMISSION_UNPAID] = NC_("incident, short", "commission unpaid"),
		[SABOT_INCIDENT_WRONG_DECKS] = NC_("incident, short", "wrong decks"),
		/* Translators: a card whose back has a colour that the load has not. */
		[SABOT_INCIDENT_FOREIGN_BACK] = NC_("incident, short", "foreign back"),
		[SABOT_INCIDENT_USED_CARDS_REACHED] = NC_("incident, short", "used cards reached"),
		[SABOT_INCIDENT_RULING_WITHOUT_EFFECT] =
			NC_("incident, short", "ruling has no effect"),
		[SABOT_INCIDENT_CLOCK_BACKWARDS] = NC_("incident, short", "time went backwards"),
		[SABOT_INCIDENT_CARD_MENDED] = NC_("incident, short", "card mended"),
	};

	return names[code] != NULL ? g_dpgettext2(GETTEXT_PACKAGE, "incident, short", names[code])
				   : sabot_text_incident_name(code);
}
