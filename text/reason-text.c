/*
 * Reasons in the user's language, in the order of engine/core/reason.def. One test compares the
 * English words with those of that file, another checks for their translations.
 */
#include "text/reason-text.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

static const struct {
	enum sabot_reason reason;
	const char *words;
} reasons[] = {
	{SABOT_WHY_NATURAL, NC_("why", "natural")},
	{SABOT_WHY_STANDS, NC_("why", "stands")},
	{SABOT_WHY_BUST, NC_("why", "bust")},
	{SABOT_WHY_BLACKJACK, NC_("why", "blackjack")},
	{SABOT_WHY_AHEAD, NC_("why", "ahead of all hands")},
	{SABOT_WHY_NOTHING_TO_DECIDE, NC_("why", "no hand left to decide")},
	{SABOT_WHY_VOID, NC_("why", "void")},
	{SABOT_WHY_COMPLETE_HAND, NC_("why", "the hand is complete")},
	{SABOT_WHY_CARDS, NC_("why", "cards")},
	{SABOT_WHY_UNREAD_CARD, NC_("why", "unread card")},
	{SABOT_WHY_NO_PAIR, NC_("why", "no pair")},
	{SABOT_WHY_TOO_MANY_SPLITS, NC_("why", "too many splits")},
	{SABOT_WHY_TOO_MANY_HANDS, NC_("why", "too many hands")},
	{SABOT_WHY_NOT_OFFERED, NC_("why", "not offered")},
	{SABOT_WHY_AFTER_SPLIT, NC_("why", "after a split")},
	{SABOT_WHY_SPLIT_ACES, NC_("why", "split aces")},
	{SABOT_WHY_TOTAL, NC_("why", "total")},
	{SABOT_WHY_TOO_LATE, NC_("why", "too late")},
	{SABOT_WHY_COMPLETE, NC_("why", "complete")},
	{SABOT_WHY_NO_ACE, NC_("why", "no ace")},
	{SABOT_WHY_NO_STAKE, NC_("why", "no stake")},
	{SABOT_WHY_TOO_MUCH, NC_("why", "too much")},
	{SABOT_WHY_NOT_EXACTLY_HALF, NC_("why", "not exactly half")},
	{SABOT_WHY_EVEN_MONEY_INSTEAD, NC_("why", "even money instead")},
	{SABOT_WHY_NO_BLACKJACK, NC_("why", "no blackjack")},
	{SABOT_WHY_CARD_OWED, NC_("why", "a card is owed")},
	{SABOT_WHY_NO_LOAD, NC_("why", "no load in the shoe")},
	{SABOT_WHY_CUT_CARD_OUT, NC_("why", "the cut card is out already")},
	{SABOT_WHY_MIN_ABOVE_MAX, NC_("why", "the minimum is above the maximum")},
	{SABOT_WHY_NO_SUCH_BOX, NC_("why", "no such box")},
	{SABOT_WHY_NO_SUCH_BET, NC_("why", "no such bet")},
	{SABOT_WHY_NO_SUCH_HAND, NC_("why", "no such hand")},
	{SABOT_WHY_TOO_MANY_BETTORS, NC_("why", "too many bettors on the box")},
	{SABOT_WHY_NO_STAKE_TO_TAKE_BACK, NC_("why", "no stake to take back")},
	{SABOT_WHY_BETS_CLOSED, NC_("why", "bets are closed already")},
	{SABOT_WHY_NO_BOX_IN_PLAY, NC_("why", "no box in play")},
	{SABOT_WHY_NOTHING_TO_UNDO, NC_("why", "nothing to undo")},
	{SABOT_WHY_NO_ROUND, NC_("why", "no round in play")},
	{SABOT_WHY_NO_ROUND_TO_END, NC_("why", "no round to end")},
	{SABOT_WHY_NO_ROUND_TO_PAY, NC_("why", "no round to pay")},
	{SABOT_WHY_NOT_THIS_GAME, NC_("why", "not in this game")},
	{SABOT_WHY_DEAL_NOT_COMPLETE, NC_("why", "the deal is not complete")},
	{SABOT_WHY_NO_INSURANCE_OPEN, NC_("why", "no insurance is open")},
	{SABOT_WHY_DUE_NOT_CERTAIN, NC_("why", "what is owed is not certain yet")},
	{SABOT_WHY_TOO_MANY_PAYMENTS, NC_("why", "too many payments")},
	{SABOT_WHY_NO_SUCH_INCIDENT, NC_("why", "no such incident")},
	{SABOT_WHY_NO_SUCH_REMEDY, NC_("why", "the profile does not offer this remedy for it")},
	{SABOT_WHY_CARD_LIES_ELSEWHERE, NC_("why", "its card lies elsewhere already")},
	{SABOT_WHY_NO_CARD_GIVEN, NC_("why", "no card given")},
	{SABOT_WHY_NO_SUCH_CARD, NC_("why", "no such card in its round")},
	{SABOT_WHY_NO_SUCH_ROUND, NC_("why", "no such round")},
	{SABOT_WHY_LOAD_IS_OUT, NC_("why", "the load is out already")},
	{SABOT_WHY_NEXT_CARD_CAME, NC_("why", "a card of the next round has come")},
	{SABOT_WHY_NEXT_BETS_CLOSED, NC_("why", "the next round's bets are closed")},
	{SABOT_WHY_BANCA_HAS_THREE, NC_("why", "banca has three cards")},
	{SABOT_WHY_ROUND_DOES_NOT_WAIT, NC_("why", "the round does not wait")},
	{SABOT_WHY_ROUND_IS_CLOSED, NC_("why", "the round is closed")},
	{SABOT_WHY_NOTHING_LOST, NC_("why", "nothing is missing any more")},
	{SABOT_WHY_NOTHING_TO_DO, NC_("why", "nothing to act on")},
	{SABOT_WHY_NO_ROOM, NC_("why", "no room for another card")},
	{SABOT_WHY_NOT_LAST_CARD, NC_("why", "it is not the last card")},
	{SABOT_WHY_DECIDED_SINCE, NC_("why", "something was decided on that card since")},
	{SABOT_WHY_CANNOT_BE_THERE, NC_("why", "by the rules the card cannot have come there")},
};
_Static_assert(G_N_ELEMENTS(reasons) == SABOT_REASONS - 1, "a reason is not said");

const char *
sabot_text_reason(enum sabot_reason reason)
{
	for (size_t i = 0; i < G_N_ELEMENTS(reasons); i++)
		if (reasons[i].reason == reason)
			return g_dpgettext2(GETTEXT_PACKAGE, "why", reasons[i].words);
	return "";
}

const char *
sabot_text_why(const char *why)
{
	for (int i = SABOT_WHY_NONE + 1; i < SABOT_REASONS; i++)
		if (strcmp(sabot_reason_to_string((enum sabot_reason)i), why) == 0)
			return sabot_text_reason((enum sabot_reason)i);
	return why;
}
