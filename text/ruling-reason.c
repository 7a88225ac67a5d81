/* The reasons for each kind of incident: see ruling-reason.h. */
#include "text/ruling-reason.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

enum group { ANY, EXCESS, LACKING, READER, MONEY, BETS, COUNT, RECORD, GROUPS };

/* Two of each are the same: who rules has seen it, or has looked at the pictures. */
static const char *const reasons[GROUPS][SABOT_RULING_REASONS] = {
	[ANY] = {NC_("ruling reason", "dealer's mistake"), NC_("ruling reason", "player's mistake"),
		 NC_("ruling reason", "key touched by mistake"),
		 NC_("ruling reason", "player agrees"), NC_("ruling reason", "seen by me"),
		 NC_("ruling reason", "pictures looked at")},
	[EXCESS] = {NC_("ruling reason", "dealer drew too early"),
		    NC_("ruling reason", "shoe gave two cards"),
		    NC_("ruling reason", "dealer misheard"),
		    NC_("ruling reason", "player's hand in the way"),
		    NC_("ruling reason", "seen by me"), NC_("ruling reason", "pictures looked at")},
	[LACKING] = {NC_("ruling reason", "dealer closed too early"),
		     NC_("ruling reason", "dealer counted wrong"),
		     NC_("ruling reason", "key touched by mistake"),
		     NC_("ruling reason", "player agrees"), NC_("ruling reason", "seen by me"),
		     NC_("ruling reason", "pictures looked at")},
	[READER] = {NC_("ruling reason", "card lies on the cloth"),
		    NC_("ruling reason", "fault of the reader"),
		    NC_("ruling reason", "card is damaged"), NC_("ruling reason", "cable or power"),
		    NC_("ruling reason", "seen by me"), NC_("ruling reason", "pictures looked at")},
	[MONEY] = {NC_("ruling reason", "dealer paid wrong"),
		   NC_("ruling reason", "chips counted again"),
		   NC_("ruling reason", "put right at once"), NC_("ruling reason", "player agrees"),
		   NC_("ruling reason", "seen by me"), NC_("ruling reason", "pictures looked at")},
	[BETS] = {NC_("ruling reason", "player was told"),
		  NC_("ruling reason", "stake was given back"),
		  NC_("ruling reason", "allowed this once"),
		  NC_("ruling reason", "key touched by mistake"),
		  NC_("ruling reason", "seen by me"), NC_("ruling reason", "pictures looked at")},
	[COUNT] = {NC_("ruling reason", "counted again: it adds up"),
		   NC_("ruling reason", "counted again: the same"),
		   NC_("ruling reason", "set of cards replaced"),
		   NC_("ruling reason", "fault of the reader"), NC_("ruling reason", "seen by me"),
		   NC_("ruling reason", "pictures looked at")},
	/* Nobody sees such a thing at a table, and no picture shows it. */
	[RECORD] = {NC_("ruling reason", "disk or power failed"),
		    NC_("ruling reason", "work on the machine"),
		    NC_("ruling reason", "put back by us, on purpose"),
		    NC_("ruling reason", "technician has looked"),
		    NC_("ruling reason", "files kept for the auditor"),
		    NC_("ruling reason", "no explanation yet")},
};

static enum group
group_of(enum sabot_incident_code code)
{
	switch ((int)code) {
	case SABOT_INCIDENT_CARD_IN_EXCESS:
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
	case SABOT_INCIDENT_DEALING_WENT_ON:
	case SABOT_INCIDENT_CARD_NOT_ASKED:
	case SABOT_INCIDENT_DEAL_AFTER_CUT:
		return EXCESS;
	case SABOT_INCIDENT_CARD_MISSING:
	case SABOT_INCIDENT_WRONG_RESULT:
	case SABOT_INCIDENT_WRONG_TOTAL:
	case SABOT_INCIDENT_ROUND_NOT_CLOSED:
	case SABOT_INCIDENT_BURN_INCOMPLETE:
		return LACKING;
	case SABOT_INCIDENT_UNREAD_CARD:
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
	case SABOT_INCIDENT_FRAMES_LOST:
	case SABOT_INCIDENT_DEVICE_ERROR:
	case SABOT_INCIDENT_DEVICE_OFFLINE:
		return READER;
	case SABOT_INCIDENT_PAYOUT_WRONG:
	case SABOT_INCIDENT_PAYOUT_MISSING:
	case SABOT_INCIDENT_COMMISSION_UNPAID:
		return MONEY;
	case SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS:
	case SABOT_INCIDENT_BET_BELOW_MINIMUM:
	case SABOT_INCIDENT_BET_ABOVE_MAXIMUM:
		return BETS;
	case SABOT_INCIDENT_COUNT_MISMATCH:
	case SABOT_INCIDENT_WRONG_DECKS:
	case SABOT_INCIDENT_FOREIGN_BACK:
	case SABOT_INCIDENT_UNSHUFFLED_ORDER:
	case SABOT_INCIDENT_REPEATED_ORDER:
	case SABOT_INCIDENT_CUT_CARD_MISPLACED:
	case SABOT_INCIDENT_CUT_CARD_MISSED:
	case SABOT_INCIDENT_BOXED_CARD:
		return COUNT;
	case SABOT_INCIDENT_CHAIN_BROKEN:
	case SABOT_INCIDENT_LOG_REPLACED:
	case SABOT_INCIDENT_LOG_RESTORED:
	case SABOT_INCIDENT_STORE_DOWN:
	case SABOT_INCIDENT_KEY_LOST:
	case SABOT_INCIDENT_SOFTWARE_CHANGED:
	case SABOT_INCIDENT_CLOCK_STEP:
	case SABOT_INCIDENT_UNWITNESSED:
		return RECORD;
	default:
		return ANY;
	}
}

const char *
sabot_text_ruling_reason(enum sabot_incident_code code, int n)
{
	return g_dpgettext2(GETTEXT_PACKAGE, "ruling reason", reasons[group_of(code)][n]);
}
