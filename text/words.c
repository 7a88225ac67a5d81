/* The stored words: see words.h. */
#include "text/words.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

const char *
sabot_text_rank(unsigned rank)
{
	static const char *const words[SABOT_RANKS] = {
		NC_("rank", "ace"),  NC_("rank", "two"), NC_("rank", "three"), NC_("rank", "four"),
		NC_("rank", "five"), NC_("rank", "six"), NC_("rank", "seven"), NC_("rank", "eight"),
		NC_("rank", "nine"), NC_("rank", "ten"), NC_("rank", "jack"),  NC_("rank", "queen"),
		NC_("rank", "king"),
	};

	return g_dpgettext2(GETTEXT_PACKAGE, "rank", words[rank - 1]);
}

const char *
sabot_text_suit(unsigned suit)
{
	static const char *const words[SABOT_SUITS] = {
		NC_("suit", "spades"),
		NC_("suit", "hearts"),
		NC_("suit", "diamonds"),
		NC_("suit", "clubs"),
	};

	return g_dpgettext2(GETTEXT_PACKAGE, "suit", words[suit - 1]);
}

char *
sabot_text_card(struct sabot_card card)
{
	if (card.rank == SABOT_RANK_UNKNOWN)
		return g_strdup(C_("card", "unread card"));
	if (card.suit == SABOT_SUIT_UNKNOWN)
		/* Translators: a card whose rank was read and whose suit was not. */
		return g_strdup_printf(C_("card", "%s, suit unread"), sabot_text_rank(card.rank));
	/* Translators: a card, as in "ten of diamonds": rank, suit. */
	return g_strdup_printf(C_("card", "%s of %s"), sabot_text_rank(card.rank),
			       sabot_text_suit(card.suit));
}

const char *
sabot_text_rank_sign(unsigned rank)
{
	static const char *const numbers[] = {"?", "",  "2", "3", "4", "5",
					      "6", "7", "8", "9", "10"};

	switch (rank) {
	/* Translators: the letters in the corners of the cards that this country's tables use. */
	case SABOT_ACE:
		return C_("corner of a card", "A");
	case SABOT_JACK:
		return C_("corner of a card", "J");
	case SABOT_QUEEN:
		return C_("corner of a card", "Q");
	case SABOT_KING:
		return C_("corner of a card", "K");
	default:
		return numbers[rank];
	}
}

const char *
sabot_text_suit_sign(unsigned suit)
{
	static const char *const signs[] = {"?", "♠", "♥", "♦", "♣"};

	return signs[suit];
}

const char *
sabot_text_card_sign(struct sabot_card card, char buffer[SABOT_TEXT_CARD_SIZE])
{
	const char *suit = card.rank != SABOT_RANK_UNKNOWN ? sabot_text_suit_sign(card.suit) : "";

	g_snprintf(buffer, SABOT_TEXT_CARD_SIZE, "%s%s", sabot_text_rank_sign(card.rank), suit);
	return buffer;
}

const char *
sabot_text_bet(enum sabot_bet bet)
{
	static const char *const words[SABOT_BETS] = {
		[SABOT_BET_MAIN] = NC_("bet", "main"),
		[SABOT_BET_PUNTO] = NC_("bet", "punto"),
		[SABOT_BET_BANCA] = NC_("bet", "banca"),
		[SABOT_BET_TIE] = NC_("bet", "tie"),
		[SABOT_BET_INSURANCE] = NC_("bet", "insurance"),
		[SABOT_BET_PUNTO_PAIR] = NC_("bet", "punto pair"),
		[SABOT_BET_BANCA_PAIR] = NC_("bet", "banca pair"),
		[SABOT_BET_EITHER_PAIR] = NC_("bet", "either pair"),
		[SABOT_BET_PERFECT_PAIR] = NC_("bet", "perfect pair"),
		[SABOT_BET_DRAGON_7] = NC_("bet", "Dragon 7"),
		[SABOT_BET_PANDA_8] = NC_("bet", "Panda 8"),
		[SABOT_BET_SUPER_6] = NC_("bet", "Super 6"),
		[SABOT_BET_BIG] = NC_("bet", "big"),
		[SABOT_BET_SMALL] = NC_("bet", "small"),
		[SABOT_BET_ROYAL_MATCH_21] = NC_("bet", "Royal Match 21"),
		[SABOT_BET_BET_SET_21] = NC_("bet", "Bet Set 21"),
		[SABOT_BET_KINGS_BOUNTY] = NC_("bet", "King's Bounty"),
		[SABOT_BET_LUCKY_6] = NC_("bet", "Lucky 6"),
		[SABOT_BET_PUNTO_DRAGON_BONUS] = NC_("bet", "punto Dragon Bonus"),
		[SABOT_BET_BANCA_DRAGON_BONUS] = NC_("bet", "banca Dragon Bonus"),
	};

	return words[bet] != NULL ? g_dpgettext2(GETTEXT_PACKAGE, "bet", words[bet]) : "";
}

