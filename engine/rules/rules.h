/*
 * The rules of one table as data: every choice a house can make, set key by key through
 * sabot_rules_set() by profile files, by an event log's `set` and by tests. A plain value.
 */
#pragma once

#include "engine/core/chips.h"
#include "engine/core/event.h"
#include "engine/core/incident.h"
#include "engine/core/ratio.h"

enum {
	SABOT_RULES_NAME_SIZE = 48,
	SABOT_RULES_ERROR_SIZE = 200,
	SABOT_BURN_FIRST_CARD = -1, /* PB-04: the first card's index is the number to burn */
	SABOT_UNLIMITED = 1000,
	SABOT_REMEDIES_MAX = 15,  /* a code can offer each remedy once */
	SABOT_BANCA_ROWS = 8,     /* banca's points 0 … 7 */
	SABOT_BANCA_COLUMNS = 11, /* third card 0 … 9, punto stood */
	SABOT_PUNTO_STOOD = 10,
	SABOT_SIDE_BET_OUTCOMES = 7,
};

enum sabot_game { SABOT_PUNTO_BANCO, SABOT_BLACKJACK };
enum sabot_flow { SABOT_FLOW_BETS, SABOT_FLOW_CARDS_ONLY };
enum sabot_deal_order { SABOT_DEAL_PPBB, SABOT_DEAL_PBPB };
enum sabot_table_key { SABOT_KEY_THIRD_CARD, SABOT_KEY_POINTS };
enum sabot_commission_when { SABOT_COMMISSION_AT_ONCE, SABOT_COMMISSION_AT_END };
enum sabot_road_tails { SABOT_TAILS_STRAIGHT, SABOT_TAILS_FALL };
enum sabot_reveal_when { SABOT_REVEAL_ON_DEAL, SABOT_REVEAL_ON_BUTTON };
enum sabot_cut_rule { SABOT_CUT_FINISH_ROUND, SABOT_CUT_VOID_ROUND };
enum sabot_double_rule { SABOT_DOUBLE_ANY, SABOT_DOUBLE_9_11, SABOT_DOUBLE_NONE };
enum sabot_split_rule { SABOT_SPLIT_VALUE, SABOT_SPLIT_RANK };
enum sabot_split_deal { SABOT_SPLIT_IN_TURN, SABOT_SPLIT_AT_ONCE };
enum sabot_split_order { SABOT_SPLIT_LEFT, SABOT_SPLIT_RIGHT };
enum sabot_insurance_rule { SABOT_INSURE_NONE, SABOT_INSURE_UP_TO_HALF, SABOT_INSURE_HALF };
enum sabot_surrender_rule {
	SABOT_SURRENDER_NONE,
	SABOT_SURRENDER_BEFORE_FIRST_HIT,
	SABOT_SURRENDER_AT_TURN,
	SABOT_SURRENDER_LATE, /* at turn, and behind a dealer's blackjack it does not count */
};
enum sabot_surrender_blackjack { SABOT_SURRENDER_HALF, SABOT_SURRENDER_FULL };
enum sabot_bank { SABOT_BANK_HOUSE, SABOT_BANK_ROTATING };
/* Whose articles are cited (docs/rules.md). */
enum sabot_rule_book {
	SABOT_BOOK_NONE,
	SABOT_BOOK_ES,
	SABOT_BOOK_FA,
	SABOT_BOOK_ST,
	SABOT_BOOK_IT,
	SABOT_BOOK_TB,
	SABOT_BOOK_HB,
	SABOT_BOOKS,
};
enum sabot_actions_sent {
	SABOT_ACTIONS_CHANGES, /* a card for a hand that may draw is a hit */
	SABOT_ACTIONS_ALL,     /* every hit is sent */
};
enum sabot_used_cards {
	SABOT_USED_DISCARDED, /* kept apart until the load is over */
	SABOT_USED_FACE_UP,   /* under the pack; shuffled when the first of them comes */
	SABOT_USED_FACE_DOWN, /* under the pack; shuffled when the bank passes */
};

