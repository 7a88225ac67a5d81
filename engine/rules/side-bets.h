/*
 * Side bets as data: which outcomes a bet knows, in order from the highest, and which one a round's
 * cards make. Pay tables are rules (docs/rules.md, "Side bets"); the predicates are here.
 */
#pragma once

#include "rules.h"

/*
 * The name of outcome number `outcome` (0 … 6) of a bet that pays by outcome; NULL past its last
 * one or for another bet. For example royal_match_21: crown_treasure, royal_match, suited.
 */
const char *
sabot_side_bet_outcome_name(enum sabot_bet bet, int outcome);

/* A bet of this game that pays by outcome. */
bool
sabot_side_bet_is_of_game(enum sabot_bet bet, enum sabot_game game);

/* What a blackjack side bet is judged on. Cards beyond those dealt have rank 0. */
struct sabot_side_bet_cards {
	struct sabot_card player[2];
	struct sabot_card bank[2];
	bool bank_blackjack;
};

/*
 * The best ratio the cards earn in `rules`; pays 0 when the bet is lost. Source: TB-07; a pair is
 * two cards of equal rank (of Bet Set 21: see its key), ace and nine count as 20.
 */
struct sabot_ratio
sabot_side_bet_pays(const struct sabot_rules *rules, enum sabot_bet bet,
		    const struct sabot_side_bet_cards *cards);

/* What punto banco's optional bets are judged on. */
struct sabot_coup {
	struct sabot_card punto[3], banca[3];
	int n_punto, n_banca;
	int punto_points, banca_points;
	enum sabot_winner winner;
};

enum sabot_coup_bet_result { SABOT_COUP_BET_LOST, SABOT_COUP_BET_PUSH, SABOT_COUP_BET_WON };

/* Is an optional bet with one ratio (tie, pairs, dragon 7 …) won by this coup. */
enum sabot_coup_bet_result
sabot_coup_bet_judge(enum sabot_bet bet, const struct sabot_coup *coup);

/*
 * Is any optional bet of punto banco won, and if so, at which ratio. An outcome for which the rules
 * have no ratio loses; the dragon bonus is given back on a natural tie.
 */
enum sabot_coup_bet_result
sabot_coup_bet_pays(const struct sabot_rules *rules, enum sabot_bet bet,
		    const struct sabot_coup *coup, struct sabot_ratio *ret_pays);