char *
sabot_text_outcome(const char *word)
{
	static const struct {
		const char *word, *phrase;
	} phrases[] = {
		{"crown_treasure", NC_("outcome", "crown treasure")},
		{"royal_match", NC_("outcome", "royal match")},
		{"suited", NC_("outcome", "suited")},
		{"suited_pair", NC_("outcome", "suited pair")},
		{"pair", NC_("outcome", "pair")},
		{"two_kings_of_spades_blackjack",
		 NC_("outcome", "two kings of spades and dealer blackjack")},
		{"two_kings_of_spades", NC_("outcome", "two kings of spades")},
		{"suited_kings", NC_("outcome", "suited kings")},
		{"suited_20", NC_("outcome", "suited 20")},
		{"kings", NC_("outcome", "two kings")},
		{"any_20", NC_("outcome", "any 20")},
		{"three_cards", NC_("outcome", "three cards")},
		{"two_cards", NC_("outcome", "two cards")},
		{"natural", NC_("outcome", "natural")},
		{"by_9", NC_("outcome", "by 9")},
		{"by_8", NC_("outcome", "by 8")},
		{"by_7", NC_("outcome", "by 7")},
		{"by_6", NC_("outcome", "by 6")},
		{"by_5", NC_("outcome", "by 5")},
		{"by_4", NC_("outcome", "by 4")},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++)
		if (strcmp(phrases[i].word, word) == 0)
			return g_strdup(
				g_dpgettext2(GETTEXT_PACKAGE, "outcome", phrases[i].phrase));
	return g_strdelimit(g_strdup(word), "_", ' ');
}

const char *
sabot_text_action(enum sabot_action action)
{
	switch (action) {
	case SABOT_ACTION_STAND:
		return C_("action", "stand");
	case SABOT_ACTION_HIT:
		return C_("action", "hit");
	case SABOT_ACTION_DOUBLE:
		return C_("action", "double");
	case SABOT_ACTION_SPLIT:
		return C_("action", "split");
	case SABOT_ACTION_SURRENDER:
		return C_("action", "surrender");
	}
	return "";
}

const char *
sabot_text_role(const char *word)
{
	static const struct {
		const char *word, *said;
	} roles[] = {
		{"dealer", NC_("role", "dealer")},
		{"pit", NC_("role", "pit boss")},
		{"shift", NC_("role", "shift manager")},
		{"cage", NC_("role", "cage")},
		{"count", NC_("role", "count room")},
		{"surveillance", NC_("role", "surveillance")},
		{"audit", NC_("role", "audit")},
		{"admin", NC_("role", "administrator")},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(roles); i++)
		if (strcmp(word, roles[i].word) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "role", roles[i].said);
	return word;
}

