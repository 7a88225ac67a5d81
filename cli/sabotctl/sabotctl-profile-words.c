/*
 * A rule profile in words: one line a key, what it is about and what it says here.
 */

#include "sabotctl-profile-words.h"
#include "engine/rules/side-bets.h"
#include "text/words.h"
#include "engine/rules/rules-set.h"
#include "engine/rules/rules-text.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 7 };

/* What a key is about, and what its words mean; a key that is not here is printed by its name. */
static const struct about {
	const char *key, *label;
	struct {
		const char *word, *meaning;
	} words[WORDS_MAX];
} about[] = {
	{"decks", N_("52-card decks of a load"), {{0}}},
	{"decks_allowed", N_("numbers of decks that a load may have"), {{0}}},
	{"boxes", N_("boxes of the table"), {{0}}},
	{"backs", N_("colours of backs"), {{0}}},
	{"burn",
	 N_("cards burned of a new load"),
	 {{"first_card", N_("the first card, and as many more as its index")}}},
	{"cut_min", N_("least number of cards behind the cut card"), {{0}}},
	{"cut_tolerance", N_("how far the cut card may be from the place declared"), {{0}}},
	{"hands_after_cut", N_("rounds after the one in which the cut card came"), {{0}}},
	{"min", N_("least stake, in minor units"), {{0}}},
	{"max", N_("greatest stake, in minor units"), {{0}}},
	{"chips", N_("chips of the table, in minor units"), {{0}}},
	{"reveal",
	 N_("the cards are shown"),
	 {{"on_deal", N_("as they are dealt")}, {"on_button", N_("when the dealer says so")}}},
	{"check_unshuffled_order", N_("a run that no shuffle leaves is an incident"), {{0}}},
	{"check_repeated_order", N_("an order that an earlier load had is an incident"), {{0}}},
	{"flow",
	 N_("what the table reports"),
	 {{"bets", N_("bets, cards and results")}, {"cards_only", N_("cards only")}}},
	{"deal_order",
	 N_("the first four cards go to"),
	 {{"PPBB", N_("punto, punto, banca, banca")}, {"PBPB", N_("punto, banca, punto, banca")}}},
	{"road_tails",
	 N_("a tail of the big road that finds room below"),
	 {{"straight", N_("stays in its row")}, {"fall", N_("goes down again")}}},
	{"table_key",
	 N_("banca goes by"),
	 {{"third_card", N_("punto's third card")}, {"points", N_("punto's points")}}},
	{"table", N_("banca draws"), {{0}}},
	{"commission", N_("commission on a banca win, in percent"), {{0}}},
	{"commission_when",
	 N_("the commission is taken"),
	 {{"at_once", N_("off the win")}, {"at_end", N_("later")}}},
	{"banca_6_pays", N_("a banca that wins with 6 is paid"), {{0}}},
	{"banca_three_card_7_pushes", N_("a banca that wins with 7 in three cards pushes"), {{0}}},
	{"bets", N_("optional bets"), {{0}}},
	{"side_bets", N_("bets that pay by outcome"), {{0}}},
	{"book",
	 N_("rule book whose articles are cited"),
	 {{"none", N_("the rules common to all blackjack tables (BJ)")},
	  {"es", N_("casino blackjack in Spain (ES)")},
	  {"fa", N_("the domestic variant (FA)")},
	  {"st", N_("standard blackjack (ST)")},
	  {"it", N_("Italian blackjack (IT)")},
	  {"tb", N_("a table with an automated bank (TB)")},
	  {"hb", N_("blackjack with a hole card (HB)")}}},
	{"actions",
	 N_("players' actions that are sent"),
	 {{"changes", N_("all but hits: a card for a hand that may draw is a hit")},
	  {"all", N_("all, hits too")}}},
	{"cut_card",
	 N_("when the cut card comes, the round in play is"),
	 {{"finish_round", N_("finished")}, {"void_round", N_("void")}}},
	{"hole", N_("the dealer takes his second card in the deal"), {{0}}},
	{"dealer_up_cards", N_("cards of the dealer that are shown"), {{0}}},
	{"soft_17", N_("on soft 17 the dealer"), {{"stand", N_("stands")}, {"hit", N_("hits")}}},
	{"double",
	 N_("double on"),
	 {{"any", N_("any first two cards")},
	  {"9-11", N_("a first total of 9, 10 or 11")},
	  {"none", N_("nothing")}}},
	{"double_after_split", N_("double after a split"), {{0}}},
	{"split_on",
	 N_("split two cards of equal"),
	 {{"value", N_("value")}, {"rank", N_("rank")}}},
	{"max_splits", N_("splits of one box"), {{"unlimited", N_("without limit")}}},
	{"max_ace_splits", N_("splits of aces of one box"), {{"unlimited", N_("without limit")}}},
	{"split_aces_one_card", N_("split aces get one card each"), {{0}}},
	{"split_deal",
	 N_("split hands get their second card"),
	 {{"in_turn", N_("each in its turn")}, {"at_once", N_("at once")}}},
	{"split_order",
	 N_("split hands are played from"),
	 {{"left", N_("left to right")}, {"right", N_("right to left")}}},
	{"blackjack_after_split", N_("a blackjack after a split counts as one"), {{0}}},
	{"insurance",
	 N_("insurance"),
	 {{"none", N_("not offered")},
	  {"up_to_half", N_("up to half the stake")},
	  {"exactly_half", N_("exactly half the stake")}}},
	{"insurance_pays", N_("insurance is paid"), {{0}}},
	{"even_money", N_("even money for a blackjack against an ace"), {{0}}},
	{"surrender",
	 N_("surrender"),
	 {{"none", N_("not offered")},
	  {"before_first_hit", N_("until a player has drawn")},
	  {"at_turn", N_("in the box's turn")},
	  {"late", N_("in the box's turn, after the dealer's look at his hole card")}}},
	{"surrender_vs_dealer_blackjack",
	 N_("a surrender against a dealer blackjack costs"),
	 {{"half", N_("half the stake")}, {"full", N_("the whole stake")}}},
	{"dealer_draws_dead", N_("the dealer draws though nothing hangs on it"), {{0}}},
	{"fewer_cards_win", N_("of equal totals the hand with fewer cards wins"), {{0}}},
	{"dealer_stops_when_ahead", N_("the dealer stops as soon as he beats every hand"), {{0}}},
	{"blackjack_paid_at_once", N_("a blackjack is paid at once"), {{0}}},
	{"pontoon", N_("five-card 21 and three sevens are hands of their own"), {{0}}},
	{"bank",
	 N_("the bank is held by"),
	 {{"house", N_("the house")},
	  {"rotating", N_("a player, and passes to who makes a blackjack")}}},
	{"used_cards",
	 N_("used cards"),
	 {{"discarded", N_("stay apart until the load is over")},
	  {"face_up", N_("go under the pack face up; it is shuffled when the first comes")},
	  {"face_down", N_("go under the pack face down; it is shuffled when the bank passes")}}},
	{"call_totals", N_("the dealer calls the total of each hand"), {{0}}},
	{"bet_set_21_on",
	 N_("a pair of Bet Set 21 is two cards of equal"),
	 {{"rank", N_("rank")}, {"value", N_("value")}}},
	{"blackjack_pays", N_("a blackjack is paid"), {{0}}},
	{"five_card_21_pays", N_("a five-card 21 is paid"), {{0}}},
	{"three_sevens_pays", N_("three sevens are paid"), {{0}}},
};

