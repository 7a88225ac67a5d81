/*
 * One function per kind of incident makes its sentence, each from a whole translatable format. The
 * fields come from the engine, or over the wire from a daemon of another version: a sentence that
 * lacks one is not used.
 */
#include "text/incident-text.h"
#include "text/device-text.h"
#include "text/finding-text.h"
#include "text/incident-money.h"
#include "text/reason-text.h"
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

enum { CARDS_LISTED_MAX = 6 };

static const char *
winner(struct sabot_sentence *sentence, const char *key)
{
	enum sabot_winner value;

	return sabot_winner_from_string(sabot_sentence_word(sentence, key), &value)
		       ? sabot_text_winner(value)
		       : "";
}

/* An action, insurance or even money. */
static const char *
play(struct sabot_sentence *sentence)
{
	const char *given = sabot_sentence_word(sentence, "do");
	enum sabot_action action;

	if (sabot_action_from_string(given, &action))
		return sabot_text_action(action);
	if (strcmp(given, "even_money") == 0)
		return C_("action", "even money");
	return strcmp(given, "insurance") == 0 ? C_("action", "insurance") : given;
}

static const char *
side(const char *hand)
{
	if (strcmp(hand, "punto") == 0)
		return _("the punto");
	if (strcmp(hand, "banca") == 0)
		return _("the banca");
	return _("the dealer");
}

/* A card too many where the total of the hand is not certain, or says nothing. */
static char *
excess_without_total(struct sabot_sentence *sentence, const char *why)
{
	const char *drawn = sabot_sentence_card(sentence);

	if (strcmp(sabot_sentence_optional_word(sentence, "hand"), "player") == 0)
		return g_strdup_printf(
			_("Card %s was dealt to a hand of box %d that was complete."), drawn,
			(int)sabot_sentence_number(sentence, "box"));
	if (strcmp(why, "blackjack") == 0)
		return g_strdup_printf(_("Card %s was drawn though the dealer has a blackjack."),
				       drawn);
	if (strcmp(why, "void") == 0)
		return g_strdup_printf(_("Card %s was drawn in a round that is void."), drawn);
	if (strcmp(why, "natural") == 0)
		return g_strdup_printf(_("Card %s was drawn after a natural; no card was due."),
				       drawn);
	if (strcmp(why, "no hand left to decide") == 0)
		return g_strdup_printf(_("Card %s was drawn though no hand was left to decide."),
				       drawn);
	return g_strdup_printf(_("Card %s was drawn though no card was due."), drawn);
}

static char *
excess_sentence(struct sabot_sentence *sentence)
{
	const char *why = sabot_sentence_optional_word(sentence, "why");

	if (!sabot_sentence_has(sentence, "card"))
		return g_strdup(_("One card too many was drawn; which one is not certain."));
	if (!sabot_sentence_has(sentence, "total"))
		return excess_without_total(sentence, why);
	int total = (int)sabot_sentence_number(sentence, "total");

	if (strcmp(why, "ahead of all hands") == 0)
		return g_strdup_printf(
			_("Card %s was drawn though the dealer beats every hand with %d."),
			sabot_sentence_card(sentence), total);
	if (strcmp(why, "bust") == 0)
		return g_strdup_printf(_("Card %s was drawn after the dealer had bust with %d."),
				       sabot_sentence_card(sentence), total);
	if (strcmp(sabot_sentence_word(sentence, "hand"), "banca") == 0 &&
	    strcmp(why, "natural") != 0)
		return g_strdup_printf(
			_("Card %s was drawn though the coup was decided; banca has %d."),
			sabot_sentence_card(sentence), total);
	if (strcmp(sabot_sentence_word(sentence, "hand"), "dealer") == 0 &&
	    strcmp(why, "stands") == 0)
		return g_strdup_printf(_("Card %s was drawn though the dealer stands with %d."),
				       sabot_sentence_card(sentence), total);
	return excess_without_total(sentence, why);
}