const char *
sabot_text_event(const char *word)
{
	static const char *const names[SABOT_EVENT_TYPES] = {
		[SABOT_EVENT_LOAD] = NC_("event", "load"),
		[SABOT_EVENT_CARD] = NC_("event", "card"),
		[SABOT_EVENT_CUT_CARD] = NC_("event", "cut card"),
		[SABOT_EVENT_BET] = NC_("event", "bet"),
		[SABOT_EVENT_NO_MORE_BETS] = NC_("event", "no more bets"),
		[SABOT_EVENT_INSURANCE] = NC_("event", "insurance"),
		[SABOT_EVENT_EVEN_MONEY] = NC_("event", "even money"),
		[SABOT_EVENT_INSURANCE_CLOSED] = NC_("event", "insurance closed"),
		[SABOT_EVENT_ACTION] = NC_("event", "action"),
		[SABOT_EVENT_RESULT] = NC_("event", "result"),
		[SABOT_EVENT_PAID] = NC_("event", "paid"),
		[SABOT_EVENT_RULING] = NC_("event", "ruling"),
		[SABOT_EVENT_UNDO] = NC_("event", "undo"),
		[SABOT_EVENT_CALL] = NC_("event", "call"),
		[SABOT_EVENT_LIMITS] = NC_("event", "limits"),
		[SABOT_EVENT_HOLDER] = NC_("event", "holder"),
		[SABOT_EVENT_TABLE] = NC_("event", "table"),
		[SABOT_EVENT_STAFF] = NC_("event", "staff"),
		[SABOT_EVENT_PREPARED] = NC_("event", "prepared"),
		[SABOT_EVENT_CORRECTION] = NC_("event", "correction"),
		[SABOT_EVENT_COMMISSION_PAID] = NC_("event", "commission paid"),
		[SABOT_EVENT_REVEAL] = NC_("event", "reveal"),
		[SABOT_EVENT_UNLOAD] = NC_("event", "unload"),
		[SABOT_EVENT_DEVICE] = NC_("event", "device"),
	};
	enum sabot_event_type type;

	if (!sabot_event_type_from_string(word, &type) || names[type] == NULL)
		return word;
	return g_dpgettext2(GETTEXT_PACKAGE, "event", names[type]);
}

const char *
sabot_text_winner(enum sabot_winner winner)
{
	switch (winner) {
	case SABOT_WINNER_PUNTO:
		return C_("result", "punto");
	case SABOT_WINNER_BANCA:
		return C_("result", "banca");
	case SABOT_WINNER_TIE:
		return C_("result", "tie");
	case SABOT_WINNER_VOID:
		return C_("result", "void");
	case SABOT_WINNER_NONE:
		break;
	}
	return "";
}

char *
sabot_text_list_remedies(void)
{
	const char *words[SABOT_REMEDIES] = {0}; /* without UNKNOWN, with NULL behind the last */

	for (int i = SABOT_REMEDY_UNKNOWN + 1; i < SABOT_REMEDIES; i++)
		words[i - 1] = sabot_remedy_to_string((enum sabot_remedy)i);
	return g_strjoinv(", ", (char **)words);
}

const char *
sabot_text_remedy(enum sabot_remedy remedy)
{
	switch (remedy) {
	case SABOT_REMEDY_LET_STAND:
		return C_("remedy", "let it stand");
	case SABOT_REMEDY_VOID_ROUND:
		return C_("remedy", "void the round");
	case SABOT_REMEDY_BURN_CARD:
		return C_("remedy", "burn the card");
	case SABOT_REMEDY_USE_AS_BANCA_THIRD:
		return C_("remedy", "use it as banca's third card");
	case SABOT_REMEDY_FIRST_OF_NEXT_ROUND:
		return C_("remedy", "first card of the next round");
	case SABOT_REMEDY_DUMMY_HAND:
		return C_("remedy", "a hand without bets");
	case SABOT_REMEDY_DRAW_NOW:
		return C_("remedy", "draw now");
	case SABOT_REMEDY_READ_AS:
		return C_("remedy", "say what card it was");
	case SABOT_REMEDY_MOVE_CARD:
		return C_("remedy", "move the card");
	case SABOT_REMEDY_PAY_DIFFERENCE:
		return C_("remedy", "pay the difference");
	case SABOT_REMEDY_INSERT_CARD:
		return C_("remedy", "insert the lost card");
	case SABOT_REMEDY_END_LOAD:
		return C_("remedy", "end the load");
	case SABOT_REMEDY_COUNTED_AGAIN:
		return C_("remedy", "count the cards again");
	case SABOT_REMEDY_CARDS_REPLACED:
		return C_("remedy", "replace the set of cards");
	case SABOT_REMEDY_FALSE_ALARM:
		return C_("remedy", "false alarm");
	case SABOT_REMEDY_UNKNOWN:
		break;
	}
	return "";
}