static const struct about *
find_about(const char *key)
{
	for (size_t i = 0; i < G_N_ELEMENTS(about); i++)
		if (strcmp(about[i].key, key) == 0)
			return &about[i];
	return NULL;
}

static void
append_ratio(GString *text, struct sabot_ratio ratio)
{
	g_string_append_printf(text, _("%d to %d"), ratio.pays, ratio.per);
}

static void
append_bet(GString *text, int bet, const char *outcome, struct sabot_ratio ratio)
{
	if (ratio.pays == 0)
		return;
	g_string_append_printf(text, "%s%s ", text->len > 0 ? ", " : "",
			       sabot_text_bet((enum sabot_bet)bet));
	if (outcome != NULL) {
		g_autofree char *made_of = sabot_text_outcome(outcome);
		g_string_append_printf(text, "(%s) ", made_of);
	}
	append_ratio(text, ratio);
}

static void
append_bets(GString *text, const struct sabot_rules *rules, bool by_outcome)
{
	for (int bet = SABOT_BET_MAIN; bet < SABOT_BETS; bet++) {
		if (!by_outcome)
			append_bet(text, bet, NULL, rules->bets[bet]);
		for (int i = 0; by_outcome && i < SABOT_SIDE_BET_OUTCOMES; i++)
			append_bet(text, bet, sabot_side_bet_outcome_name((enum sabot_bet)bet, i),
				   rules->side_bets[bet][i]);
	}
	if (text->len == 0)
		g_string_append(text, _("none"));
}