static char *
missing_sentence(struct sabot_sentence *sentence)
{
	const char *hand = sabot_sentence_word(sentence, "hand");
	if (!sabot_sentence_has(sentence, "total") && strcmp(hand, "player") == 0)
		return g_strdup_printf(_("The round was closed though box %d is owed a card."),
				       (int)sabot_sentence_number(sentence, "box"));
	if (!sabot_sentence_has(sentence, "total"))
		return g_strdup_printf(_("The round was closed though %s must draw."), side(hand));
	int total = (int)sabot_sentence_number(sentence, "total");

	if (strcmp(hand, "player") == 0)
		return g_strdup_printf(
			_("The round was closed though box %d is owed a card (it has %d)."),
			(int)sabot_sentence_number(sentence, "box"), total);
	/* A dealer who draws on 17 has an ace that counts 11 in it. */
	if (strcmp(hand, "dealer") == 0 && total > 16)
		return g_strdup_printf(
			_("The round was closed though the dealer, with a soft %d, must draw."),
			total);
	return g_strdup_printf(_("The round was closed though %s, with %d, must draw."), side(hand),
			       total);
}

static char *
count_sentence(struct sabot_sentence *sentence)
{
	int expected = (int)sabot_sentence_number(sentence, "expected"),
	    found = (int)sabot_sentence_number(sentence, "found");

	if (expected == found)
		return g_strdup_printf(
			_("All %d cards were counted, but they are not the right ones."), found);
	return g_strdup_printf(_("The load should hold %d cards; %d were found."), expected, found);
}

static char *
cut_sentence(struct sabot_sentence *sentence)
{
	int behind = (int)sabot_sentence_number(sentence, "behind");

	if (sabot_sentence_has(sentence, "declared"))
		return g_strdup_printf(
			g_dngettext(
				GETTEXT_PACKAGE,
				"The cut card came with %d card behind it; %d had been declared.",
				"The cut card came with %d cards behind it; %d had been declared.",
				(gulong)behind),
			behind, (int)sabot_sentence_number(sentence, "declared"));
	return g_strdup_printf(
		g_dngettext(GETTEXT_PACKAGE,
			    "The cut card leaves %d card behind it; at least %d are demanded.",
			    "The cut card leaves %d cards behind it; at least %d are demanded.",
			    (gulong)behind),
		behind, (int)sabot_sentence_number(sentence, "min"));
}

static char *
action_sentence(struct sabot_sentence *sentence)
{
	int box = (int)sabot_sentence_number(sentence, "box");

	if (sentence->incident->code == SABOT_INCIDENT_ACTION_OUT_OF_TURN)
		return g_strdup_printf(_("Box %d: %s out of turn."), box, play(sentence));
	if (!sabot_sentence_has(sentence, "why"))
		return g_strdup_printf(_("Box %d: %s is not allowed here."), box, play(sentence));
	return g_strdup_printf(_("Box %d: %s is not allowed here (%s)."), box, play(sentence),
			       sabot_text_why(sabot_sentence_word(sentence, "why")));
}

static char *
lost_sentence(struct sabot_sentence *sentence)
{
	const struct sabot_field *detail = sabot_incident_field(sentence->incident, "detail");
	int64_t lost = detail != NULL && detail->kind == SABOT_FIELD_NUMBER ? detail->u.number : 0;

	/* The daemon's own word: docs/event-log.md. */
	if (sabot_incident_field(sentence->incident, "code") != NULL &&
	    g_strcmp0(sabot_sentence_word(sentence, "code"), "log") == 0)
		return g_strdup(_("The log lacks events of this table: what happened meanwhile "
				  "was not seen."));
	if (lost <= 0)
		return g_strdup(_("The reader lost messages: cards may be missing."));
	return g_strdup_printf(
		g_dngettext(GETTEXT_PACKAGE, "The reader lost %d message: a card may be missing.",
			    "The reader lost %d messages: cards may be missing.", (gulong)lost),
		(int)lost);
}

static char *
device_sentence(struct sabot_sentence *sentence)
{
	bool is_offline = sentence->incident->code == SABOT_INCIDENT_DEVICE_OFFLINE;
	const char *code = sabot_sentence_optional_word(sentence, "code");
	const char *detail = sabot_sentence_optional_word(sentence, "detail");
	const char *space = code[0] != '\0' && detail[0] != '\0' ? " " : "";
	g_autofree char *text = sabot_text_device(detail);
	g_autofree char *said = g_strconcat(code, space, text, NULL);

	if (said[0] == '\0')
		return g_strdup(is_offline ? _("The shoe is not connected.")
					   : _("The shoe reports an error."));
	return g_strdup_printf(is_offline ? _("The shoe is not connected: %s.")
					  : _("The shoe reports an error: %s."),
			       said);
}