/* What a code's incident may be answered with, in order of preference. */
struct sabot_remedies {
	uint8_t n_remedies;
	uint8_t remedies[SABOT_REMEDIES_MAX]; /* enum sabot_remedy */
};

struct sabot_rules {
	char name[SABOT_RULES_NAME_SIZE];
	enum sabot_game game;
	int decks;
	uint32_t decks_allowed; /* bit n = a load may have n decks; 0 = only `decks` */
	int boxes;
	int backs;         /* colours of backs in the load */
	int burn_cards;    /* or SABOT_BURN_FIRST_CARD */
	int cut_min_cards; /* least number behind the cut card; 0 = not judged */
	int cut_tolerance_cards;
	int hands_after_cut;
	int64_t min_minor, max_minor;
	struct sabot_denominations chips;
	enum sabot_reveal_when reveal;
	bool check_unshuffled_order, check_repeated_order;
	/* by bet with outcomes of its own and by outcome, see side-bets.h */
	struct sabot_ratio side_bets[SABOT_BETS][SABOT_SIDE_BET_OUTCOMES];

	/* punto banco */
	enum sabot_flow flow;
	enum sabot_deal_order deal_order;
	enum sabot_road_tails road_tails; /* how the board draws them; judges nothing */
	enum sabot_table_key table_key;
	bool banca_draws[SABOT_BANCA_ROWS][SABOT_BANCA_COLUMNS];
	int commission_percent;
	enum sabot_commission_when commission_when;
	struct sabot_ratio banca_6_pays;     /* a win of banca with 6, before commission */
	bool banca_three_card_7_pushes;      /* no win of banca with 7 in three cards */
	struct sabot_ratio bets[SABOT_BETS]; /* optional bets by enum sabot_bet */

	/* blackjack */
	enum sabot_rule_book book;
	enum sabot_actions_sent actions;
	enum sabot_cut_rule cut_card;
	bool hole;
	int dealer_up_cards;
	bool soft_17_hits;
	enum sabot_double_rule double_on;
	bool double_after_split;
	enum sabot_split_rule split_on;
	int max_splits;
	int max_ace_splits;
	bool split_aces_one_card;
	enum sabot_split_deal split_deal;
	enum sabot_split_order split_order;
	bool blackjack_after_split;
	enum sabot_insurance_rule insurance;
	bool even_money;
	enum sabot_surrender_rule surrender;
	enum sabot_surrender_blackjack surrender_vs_dealer_blackjack;
	bool dealer_draws_dead;
	bool fewer_cards_win;
	bool dealer_stops_when_ahead;
	bool blackjack_paid_at_once;
	bool pontoon;
	enum sabot_bank bank;
	enum sabot_used_cards used_cards;
	bool call_totals;         /* the dealer calls the total of each hand */
	bool bet_set_21_by_value; /* TB-07: a king and a ten are a pair of Bet Set 21, too */
	struct sabot_ratio blackjack_pays;
	struct sabot_ratio insurance_pays;
	struct sabot_ratio five_card_21_pays, three_sevens_pays; /* where pontoon */

	struct sabot_remedies remedies[SABOT_INCIDENTS];
};

/* True if the remedy is in the rules' list for this incident. */
bool
sabot_rules_offer_remedy(const struct sabot_rules *rules, enum sabot_incident_code code,
			 enum sabot_remedy remedy);

/*
 * The remedy can come to something in this game. The default lists (docs/event-log.md, "Remedies")
 * are one for both games: a ruling by such a remedy is recorded, but no screen offers it.
 */
bool
sabot_rules_suit_remedy(const struct sabot_rules *rules, enum sabot_remedy remedy);

/*
 * What a screen offers for `code`, the preferred first: one remedy a call, from `*place` on, which
 * begins with 0. False when there is no more.
 */
bool
sabot_rules_next_remedy(const struct sabot_rules *rules, enum sabot_incident_code code, int *place,
			enum sabot_remedy *ret_remedy);

/* A stake on `bet` can be placed at such a table (main, punto, banca or an offered bet). */
bool
sabot_rules_offer_bet(const struct sabot_rules *rules, enum sabot_bet bet);