static void
append_table(GString *text, const struct sabot_rules *rules)
{
	for (int row = 0; row < SABOT_BANCA_ROWS; row++) {
		bool any = false;

		g_string_append_printf(text, _("\n    with %d against"), row);
		for (int column = 0; column < SABOT_PUNTO_STOOD; column++) {
			if (rules->banca_draws[row][column])
				g_string_append_printf(text, " %d", column);
			any = any || rules->banca_draws[row][column];
		}
		if (!any)
			g_string_append_printf(text, " %s", _("no card"));
		if (rules->banca_draws[row][SABOT_PUNTO_STOOD])
			g_string_append(text, _(", and when punto stood"));
	}
}

/* What a key's plain value means: a word of its own, yes or no, or the value as it is. */
static const char *
meaning(const struct about *found, const char *value)
{
	for (int i = 0; found != NULL && i < WORDS_MAX; i++)
		if (found->words[i].word != NULL && strcmp(found->words[i].word, value) == 0)
			return _(found->words[i].meaning);
	if (strcmp(value, "yes") == 0)
		return _("yes");
	return strcmp(value, "no") == 0 ? _("no") : value;
}

static void
append_value(GString *text, const struct sabot_rules *rules, const char *key)
{
	enum sabot_key_kind kind;
	char value[SABOT_RULES_TEXT_SIZE];
	struct sabot_ratio ratio;

	if (!sabot_rules_key_kind(rules, key, &kind) || !sabot_rules_get(rules, key, value))
		return;
	switch (kind) {
	case SABOT_KEY_RATIO:
		if (sscanf(value, "%d:%d", &ratio.pays, &ratio.per) == 2)
			append_ratio(text, ratio);
		break;
	case SABOT_KEY_ODDS:
	case SABOT_KEY_PAY_TABLE:
		append_bets(text, rules, kind == SABOT_KEY_PAY_TABLE);
		break;
	case SABOT_KEY_TABLE:
		append_table(text, rules);
		break;
	case SABOT_KEY_DECKS:
		g_string_append(text, value[0] != '\0' ? value : _("only the usual number"));
		break;
	case SABOT_KEY_CHIPS:
		g_string_append(text, value[0] != '\0' ? value : _("none"));
		break;
	case SABOT_KEY_NUMBER:
	case SABOT_KEY_WORD:
	case SABOT_KEY_BURN:
	case SABOT_KEY_LIMIT:
	case SABOT_KEY_REMEDIES:
		g_string_append(text, meaning(find_about(key), value));
		break;
	}
}

static void
print_key(const struct sabot_rules *rules, const char *key)
{
	const struct about *found = find_about(key);
	g_autoptr(GString) value = g_string_new(NULL);

	append_value(value, rules, key);
	printf("  %s:%s%s\n", found != NULL ? _(found->label) : key,
	       value->str[0] == '\n' ? "" : " ", value->str);
}

static void
print_remedies(const struct sabot_profile *profile, enum sabot_incident_code code)
{
	enum sabot_remedy remedy;
	const char *between = "";
	int place = 0;

	printf("  %s:", sabot_text_incident_name(code));
	while (sabot_rules_next_remedy(&profile->rules, code, &place, &remedy)) {
		const char *article = sabot_profile_article(profile, code, remedy);

		printf("%s %s", between, sabot_text_remedy(remedy));
		between = ",";
		if (article != NULL)
			printf(" (%s)", sabot_text_plain(article));
	}
	putchar('\n');
}

void
sabotctl_profile_print(const struct sabot_profile *profile)
{
	const struct sabot_rules *rules = &profile->rules;
	const char *key;

	printf("%s: %s\n", sabot_text_plain(rules->name),
	       sabot_text_plain(profile->title != NULL ? profile->title : rules->name));
	printf("%s\n", rules->game == SABOT_PUNTO_BANCO ? C_("game", "punto banco")
							: C_("game", "blackjack"));
	if (profile->source != NULL)
		printf("%s\n", sabot_text_plain(profile->source));
	printf("\n%s\n", _("Rules"));
	for (int place = 0; (key = sabot_rules_key_name(rules->game, place)) != NULL; place++)
		print_key(rules, key);
	printf("\n%s\n", _("What may answer an incident, the preferred first"));
	for (int code = 1; code < SABOT_INCIDENTS; code++)
		print_remedies(profile, (enum sabot_incident_code)code);
}