/* The codes that say something about one card. */
static char *
card_sentence(struct sabot_sentence *sentence)
{
	const char *text = sabot_sentence_card(sentence);

	switch ((int)sentence->incident->code) {
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
		return g_strdup_printf(_("Card %s left the shoe before no more bets."), text);
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
		return g_strdup_printf(_("Card %s has come more often than the load can hold it."),
				       text);
	case SABOT_INCIDENT_BOXED_CARD:
		return g_strdup_printf(
			_("Card %s lay face up in the shoe and was taken out of play."), text);
	default:
		if (sabot_sentence_is_card_unread(sentence))
			return g_strdup(_("A card left the shoe and was not read."));
		return g_strdup_printf(_("A card left the shoe and its suit was not read (%s)."),
				       text);
	}
}

static char *
wrong_result_sentence(struct sabot_sentence *sentence)
{
	if (!sabot_sentence_has(sentence, "winner"))
		return g_strdup_printf(
			_("The claimed result is %s; no possible card gives that result."),
			winner(sentence, "claimed"));
	return g_strdup_printf(_("The claimed result is %s; the cards say %s."),
			       winner(sentence, "claimed"), winner(sentence, "winner"));
}

static char *
wrong_total_sentence(struct sabot_sentence *sentence)
{
	int claimed = (int)sabot_sentence_number(sentence, "claimed");

	if (!sabot_sentence_has(sentence, "total"))
		return g_strdup_printf(
			_("%d points were claimed for %s; no possible card gives that total."),
			claimed, side(sabot_sentence_word(sentence, "hand")));
	return g_strdup_printf(_("%d points were claimed for %s; the cards give %d."), claimed,
			       side(sabot_sentence_word(sentence, "hand")),
			       (int)sabot_sentence_number(sentence, "total"));
}

static char *
back_sentence(struct sabot_sentence *sentence)
{
	if (!sabot_sentence_has(sentence, "back"))
		return g_strdup(
			_("There are more colours of backs than this load should have; which "
			  "card is the foreign one is not known."));
	return g_strdup_printf(
		_("Card %s has a back (%s) of a colour that this load does not have."),
		sabot_sentence_card(sentence), sabot_sentence_word(sentence, "back"));
}

static char *
without_effect_sentence(struct sabot_sentence *sentence)
{
	enum sabot_remedy remedy;
	const char *given = sabot_sentence_word(sentence, "remedy");

	return g_strdup_printf(_("The ruling \"%s\" on incident %d had no effect (%s)."),
			       sabot_remedy_from_string(given, &remedy) ? sabot_text_remedy(remedy)
									: given,
			       (int)sabot_sentence_number(sentence, "incident"),
			       sabot_text_why(sabot_sentence_word(sentence, "why")));
}

/* What was said of the last card in place of what was recorded. */
static char *
mended_sentence(struct sabot_sentence *sentence)
{
	const struct sabot_field *read = sabot_incident_field(sentence->incident, "read");
	const char *remedy = sabot_sentence_word(sentence, "remedy");
	const char *card = sabot_sentence_card(sentence);
	char sign[SABOT_TEXT_CARD_SIZE];

	if (strcmp(remedy, "read_as") == 0 && read)
		return g_strdup_printf(_("Mended at the table: the last card, %s, was %s."), card,
				       sabot_text_card_sign(read->card, sign));
	if (strcmp(remedy, "move_card") != 0)
		return g_strdup_printf(_("Mended at the table: the last card, %s, came before \"no "
					 "more bets\" and is the first of the round."),
				       card);
	if (!sabot_sentence_has(sentence, "box"))
		return g_strdup_printf(
			_("Mended at the table: the last card, %s, was the dealer's."), card);
	return g_strdup_printf(_("Mended at the table: the last card, %s, was of box %d."), card,
			       (int)sabot_sentence_number(sentence, "box"));
}

static char *
out_of_order_sentence(struct sabot_sentence *sentence)
{
	const char *event = sabot_text_event(sabot_sentence_word(sentence, "ev"));

	if (!sabot_sentence_has(sentence, "why"))
		return g_strdup_printf(_("\"%s\" makes no sense now and was ignored."), event);
	return g_strdup_printf(_("\"%s\" makes no sense now (%s) and was ignored."), event,
			       sabot_text_why(sabot_sentence_word(sentence, "why")));
}

static char *
burn_sentence(struct sabot_sentence *sentence)
{
	int burned = (int)sabot_sentence_number(sentence, "burned");

	if (!sabot_sentence_has(sentence, "due"))
		return g_strdup_printf(
			_("Bets were closed before the burn was complete (cards burned: %d)."),
			burned);
	return g_strdup_printf(_("Bets were closed with %d of %d cards burned."), burned,
			       (int)sabot_sentence_number(sentence, "due"));
}

