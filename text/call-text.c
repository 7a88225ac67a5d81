/* The calls: see call-text.h. Points of punto banco are spoken as words, totals as numbers. */
#include "text/call-text.h"
#include "text/money.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

static const char *
points(int number)
{
	static const char *const words[] = {
		NC_("points", "zero"),  NC_("points", "one"),   NC_("points", "two"),
		NC_("points", "three"), NC_("points", "four"),  NC_("points", "five"),
		NC_("points", "six"),   NC_("points", "seven"), NC_("points", "eight"),
		NC_("points", "nine"),
	};
	bool is_one = number >= 0 && number < (int)G_N_ELEMENTS(words);

	return is_one ? g_dpgettext2(GETTEXT_PACKAGE, "points", words[number]) : "";
}

static const char *
turn_call(enum sabot_owner owner)
{
	if (owner == SABOT_OWNER_PUNTO)
		return _("Turn up the punto's cards");
	return owner == SABOT_OWNER_BANCA ? _("Turn up the banca's cards")
					  : _("Turn up the hole card");
}

static char *
blackjack_call(const struct sabot_call *call)
{
	if (call->owner == SABOT_OWNER_DEALER)
		return g_strdup(_("Blackjack for the dealer"));
	return g_strdup_printf(_("Blackjack for box %d"), call->box);
}

static char *
total_call(const struct sabot_call *call)
{
	bool is_dealer = call->owner == SABOT_OWNER_DEALER;

	if (call->soft && is_dealer)
		return g_strdup_printf(_("Dealer: soft %d"), call->number);
	if (call->soft)
		return g_strdup_printf(_("Box %d: soft %d"), call->box, call->number);
	if (is_dealer)
		return g_strdup_printf(_("Dealer: %d"), call->number);
	return g_strdup_printf(_("Box %d: %d"), call->box, call->number);
}

static char *
bust_call(const struct sabot_call *call)
{
	if (call->owner == SABOT_OWNER_DEALER)
		return g_strdup_printf(_("The dealer busts with %d"), call->number);
	return g_strdup_printf(_("Box %d busts with %d"), call->box, call->number);
}

static char *
commission_call(const struct sabot_call *call)
{
	char amount[SABOT_TEXT_MONEY_SIZE];

	return g_strdup_printf(_("Commission, please: %s in all"),
			       sabot_text_money(call->amount_minor, amount));
}

/* Of punto and banca. */
static char *
side_call(const struct sabot_call *call)
{
	bool is_punto = call->owner == SABOT_OWNER_PUNTO;
	const char *number = points(call->number);

	/* Translators: calls of punto banco; in Spanish as the catalogue of games has them. */
	switch ((int)call->id) {
	case SABOT_CALL_POINTS:
		return g_strdup_printf(is_punto ? _("Punto: %s") : _("Banca: %s"), number);
	case SABOT_CALL_NATURAL:
		return g_strdup_printf(is_punto ? _("Punto: natural %s") : _("Banca: natural %s"),
				       number);
	case SABOT_CALL_STANDS:
		return g_strdup_printf(
			is_punto ? _("Punto stands with %s") : _("Banca stands with %s"), number);
	case SABOT_CALL_WINS:
		return g_strdup_printf(is_punto ? _("Punto wins with %s") : _("Banca wins with %s"),
				       number);
	default:
		return g_strdup(is_punto ? _("Card for the punto") : _("Card for the banca"));
	}
}

/* Calls that are always the same words; NULL for one that is not. */
static const char *
plain_call(enum sabot_call_id id)
{
	static const char *const calls[SABOT_CALLS] = {
		[SABOT_CALL_LOAD] = N_("New cards: shuffle, cut, into the shoe"),
		[SABOT_CALL_END_OF_LOAD] = N_("End of the load: count the cards, or run them out"),
		[SABOT_CALL_SHUFFLE] = N_("Shuffle the cards"),
		[SABOT_CALL_BURN_FIRST] = N_("Burn: the first card is drawn and shown"),
		[SABOT_CALL_CUT_CARD] = N_("Cut card"),
		[SABOT_CALL_LAST_ROUND] = N_("Last round"),
		[SABOT_CALL_PLACE_BETS] = N_("Place your bets"),
		[SABOT_CALL_NO_MORE_BETS] = N_("No more bets"),
		[SABOT_CALL_CARDS] = N_("Cards"),
		[SABOT_CALL_VOID] = N_("The round is void: take your stakes back"),
		[SABOT_CALL_INSURANCE] = N_("Insurance?"),
	};

	return calls[id] != NULL ? _(calls[id]) : NULL;
}

static char *
counted_call(const struct sabot_call *call)
{
	gulong number = (gulong)MAX(call->number, 0);

	if (call->id == SABOT_CALL_BURN)
		return g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%d card is burned",
						   "%d cards are burned", number),
				       call->number);
	return g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%d more round", "%d more rounds",
					   number),
			       call->number);
}

char *
sabot_text_call(const struct sabot_call *call)
{
	switch (call->id) {
	case SABOT_CALL_COMMISSION:
		return commission_call(call);
	case SABOT_CALL_BURN:
	case SABOT_CALL_ROUNDS_LEFT:
		return counted_call(call);
	case SABOT_CALL_SHOE_PASSES:
		return g_strdup_printf(_("The shoe passes to seat %d"), call->box);
	case SABOT_CALL_BANK_PASSES:
		return g_strdup_printf(_("The bank passes to seat %d"), call->box);
	case SABOT_CALL_TURN:
		return g_strdup(turn_call(call->owner));
	case SABOT_CALL_POINTS:
	case SABOT_CALL_NATURAL:
	case SABOT_CALL_STANDS:
	case SABOT_CALL_CARD_FOR:
	case SABOT_CALL_WINS:
		return side_call(call);
	case SABOT_CALL_TIE:
		return g_strdup_printf(_("Tie with %s"), points(call->number));
	case SABOT_CALL_BLACKJACK:
		return blackjack_call(call);
	case SABOT_CALL_EVEN_MONEY:
		return g_strdup_printf(_("Box %d: even money?"), call->box);
	case SABOT_CALL_TOTAL:
		return total_call(call);
	case SABOT_CALL_BUST:
		return bust_call(call);
	case SABOT_CALL_LOAD:
	case SABOT_CALL_END_OF_LOAD:
	case SABOT_CALL_SHUFFLE:
	case SABOT_CALL_BURN_FIRST:
	case SABOT_CALL_CUT_CARD:
	case SABOT_CALL_LAST_ROUND:
	case SABOT_CALL_PLACE_BETS:
	case SABOT_CALL_NO_MORE_BETS:
	case SABOT_CALL_CARDS:
	case SABOT_CALL_VOID:
	case SABOT_CALL_INSURANCE:
		break;
	}
	return g_strdup(plain_call(call->id));
}
