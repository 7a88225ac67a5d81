/*
 * The keys a profile may set, as one table, and the default remedies. No state.
 */
#include "rules-keys.h"

#include <string.h>

#define AT(member) (uint16_t) offsetof(struct sabot_rules, member)
#define NUMBER(name_, member, game_, min_, max_)                                                   \
	{                                                                                          \
		.name = name_, .kind = SABOT_KEY_NUMBER, .offset = AT(member), .game = game_,      \
		.min = min_, .max = max_                                                           \
	}
#define SWITCH(name_, member, game_)                                                               \
	{                                                                                          \
		.name = name_, .kind = SABOT_KEY_WORD, .offset = AT(member), .is_switch = true,    \
		.game = game_, .words = {                                                          \
			"no",                                                                      \
			"yes"                                                                      \
		}                                                                                  \
	}
#define WORDS(name_, member, game_, ...)                                                           \
	{                                                                                          \
		.name = name_, .kind = SABOT_KEY_WORD, .offset = AT(member), .game = game_,        \
		.words = {                                                                         \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}
#define KIND(name_, kind_, member, game_)                                                          \
	{                                                                                          \
		.name = name_, .kind = kind_, .offset = AT(member), .game = game_,                 \
		.max = SABOT_UNLIMITED                                                             \
	}

enum { BOTH = -1, PB = SABOT_PUNTO_BANCO, BJ = SABOT_BLACKJACK };

/* Amounts are 64 bits wide, other numbers int: see sabot_rules_set(). */
static const struct sabot_rules_key keys[] = {
	NUMBER("decks", decks, BOTH, 1, SABOT_DECKS_MAX),
	KIND("decks_allowed", SABOT_KEY_DECKS, decks_allowed, BOTH),
	NUMBER("boxes", boxes, BOTH, 1, SABOT_BOXES_MAX),
	NUMBER("backs", backs, BOTH, 1, 4),
	KIND("burn", SABOT_KEY_BURN, burn_cards, BOTH),
	NUMBER("cut_min", cut_min_cards, BOTH, 0, SABOT_LOAD_CARDS_MAX),
	NUMBER("cut_tolerance", cut_tolerance_cards, BOTH, 0, SABOT_LOAD_CARDS_MAX),
	NUMBER("hands_after_cut", hands_after_cut, BOTH, 0, 10),
	NUMBER("min", min_minor, BOTH, 0, SABOT_AMOUNT_MAX),
	NUMBER("max", max_minor, BOTH, 0, SABOT_AMOUNT_MAX),
	KIND("chips", SABOT_KEY_CHIPS, chips, BOTH),
	WORDS("reveal", reveal, BOTH, "on_deal", "on_button"),
	SWITCH("check_unshuffled_order", check_unshuffled_order, BOTH),
	SWITCH("check_repeated_order", check_repeated_order, BOTH),
	WORDS("flow", flow, PB, "bets", "cards_only"),
	WORDS("deal_order", deal_order, PB, "PPBB", "PBPB"),
	WORDS("road_tails", road_tails, PB, "straight", "fall"),
	WORDS("table_key", table_key, PB, "third_card", "points"),
	KIND("table", SABOT_KEY_TABLE, banca_draws, PB),
	NUMBER("commission", commission_percent, PB, 0, 100),
	WORDS("commission_when", commission_when, PB, "at_once", "at_end"),
	KIND("banca_6_pays", SABOT_KEY_RATIO, banca_6_pays, PB),
	SWITCH("banca_three_card_7_pushes", banca_three_card_7_pushes, PB),
	KIND("bets", SABOT_KEY_ODDS, bets, PB),
	WORDS("book", book, BJ, "none", "es", "fa", "st", "it", "tb", "hb"),
	WORDS("actions", actions, BJ, "changes", "all"),
	WORDS("cut_card", cut_card, BJ, "finish_round", "void_round"),
	SWITCH("hole", hole, BJ),
	NUMBER("dealer_up_cards", dealer_up_cards, BJ, 0, 1),
	{.name = "soft_17",
	 .kind = SABOT_KEY_WORD,
	 .offset = AT(soft_17_hits),
	 .is_switch = true,
	 .game = BJ,
	 .words = {"stand", "hit"}},
	WORDS("double", double_on, BJ, "any", "9-11", "none"),
	SWITCH("double_after_split", double_after_split, BJ),
	WORDS("split_on", split_on, BJ, "value", "rank"),
	KIND("max_splits", SABOT_KEY_LIMIT, max_splits, BJ),
	KIND("max_ace_splits", SABOT_KEY_LIMIT, max_ace_splits, BJ),
	SWITCH("split_aces_one_card", split_aces_one_card, BJ),
	WORDS("split_deal", split_deal, BJ, "in_turn", "at_once"),
	WORDS("split_order", split_order, BJ, "left", "right"),
	SWITCH("blackjack_after_split", blackjack_after_split, BJ),
	WORDS("insurance", insurance, BJ, "none", "up_to_half", "exactly_half"),
	SWITCH("even_money", even_money, BJ),
	WORDS("surrender", surrender, BJ, "none", "before_first_hit", "at_turn", "late"),
	WORDS("surrender_vs_dealer_blackjack", surrender_vs_dealer_blackjack, BJ, "half", "full"),
	SWITCH("dealer_draws_dead", dealer_draws_dead, BJ),
	SWITCH("fewer_cards_win", fewer_cards_win, BJ),
	SWITCH("dealer_stops_when_ahead", dealer_stops_when_ahead, BJ),
	SWITCH("blackjack_paid_at_once", blackjack_paid_at_once, BJ),
	SWITCH("pontoon", pontoon, BJ),
	WORDS("bank", bank, BJ, "house", "rotating"),
	WORDS("used_cards", used_cards, BJ, "discarded", "face_up", "face_down"),
	SWITCH("call_totals", call_totals, BJ),
	{.name = "bet_set_21_on",
	 .kind = SABOT_KEY_WORD,
	 .offset = AT(bet_set_21_by_value),
	 .is_switch = true,
	 .game = BJ,
	 .words = {"rank", "value"}},
	KIND("blackjack_pays", SABOT_KEY_RATIO, blackjack_pays, BJ),
	KIND("insurance_pays", SABOT_KEY_RATIO, insurance_pays, BJ),
	KIND("five_card_21_pays", SABOT_KEY_RATIO, five_card_21_pays, BJ),
	KIND("three_sevens_pays", SABOT_KEY_RATIO, three_sevens_pays, BJ),
	KIND("side_bets", SABOT_KEY_PAY_TABLE, side_bets, BOTH),
};

const char *
sabot_rules_key_name(enum sabot_game game, int place)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if ((keys[i].game == BOTH || keys[i].game == (int8_t)game) && place-- == 0)
			return keys[i].name;
	return NULL;
}