static char *
not_asked_sentence(struct sabot_sentence *sentence)
{
	int box = (int)sabot_sentence_number(sentence, "box");

	if (!sabot_sentence_has(sentence, "card"))
		return g_strdup_printf(_("A card that was not read was dealt to box %d, which had "
					 "not requested a card."),
				       box);
	if (!sabot_sentence_has(sentence, "total"))
		return g_strdup_printf(
			_("Card %s was dealt to box %d, which had not requested a card."),
			sabot_sentence_card(sentence), box);
	return g_strdup_printf(
		_("Card %s was dealt to box %d, which had %d and had not requested a card."),
		sabot_sentence_card(sentence), box, (int)sabot_sentence_number(sentence, "total"));
}

static char *
decks_sentence(struct sabot_sentence *sentence)
{
	int decks = (int)sabot_sentence_number(sentence, "decks");

	return g_strdup_printf(
		g_dngettext(GETTEXT_PACKAGE,
			    "The load has %d deck; this table does not allow that number.",
			    "The load has %d decks; this table does not allow that number.",
			    (gulong)decks),
		decks);
}

static char *
missed_cut_sentence(struct sabot_sentence *sentence)
{
	return g_strdup_printf(
		_("Only %d cards are left in the shoe and the cut card has not come."),
		(int)sabot_sentence_number(sentence, "left"));
}

static char *
repeated_sentence(struct sabot_sentence *sentence)
{
	return g_strdup_printf(_("Twenty cards came in the same order as in load %d."),
			       (int)sabot_sentence_number(sentence, "load"));
}

static char *
went_on_sentence(struct sabot_sentence *sentence)
{
	return g_strdup_printf(
		_("Dealing went on: card %s is the second in a row that was not due."),
		sabot_sentence_card(sentence));
}

static char *
not_closed_sentence(struct sabot_sentence *sentence)
{
	return g_strdup_printf(
		_("Bets for the next round were closed while round %d was undecided."),
		(int)sabot_sentence_number(sentence, "round"));
}

static char *
clock_sentence(struct sabot_sentence *sentence)
{
	return g_strdup_printf(_("The time of the events went back by %d s."),
			       (int)sabot_sentence_number(sentence, "seconds"));
}

