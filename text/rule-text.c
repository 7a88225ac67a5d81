/*
 * The rules of docs/rules.md that are cited, in a sentence or two each. Figures are those of the
 * rule books; a table's profile may have others.
 */
#include "rule-text.h"

#include "words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct rule {
	const char *id, *sentence;
};

static const struct rule rules[] = {
	{"PB-01",
	 NC_("rule", "An ace counts 1, cards from 2 to 9 their number, tens and court cards 0. "
		     "A hand's points are the last digit of the sum.")},
	{"PB-02",
	 NC_("rule", "The load has six decks, or as many as the house has set. They are "
		     "counted, mixed, cut and loaded; the cut card leaves at least seven cards "
		     "behind it.")},
	{"PB-03",
	 NC_("rule", "When the cut card comes the hand in progress is finished, and as many "
		     "rounds more as the house deals; then all cards are shuffled.")},
	{"PB-04",
	 NC_("rule", "The first card of a load is shown; its number is the number of further "
		     "cards to burn (ace 1, tens and court cards 10).")},
	{"PB-05",
	 NC_("rule", "Bets are open until no more bets is called. A later bet is refused, and "
		     "no card is drawn before that call.")},
	{"PB-06",
	 NC_("rule", "Two cards are dealt to punto and two to banca, face down; the house says "
		     "in which order.")},
	{"PB-08", NC_("rule", "A natural, 8 or 9 with two cards, on either side ends the hand.")},
	{"PB-09", NC_("rule", "Punto draws on 0 to 5 and stands on 6 and 7.")},
	{"PB-10", NC_("rule", "Whether banca draws depends on its own points with two cards and on "
			      "punto's third card, by the table of the rules.")},
	{"PB-11", NC_("rule", "Neither side, one or both get a third card; nobody chooses.")},
	{"PB-12",
	 NC_("rule", "Punto wins 1:1; banca wins 1:1 less the commission. On a tie the stakes "
		     "on punto and banca neither win nor lose. Optional bets pay by the "
		     "table's rules.")},
	{"PB-15",
	 NC_("rule", "Banca wins 1:1 without commission, but a banca that wins with 6 is paid "
		     "half.")},
	{"PB-16",
	 NC_("rule", "Banca wins 1:1 without commission, but a banca that wins with 7 in three "
		     "cards is a push; punto still loses then.")},
	{"BJ-01",
	 NC_("rule", "Cards from 2 to 9 count their number, tens and court cards 10, an ace 1 "
		     "or 11. A hand's total is its best one up to 21, else its lowest.")},
	{"BJ-02",
	 NC_("rule", "An ace and a ten as the first two cards of a hand that was not split are "
		     "a blackjack, which beats any other 21.")},
	{"BJ-03",
	 NC_("rule", "A blackjack pays 3:2, any other win 1:1. Equal totals push, and so do "
		     "two blackjacks.")},
	{"BJ-04", NC_("rule", "A hand above 21 loses at once, whatever the dealer gets later.")},
	{"BJ-05",
	 NC_("rule", "The dealer plays after all boxes and by rule alone: he draws on 16 or "
		     "less and stands on 17 or more.")},
	{"BJ-06", NC_("rule", "The boxes act in turn, from the dealer's left to his right. A box "
			      "without a stake gets no card.")},
	{"BJ-07",
	 NC_("rule", "Stakes are between the table's minimum and its maximum. Several persons "
		     "may stake on one box; the sum of their stakes stays within the maximum.")},
	{"BJ-08", NC_("rule", "Stakes are placed before the first card; none is accepted later.")},
	{"BJ-09",
	 NC_("rule", "Insurance is offered only when the dealer's first card is an ace, before "
		     "any player acts, for at most half the stake. It pays 2:1 if the dealer "
		     "has a blackjack, else it is lost.")},
	{"BJ-10", NC_("rule", "A hand of 21 is complete and takes no further card.")},
	{"BJ-11", NC_("rule", "A doubled hand gets exactly one more card.")},
	{"BJ-12",
	 NC_("rule", "A split needs another stake equal to the first. Each of the two cards "
		     "begins a hand of its own, which wins or loses separately.")},
	{"BJ-13",
	 NC_("rule", "A card that lies face up in the shoe goes to the discards and belongs to "
		     "no hand.")},
	{"BJ-14",
	 NC_("rule", "A dispute is decided by the pit boss. The decision is recorded, and the "
		     "game continues from it.")},
	{"ES-01", NC_("rule", "The load has six decks, three with backs of one colour and three of "
			      "another.")},
	{"ES-03",
	 NC_("rule", "The cards are checked, counted and mixed before they are loaded; the cut "
		     "card leaves at least 52 cards behind it.")},
	{"ES-04", NC_("rule", "The first five cards of the load are burned.")},
	{"ES-05",
	 NC_("rule", "The deal is one card to each box with a stake, one to the dealer, then a "
		     "second one to each box, all face up. The dealer takes his second card "
		     "only in his turn.")},
	{"ES-06", NC_("rule", "The dealer draws up to 16 and stands on every 17.")},
	{"ES-07",
	 NC_("rule", "A dealer's blackjack takes every stake, including doubles and splits, "
		     "except those of players with a blackjack.")},
	{"ES-09",
	 NC_("rule", "A hand may be doubled only on a first total of 9, 10 or 11, also after a "
		     "split.")},
	{"ES-10",
	 NC_("rule", "Two cards of equal value may be split, and a new pair split again; aces "
		     "only once. Split aces get one card each. Ace and ten after a split are "
		     "21 and no blackjack.")},
	{"ES-12",
	 NC_("rule", "Insurance is offered against the dealer's ace, before any player acts, "
		     "for at most half the stake, and pays 2:1. There is no surrender.")},
	{"ES-13",
	 NC_("rule", "When the cut card comes the dealer shows it and announces the last round "
		     "of the load.")},
	{"ES-15",
	 NC_("rule", "The dealer takes only cards that can still decide something: none if "
		     "every box is out.")},
	{"ES-16",
	 NC_("rule", "The dealer announces his total and settles in one pass: lower hands are "
		     "collected, higher ones paid, equal ones left.")},
	{"FA-01",
	 NC_("rule", "The game has one deck and no shoe. A player holds the bank; it passes to "
		     "the player who makes a blackjack, or after an agreed time.")},
	{"FA-02",
	 NC_("rule", "Used cards go back under the pack. When they come again, or when the "
		     "bank passes, the pack is shuffled.")},
	{"FA-03",
	 NC_("rule", "A 21 with five cards pays 2:1 and beats a bank's 21 with another number "
		     "of cards, except a blackjack. A 21 with three sevens pays 3:1 and beats "
		     "even a blackjack.")},
	{"ST-01",
	 NC_("rule", "The load has six decks. There are 7 boxes; all cards lie face up, and "
		     "the dealer has no hole card.")},
	{"ST-02", NC_("rule", "A table's limits are a minimum and a maximum.")},
	{"ST-03", NC_("rule", "The dealer draws up to 16 and stands on 17, also on a soft one.")},
	{"ST-04", NC_("rule", "A hand may be doubled on any first two cards, also after a split; "
			      "exactly one card follows.")},
	{"ST-05",
	 NC_("rule", "Cards of equal value may be split, at most three times. The first hand "
		     "gets its card and is played out before the second one gets its own. "
		     "Split aces get one card each.")},
	{"ST-06",
	 NC_("rule", "Insurance is up to half the stake and pays 2:1. A player with a "
		     "blackjack is offered even money instead: taking it pays 1:1 at once, "
		     "declining risks the push.")},
	{"ST-07",
	 NC_("rule", "With a surrender half the stake is lost and the hand is over; on the "
		     "first two cards only, never on a split hand.")},
	{"ST-08", NC_("rule", "When all boxes are out the dealer draws nothing.")},
	{"ST-09",
	 NC_("rule", "The cut card lies about a third from the back, so that 200 to 220 cards "
		     "are in play.")},
	{"ST-10",
	 NC_("rule", "Stakes of bust hands are collected at once, the others at the end.")},
	{"IT-01",
	 NC_("rule", "The load has six decks with one colour of back; variants have one or two "
		     "decks.")},
	{"IT-02",
	 NC_("rule", "The pack is cut with two cut cards: the cards above the upper one go to "
		     "the bottom, and the lower one ends the load.")},
	{"IT-04",
	 NC_("rule", "A dealer's blackjack is declared at once, before any player acts. It "
		     "takes all stakes except those of players with 21, who take theirs back.")},
	{"IT-05", NC_("rule", "A player's blackjack is then paid 3:2 at once.")},
	{"IT-06",
	 NC_("rule", "If totals are equal the hand with fewer cards wins; if the numbers of "
		     "cards are equal too, it is a push.")},
	{"IT-07",
	 NC_("rule", "The dealer takes at least two cards and stops as soon as his hand beats "
		     "every hand in play, also below 17; else he draws until it does, passes "
		     "16 or busts.")},
	{"IT-08", NC_("rule", "A hand may be doubled on a first total of 9 to 11; exactly one card "
			      "follows.")},
	{"IT-09",
	 NC_("rule", "Equal cards may be split with another stake of the same amount; each "
		     "hand is then played like a new one, including blackjack and double.")},
	{"IT-10",
	 NC_("rule", "Insurance against the dealer's ace is exactly half the stake and pays "
		     "2:1.")},
	{"TB-01",
	 NC_("rule", "The load has four to six decks. The bank has an up card and a hole card; "
		     "players' cards lie face up.")},
	{"TB-02",
	 NC_("rule", "If the up card is a ten the bank looks at the hole card. If that is an "
		     "ace the round ends at once: players' 21s push, all others lose.")},
	{"TB-03",
	 NC_("rule", "If the up card is an ace, insurance is offered if the pay table has it, "
		     "and pays 2:1. Without insurance the hole card is looked at at once, and "
		     "a blackjack ends the round.")},
	{"TB-04",
	 NC_("rule", "The bank draws up to 16 and stands on 17. What it does on a soft 17 is "
		     "set by the table's rules.")},
	{"TB-05",
	 NC_("rule", "A hand may be doubled after the first two cards as the pay table allows; "
		     "one card follows.")},
	{"TB-06",
	 NC_("rule", "Two cards of equal rank may be split once, with one equal stake on the "
		     "second hand.")},
	{"TB-07",
	 NC_("rule", "Side bets are settled on the player's first two cards, and on the bank's "
		     "if the bet names them, as soon as these are known. Only the highest "
		     "outcome counts.")},
	{"HB-01", NC_("rule", "The load has six decks; one card is burned, and the cut card lies a "
			      "quarter from the back. The dealer has an up card and a hole card; "
			      "players' cards lie face up.")},
	{"HB-02",
	 NC_("rule", "If the up card is a ten the dealer looks at his hole card before anybody "
		     "acts; if it is an ace, after insurance. A blackjack ends the round: "
		     "players' blackjacks push, all others lose.")},
	{"HB-03",
	 NC_("rule", "The dealer draws up to 16, hits a soft 17 and stands on any other total "
		     "from 17 on.")},
	{"HB-04",
	 NC_("rule", "A surrender loses half the stake, on the first two cards, in the box's "
		     "turn and after the dealer has looked at his hole card. If the dealer has "
		     "a blackjack it does not count.")},
	{"HB-05",
	 NC_("rule", "Any first two cards may be doubled, also after a split. Cards of equal "
		     "value may be split at most three times, aces once with one card each. "
		     "Insurance is up to half the stake; a blackjack may take even money.")},
};

const char *
sabot_text_rule_sentence(const char *rule)
{
	for (size_t i = 0; rule != NULL && i < G_N_ELEMENTS(rules); i++)
		if (strcmp(rules[i].id, rule) == 0)
			return g_dpgettext2(GETTEXT_PACKAGE, "rule", rules[i].sentence);
	return NULL;
}

char *
sabot_text_rule_full(const char *rule)
{
	const char *sentence = sabot_text_rule_sentence(rule);
	g_autofree char *id = sabot_text_rule(rule);

	/* Translators: the id of a rule, and what it says. */
	return sentence ? g_strdup_printf(C_("rule", "%s: %s"), id, sentence)
			: g_steal_pointer(&id);
}
