/* The choices: for each key of a house, values that a profile need not have. */
#include "rule-choices.h"

#include "engine/rules/rules-set.h"

struct choice {
	const char *key, *value;
};

static const struct choice coup_choices[] = {
	{"flow", "cards_only"},
	{"deal_order", "PBPB"},
	{"road_tails", "fall"},
	{"table_key", "points"},
	{"commission_when", "at_end"},
	{"hands_after_cut", "1"},
	{"burn", "3"},
	{"bets",
	 "tie=9:1 punto_pair=11:1 either_pair=5:1 perfect_pair=25:1 dragon_7=40:1 small=3:2"},
	{"decks", "1"},
	{"reveal", "on_button"},
	{"chips", "300 700 2500"},
	{"backs", "2"},
	{"decks_allowed", "1 6"},
};

static const struct choice deal_choices[] = {
	{"cut_card", "void_round"},
	{"hole", "yes"},
	{"soft_17", "hit"},
	{"double", "any"},
	{"double_after_split", "no"},
	{"max_splits", "unlimited"},
	{"max_ace_splits", "unlimited"},
	{"split_aces_one_card", "yes"},
	{"split_deal", "at_once"},
	{"split_order", "right"},
	{"even_money", "yes"},
	{"surrender", "at_turn"},
	{"surrender_vs_dealer_blackjack", "full"},
	{"dealer_draws_dead", "yes"},
	{"dealer_stops_when_ahead", "yes"},
	{"pontoon", "yes"},
	{"burn", "first_card"},
	{"decks", "1"},
	{"reveal", "on_button"},
	{"call_totals", "yes"},
	{"bet_set_21_on", "value"},
	{"bank", "rotating"},
	{"cut_min", "0"},
	{"used_cards", "face_down"},
	{"used_cards", "face_up"},
	{"actions", "all"},
	{"backs", "2"},
	{"decks_allowed", "1 2 6"},
};

void
rule_choices_vary(struct event_source *source, struct sabot_rules *rules)
{
	bool coup = rules->game == SABOT_PUNTO_BANCO;
	const struct choice *choices = coup ? coup_choices : deal_choices;
	size_t n_choices = coup ? sizeof(coup_choices) / sizeof(coup_choices[0])
				: sizeof(deal_choices) / sizeof(deal_choices[0]);
	char error[SABOT_RULES_ERROR_SIZE];

	for (size_t i = 0; i < n_choices; i++) {
		struct sabot_rules changed = *rules;
		if (event_source_choose(source, 4) == 3 &&
		    sabot_rules_set(&changed, choices[i].key, choices[i].value, error) &&
		    sabot_rules_check(&changed, error))
			*rules = changed;
	}
}