static char *
phrase(struct sabot_sentence *sentence)
{
	switch (sentence->incident->code) {
	case SABOT_INCIDENT_BURN_INCOMPLETE:
		return burn_sentence(sentence);
	case SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS:
	case SABOT_INCIDENT_IMPOSSIBLE_CARD:
	case SABOT_INCIDENT_UNREAD_CARD:
	case SABOT_INCIDENT_BOXED_CARD:
		return card_sentence(sentence);
	case SABOT_INCIDENT_CARD_IN_EXCESS:
		return excess_sentence(sentence);
	case SABOT_INCIDENT_CARD_MISSING:
		return missing_sentence(sentence);
	case SABOT_INCIDENT_WRONG_RESULT:
		return wrong_result_sentence(sentence);
	case SABOT_INCIDENT_COUNT_MISMATCH:
		return count_sentence(sentence);
	case SABOT_INCIDENT_CUT_CARD_MISPLACED:
		return cut_sentence(sentence);
	case SABOT_INCIDENT_CUT_CARD_MISSED:
		return missed_cut_sentence(sentence);
	case SABOT_INCIDENT_DEAL_AFTER_CUT:
		return g_strdup(_("A round was started that the cut card no longer allows."));
	case SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS:
	case SABOT_INCIDENT_BET_BELOW_MINIMUM:
	case SABOT_INCIDENT_BET_ABOVE_MAXIMUM:
		return sabot_text_bet_incident(sentence);
	case SABOT_INCIDENT_ACTION_NOT_ALLOWED:
	case SABOT_INCIDENT_ACTION_OUT_OF_TURN:
		return action_sentence(sentence);
	case SABOT_INCIDENT_PAYOUT_WRONG:
	case SABOT_INCIDENT_PAYOUT_MISSING:
		return sabot_text_payment_incident(sentence);
	case SABOT_INCIDENT_UNSHUFFLED_ORDER:
		return g_strdup(
			_("Five cards came in a row of one suit: the load looks unshuffled."));
	case SABOT_INCIDENT_REPEATED_ORDER:
		return repeated_sentence(sentence);
	case SABOT_INCIDENT_DEVICE_ERROR:
	case SABOT_INCIDENT_DEVICE_OFFLINE:
		return device_sentence(sentence);
	case SABOT_INCIDENT_FRAMES_LOST:
		return lost_sentence(sentence);
	case SABOT_INCIDENT_EVENT_OUT_OF_ORDER:
		return out_of_order_sentence(sentence);
	case SABOT_INCIDENT_DISPUTE:
		return g_strdup(_("The pit is called to a dispute."));
	case SABOT_INCIDENT_DEALING_WENT_ON:
		return went_on_sentence(sentence);
	case SABOT_INCIDENT_ROUND_NOT_CLOSED:
		return not_closed_sentence(sentence);
	case SABOT_INCIDENT_COMMISSION_UNPAID:
		return sabot_text_commission_incident(sentence);
	case SABOT_INCIDENT_WRONG_DECKS:
		return decks_sentence(sentence);
	case SABOT_INCIDENT_FOREIGN_BACK:
		return back_sentence(sentence);
	case SABOT_INCIDENT_USED_CARDS_REACHED:
		return g_strdup(_("The first used card has come: the pack must be shuffled."));
	case SABOT_INCIDENT_CARD_NOT_ASKED:
		return not_asked_sentence(sentence);
	case SABOT_INCIDENT_RULING_WITHOUT_EFFECT:
		return without_effect_sentence(sentence);
	case SABOT_INCIDENT_CLOCK_BACKWARDS:
		return clock_sentence(sentence);
	case SABOT_INCIDENT_WRONG_TOTAL:
		return wrong_total_sentence(sentence);
	case SABOT_INCIDENT_CARD_MENDED:
		return mended_sentence(sentence);
	case SABOT_INCIDENT_DEVICE_DISAGREES:
	case SABOT_INCIDENT_SHOE_SWAPPED:
	case SABOT_INCIDENT_UNVEILED:
	case SABOT_INCIDENT_CLOCK_STEP:
	case SABOT_INCIDENT_CHAIN_BROKEN:
	case SABOT_INCIDENT_STORE_DOWN:
	case SABOT_INCIDENT_ACCESS_RECOVERED:
	case SABOT_INCIDENT_LOG_REPLACED:
	case SABOT_INCIDENT_LOG_RESTORED:
	case SABOT_INCIDENT_PIN_GUESSING:
	case SABOT_INCIDENT_CLAIMED_TIME:
	case SABOT_INCIDENT_SOFTWARE_CHANGED:
	case SABOT_INCIDENT_KEY_LOST:
	case SABOT_INCIDENT_FORWARD_REFUSED:
	case SABOT_INCIDENT_UNWITNESSED:
		return sabot_text_finding(sentence);
	case SABOT_INCIDENT_NONE:
	case SABOT_INCIDENTS:
	case SABOT_INCIDENT_CODES:
		break;
	}
	return g_strdup("");
}

char *
sabot_text_incident(const struct sabot_incident *incident)
{
	struct sabot_sentence sentence = {.incident = incident};
	g_autofree char *text = phrase(&sentence);

	return sentence.lacks_field ? NULL : g_steal_pointer(&text);
}

/* "Q♥, 9♦"; of many the first ones. */
static char *
list_cards(const struct sabot_card *cards, unsigned n_cards)
{
	GString *text = g_string_new(NULL);
	char sign[SABOT_TEXT_CARD_SIZE];

	for (unsigned i = 0; i < n_cards && i < CARDS_LISTED_MAX; i++)
		g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
				       sabot_text_card_sign(cards[i], sign));
	if (n_cards > CARDS_LISTED_MAX)
		g_string_append(text, ", …");
	return g_string_free(text, FALSE);
}

char *
sabot_text_proven_cards(char *sentence, const struct sabot_proven_cards *proven)
{
	g_autofree char *missing = list_cards(proven->missing, proven->n_missing);
	g_autofree char *extra = list_cards(proven->extra, proven->n_extra);
	g_autofree char *before = sentence;

	if (proven->n_missing > 0 && proven->n_extra > 0)
		/* Translators: a sentence about a count of cards; which ones. */
		return g_strdup_printf(_("%s Missing: %s; too many: %s."), before, missing, extra);
	if (proven->n_missing > 0)
		/* Translators: a sentence about a count of cards; which ones. */
		return g_strdup_printf(_("%s Missing: %s."), before, missing);
	if (proven->n_extra > 0)
		/* Translators: a sentence about a count of cards; which ones. */
		return g_strdup_printf(_("%s Too many: %s."), before, extra);
	return g_steal_pointer(&before);
}