/* A new code without words here is an empty name; a test compares them with docs/names.md. */
const char *
sabot_text_incident_name(enum sabot_incident_code code)
{
	static const char *const names[SABOT_INCIDENT_CODES] = {
		[SABOT_INCIDENT_BURN_INCOMPLETE] = NC_("incident", "burn not finished"),
		[SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS] =
			NC_("incident", "card before no more bets"),
		[SABOT_INCIDENT_CARD_IN_EXCESS] = NC_("incident", "card too many"),
		[SABOT_INCIDENT_CARD_MISSING] = NC_("incident", "card not drawn"),
		[SABOT_INCIDENT_WRONG_RESULT] = NC_("incident", "wrong result"),
		[SABOT_INCIDENT_IMPOSSIBLE_CARD] = NC_("incident", "card that cannot be there"),
		[SABOT_INCIDENT_COUNT_MISMATCH] = NC_("incident", "count does not add up"),
		[SABOT_INCIDENT_UNREAD_CARD] = NC_("incident", "card not read"),
		[SABOT_INCIDENT_BOXED_CARD] = NC_("incident", "card face up in the shoe"),
		[SABOT_INCIDENT_CUT_CARD_MISPLACED] =
			NC_("incident", "cut card in the wrong place"),
		[SABOT_INCIDENT_CUT_CARD_MISSED] = NC_("incident", "cut card never came"),
		[SABOT_INCIDENT_DEAL_AFTER_CUT] = NC_("incident", "round after the last"),
		[SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS] = NC_("incident", "late bet"),
		[SABOT_INCIDENT_BET_BELOW_MINIMUM] = NC_("incident", "bet below the minimum"),
		[SABOT_INCIDENT_BET_ABOVE_MAXIMUM] = NC_("incident", "bet above the maximum"),
		[SABOT_INCIDENT_ACTION_NOT_ALLOWED] = NC_("incident", "play not allowed"),
		[SABOT_INCIDENT_ACTION_OUT_OF_TURN] = NC_("incident", "play out of turn"),
		[SABOT_INCIDENT_PAYOUT_WRONG] = NC_("incident", "wrong payment"),
		[SABOT_INCIDENT_PAYOUT_MISSING] = NC_("incident", "win not paid"),
		[SABOT_INCIDENT_UNSHUFFLED_ORDER] = NC_("incident", "load looks unshuffled"),
		[SABOT_INCIDENT_REPEATED_ORDER] = NC_("incident", "load repeats an earlier one"),
		[SABOT_INCIDENT_DEVICE_ERROR] = NC_("incident", "shoe reports an error"),
		[SABOT_INCIDENT_DEVICE_OFFLINE] = NC_("incident", "shoe not connected"),
		[SABOT_INCIDENT_FRAMES_LOST] = NC_("incident", "messages of the shoe lost"),
		[SABOT_INCIDENT_EVENT_OUT_OF_ORDER] =
			NC_("incident", "event that makes no sense now"),
		[SABOT_INCIDENT_DISPUTE] = NC_("incident", "dispute"),
		[SABOT_INCIDENT_DEALING_WENT_ON] = NC_("incident", "dealing went on"),
		[SABOT_INCIDENT_ROUND_NOT_CLOSED] = NC_("incident", "round not closed"),
		[SABOT_INCIDENT_COMMISSION_UNPAID] = NC_("incident", "commission not paid"),
		[SABOT_INCIDENT_WRONG_DECKS] = NC_("incident", "wrong number of decks"),
		[SABOT_INCIDENT_FOREIGN_BACK] = NC_("incident", "back of another colour"),
		[SABOT_INCIDENT_USED_CARDS_REACHED] = NC_("incident", "used cards reached"),
		[SABOT_INCIDENT_CARD_NOT_ASKED] = NC_("incident", "card not requested"),
		[SABOT_INCIDENT_RULING_WITHOUT_EFFECT] = NC_("incident", "ruling without effect"),
		[SABOT_INCIDENT_CLOCK_BACKWARDS] = NC_("incident", "time went backwards"),
		[SABOT_INCIDENT_WRONG_TOTAL] = NC_("incident", "wrong total"),
		[SABOT_INCIDENT_CARD_MENDED] = NC_("incident", "card mended by the dealer"),
		[SABOT_INCIDENT_DEVICE_DISAGREES] = NC_("incident", "shoe disagrees"),
		[SABOT_INCIDENT_SHOE_SWAPPED] = NC_("incident", "another shoe"),
		[SABOT_INCIDENT_UNVEILED] = NC_("incident", "veil lifted"),
		[SABOT_INCIDENT_CLOCK_STEP] = NC_("incident", "clock changed"),
		[SABOT_INCIDENT_CHAIN_BROKEN] = NC_("incident", "log tampered with"),
		[SABOT_INCIDENT_STORE_DOWN] = NC_("incident", "not saved"),
		[SABOT_INCIDENT_ACCESS_RECOVERED] = NC_("incident", "way back taken"),
		[SABOT_INCIDENT_LOG_REPLACED] = NC_("incident", "log lost or replaced"),
		[SABOT_INCIDENT_LOG_RESTORED] = NC_("incident", "backup put back"),
		[SABOT_INCIDENT_PIN_GUESSING] = NC_("incident", "PINs guessed"),
		[SABOT_INCIDENT_CLAIMED_TIME] = NC_("incident", "wrong time claimed"),
		[SABOT_INCIDENT_SOFTWARE_CHANGED] = NC_("incident", "software changed"),
		[SABOT_INCIDENT_KEY_LOST] = NC_("incident", "log not signed any more"),
		[SABOT_INCIDENT_FORWARD_REFUSED] = NC_("incident", "second copy refuses the log"),
		[SABOT_INCIDENT_UNWITNESSED] = NC_("incident", "log not witnessed"),
	};

	return names[code] != NULL ? g_dpgettext2(GETTEXT_PACKAGE, "incident", names[code]) : "";
}

