/*
 * Reasons in the user's language, in the order of engine/core/reason.def. A test compares the
 * English words with those of that file, another looks for their translations.
 */
#include "text/reason-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* One that is not said here is not compiled. NULL = none. */
static const char *
words_of(enum sabot_reason reason)
{
	switch (reason) {
	case SABOT_WHY_NATURAL:
		return NC_("why", "natural");
	case SABOT_WHY_STANDS:
		return NC_("why", "stands");
	case SABOT_WHY_BUST:
		return NC_("why", "bust");
	case SABOT_WHY_BLACKJACK:
		return NC_("why", "blackjack");
	case SABOT_WHY_AHEAD:
		return NC_("why", "ahead of all hands");
	case SABOT_WHY_NOTHING_TO_DECIDE:
		return NC_("why", "no hand left to decide");
	case SABOT_WHY_VOID:
		return NC_("why", "void");
	case SABOT_WHY_COMPLETE_HAND:
		return NC_("why", "the hand is complete");
	case SABOT_WHY_CARDS:
		return NC_("why", "cards");
	case SABOT_WHY_UNREAD_CARD:
		return NC_("why", "unread card");
	case SABOT_WHY_NO_PAIR:
		return NC_("why", "no pair");
	case SABOT_WHY_TOO_MANY_SPLITS:
		return NC_("why", "too many splits");
	case SABOT_WHY_TOO_MANY_HANDS:
		return NC_("why", "too many hands");
	case SABOT_WHY_NOT_OFFERED:
		return NC_("why", "not offered");
	case SABOT_WHY_AFTER_SPLIT:
		return NC_("why", "after a split");
	case SABOT_WHY_SPLIT_ACES:
		return NC_("why", "split aces");
	case SABOT_WHY_TOTAL:
		return NC_("why", "total");
	case SABOT_WHY_TOO_LATE:
		return NC_("why", "too late");
	case SABOT_WHY_COMPLETE:
		return NC_("why", "complete");
	case SABOT_WHY_NO_ACE:
		return NC_("why", "no ace");
	case SABOT_WHY_NO_STAKE:
		return NC_("why", "no stake");
	case SABOT_WHY_TOO_MUCH:
		return NC_("why", "too much");
	case SABOT_WHY_NOT_EXACTLY_HALF:
		return NC_("why", "not exactly half");
	case SABOT_WHY_EVEN_MONEY_INSTEAD:
		return NC_("why", "even money instead");
	case SABOT_WHY_NO_BLACKJACK:
		return NC_("why", "no blackjack");
	case SABOT_WHY_CARD_OWED:
		return NC_("why", "a card is owed");
	case SABOT_WHY_NO_LOAD:
		return NC_("why", "no load in the shoe");
	case SABOT_WHY_CUT_CARD_OUT:
		return NC_("why", "the cut card is out already");
	case SABOT_WHY_MIN_ABOVE_MAX:
		return NC_("why", "the minimum is above the maximum");
	case SABOT_WHY_NO_SUCH_BOX:
		return NC_("why", "no such box");
	case SABOT_WHY_NO_SUCH_BET:
		return NC_("why", "no such bet");
	case SABOT_WHY_NO_SUCH_HAND:
		return NC_("why", "no such hand");
	case SABOT_WHY_TOO_MANY_BETTORS:
		return NC_("why", "too many bettors on the box");
	case SABOT_WHY_NO_STAKE_TO_TAKE_BACK:
		return NC_("why", "no stake to take back");
	case SABOT_WHY_BETS_CLOSED:
		return NC_("why", "bets are closed already");
	case SABOT_WHY_NO_BOX_IN_PLAY:
		return NC_("why", "no box in play");
	case SABOT_WHY_NOTHING_TO_UNDO:
		return NC_("why", "nothing to undo");
	case SABOT_WHY_NO_ROUND:
		return NC_("why", "no round in play");
	case SABOT_WHY_NO_ROUND_TO_END:
		return NC_("why", "no round to end");
	case SABOT_WHY_NO_ROUND_TO_PAY:
		return NC_("why", "no round to pay");
	case SABOT_WHY_NOT_THIS_GAME:
		return NC_("why", "not in this game");
	case SABOT_WHY_DEAL_NOT_COMPLETE:
		return NC_("why", "the deal is not complete");
	case SABOT_WHY_NO_INSURANCE_OPEN:
		return NC_("why", "no insurance is open");
	case SABOT_WHY_DUE_NOT_CERTAIN:
		return NC_("why", "what is owed is not certain yet");
	case SABOT_WHY_TOO_MANY_PAYMENTS:
		return NC_("why", "too many payments");
	case SABOT_WHY_NO_SUCH_INCIDENT:
		return NC_("why", "no such incident");
	case SABOT_WHY_NO_SUCH_REMEDY:
		return NC_("why", "the profile does not offer this remedy for it");
	case SABOT_WHY_CARD_LIES_ELSEWHERE:
		return NC_("why", "its card lies elsewhere already");
	case SABOT_WHY_NO_CARD_GIVEN:
		return NC_("why", "no card given");
	case SABOT_WHY_NO_SUCH_CARD:
		return NC_("why", "no such card in its round");
	case SABOT_WHY_NO_SUCH_ROUND:
		return NC_("why", "no such round");
	case SABOT_WHY_LOAD_IS_OUT:
		return NC_("why", "the load is out already");
	case SABOT_WHY_NEXT_CARD_CAME:
		return NC_("why", "a card of the next round has come");
	case SABOT_WHY_NEXT_BETS_CLOSED:
		return NC_("why", "the next round's bets are closed");
	case SABOT_WHY_BANCA_HAS_THREE:
		return NC_("why", "banca has three cards");
	case SABOT_WHY_ROUND_DOES_NOT_WAIT:
		return NC_("why", "the round does not wait");
	case SABOT_WHY_ROUND_IS_CLOSED:
		return NC_("why", "the round is closed");
	case SABOT_WHY_NOTHING_LOST:
		return NC_("why", "nothing is missing any more");
	case SABOT_WHY_NOTHING_TO_DO:
		return NC_("why", "nothing to act on");
	case SABOT_WHY_NO_ROOM:
		return NC_("why", "no room for another card");
	case SABOT_WHY_NOT_LAST_CARD:
		return NC_("why", "it is not the last card");
	case SABOT_WHY_DECIDED_SINCE:
		return NC_("why", "something was decided on that card since");
	case SABOT_WHY_CANNOT_BE_THERE:
		return NC_("why", "by the rules the card cannot have come there");
	case SABOT_WHY_NONE:
	case SABOT_REASONS:
		break;
	}
	return NULL;
}

const char *
sabot_text_reason(enum sabot_reason reason)
{
	const char *words = words_of(reason);

	return words != NULL ? g_dpgettext2(GETTEXT_PACKAGE, "why", words) : "";
}

const char *
sabot_text_why(const char *why)
{
	for (int i = SABOT_WHY_NONE + 1; i < SABOT_REASONS; i++)
		if (strcmp(sabot_reason_to_string((enum sabot_reason)i), why) == 0)
			return sabot_text_reason((enum sabot_reason)i);
	return why;
}