const struct sabot_rules_key *
sabot_rules_find_key(enum sabot_game game, const char *name)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(keys[i].name, name) == 0 &&
		    (keys[i].game == BOTH || keys[i].game == (int8_t)game))
			return &keys[i];
	return NULL;
}

#define R(name) SABOT_REMEDY_##name

/* docs/event-log.md, "Remedies": default lists; a code that is not here has the common one. */
static const struct {
	enum sabot_incident_code code;
	uint8_t remedies[8];
} default_remedies[] = {
	{SABOT_INCIDENT_BURN_INCOMPLETE, {R(LET_STAND), R(END_LOAD), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS,
	 {R(LET_STAND), R(BURN_CARD), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CARD_IN_EXCESS,
	 {R(FIRST_OF_NEXT_ROUND), R(DUMMY_HAND), R(USE_AS_BANCA_THIRD), R(BURN_CARD), R(LET_STAND),
	  R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CARD_MISSING, {R(DRAW_NOW), R(LET_STAND), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_WRONG_RESULT, {R(LET_STAND), R(READ_AS), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_IMPOSSIBLE_CARD, {R(READ_AS), R(LET_STAND), R(VOID_ROUND), R(END_LOAD)}},
	{SABOT_INCIDENT_UNREAD_CARD, {R(READ_AS), R(LET_STAND), R(VOID_ROUND), R(END_LOAD)}},
	{SABOT_INCIDENT_DISPUTE,
	 {R(MOVE_CARD), R(BURN_CARD), R(VOID_ROUND), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_FRAMES_LOST, {R(INSERT_CARD), R(LET_STAND), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_DEVICE_OFFLINE,
	 {R(INSERT_CARD), R(LET_STAND), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_DEALING_WENT_ON,
	 {R(FIRST_OF_NEXT_ROUND), R(BURN_CARD), R(VOID_ROUND), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_WRONG_DECKS,
	 {R(END_LOAD), R(COUNTED_AGAIN), R(CARDS_REPLACED), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_FOREIGN_BACK,
	 {R(END_LOAD), R(CARDS_REPLACED), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_WRONG_TOTAL, {R(LET_STAND), R(READ_AS), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CARD_NOT_ASKED,
	 {R(MOVE_CARD), R(BURN_CARD), R(LET_STAND), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_ROUND_NOT_CLOSED, {R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_COMMISSION_UNPAID, {R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_USED_CARDS_REACHED, {R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_RULING_WITHOUT_EFFECT, {R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CLOCK_BACKWARDS, {R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CARD_MENDED, {R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_BOXED_CARD, {R(LET_STAND), R(END_LOAD), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_COUNT_MISMATCH,
	 {R(LET_STAND), R(COUNTED_AGAIN), R(CARDS_REPLACED), R(END_LOAD), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CUT_CARD_MISPLACED, {R(LET_STAND), R(END_LOAD), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_CUT_CARD_MISSED, {R(LET_STAND), R(END_LOAD), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_DEAL_AFTER_CUT, {R(LET_STAND), R(VOID_ROUND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_UNSHUFFLED_ORDER,
	 {R(END_LOAD), R(VOID_ROUND), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_REPEATED_ORDER, {R(END_LOAD), R(VOID_ROUND), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_PAYOUT_WRONG, {R(PAY_DIFFERENCE), R(LET_STAND), R(FALSE_ALARM)}},
	{SABOT_INCIDENT_PAYOUT_MISSING, {R(PAY_DIFFERENCE), R(LET_STAND), R(FALSE_ALARM)}},
};

static void
set_remedies(struct sabot_remedies *list, const uint8_t *remedies, size_t n_remedies)
{
	list->n_remedies = 0;
	for (size_t i = 0; i < n_remedies && remedies[i] != SABOT_REMEDY_UNKNOWN; i++)
		list->remedies[list->n_remedies++] = remedies[i];
}

void
sabot_rules_init_remedies(struct sabot_rules *rules)
{
	static const uint8_t common[] = {R(LET_STAND), R(VOID_ROUND), R(FALSE_ALARM)};

	for (int code = 1; code < SABOT_INCIDENTS; code++)
		set_remedies(&rules->remedies[code], common, sizeof(common));
	for (size_t i = 0; i < sizeof(default_remedies) / sizeof(default_remedies[0]); i++)
		set_remedies(&rules->remedies[default_remedies[i].code],
			     default_remedies[i].remedies, sizeof(default_remedies[i].remedies));
}