const char *
sabot_text_severity(enum sabot_severity severity)
{
	switch (severity) {
	case SABOT_LOW:
		return C_("severity", "low");
	case SABOT_MEDIUM:
		return C_("severity", "medium");
	case SABOT_HIGH:
		return C_("severity", "high");
	case SABOT_CRITICAL:
		return C_("severity", "critical");
	}
	return "";
}

const char *
sabot_text_verdict(const char *word)
{
	static const char *const words[] = {
		NC_("verdict", "complete"),
		NC_("verdict", "incomplete"),
		NC_("verdict", "extra"),
		NC_("verdict", "missing"),
	};

	for (size_t i = 0; word != NULL && i < G_N_ELEMENTS(words); i++)
		if (strcmp(words[i], word) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "verdict", words[i]);
	return word != NULL ? word : "";
}

/* "day" is also the calendar's default. */
const char *
sabot_text_shift_name(const char *word)
{
	/* Translators: names of shifts, each of a part of the day. */
	static const char *const words[] = {
		NC_("shift", "day"),     NC_("shift", "swing"),     NC_("shift", "night"),
		NC_("shift", "morning"), NC_("shift", "afternoon"), NC_("shift", "evening"),
		NC_("shift", "early"),   NC_("shift", "late"),      NC_("shift", "graveyard"),
	};

	for (size_t i = 0; word != NULL && i < G_N_ELEMENTS(words); i++)
		if (strcmp(words[i], word) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "shift", words[i]);
	return word != NULL ? word : "";
}

char *
sabot_text_rule(const char *rule)
{
	return rule != NULL && rule[0] != '\0' ? g_strconcat("§ ", rule, NULL) : g_strdup("");
}
