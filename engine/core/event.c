/*
 * The words of the event log for the values of an event, and back. Tables only, no state.
 */
#include "event.h"

#include <string.h>

static const char *const event_words[SABOT_EVENT_TYPES] = {
	[SABOT_EVENT_LOAD] = "load",
	[SABOT_EVENT_CARD] = "card",
	[SABOT_EVENT_CUT_CARD] = "cut_card",
	[SABOT_EVENT_BET] = "bet",
	[SABOT_EVENT_NO_MORE_BETS] = "no_more_bets",
	[SABOT_EVENT_INSURANCE] = "insurance",
	[SABOT_EVENT_EVEN_MONEY] = "even_money",
	[SABOT_EVENT_INSURANCE_CLOSED] = "insurance_closed",
	[SABOT_EVENT_ACTION] = "action",
	[SABOT_EVENT_RESULT] = "result",
	[SABOT_EVENT_PAID] = "paid",
	[SABOT_EVENT_RULING] = "ruling",
	[SABOT_EVENT_UNDO] = "undo",
	[SABOT_EVENT_CALL] = "call",
	[SABOT_EVENT_LIMITS] = "limits",
	[SABOT_EVENT_HOLDER] = "holder",
	[SABOT_EVENT_TABLE] = "table",
	[SABOT_EVENT_STAFF] = "staff",
	[SABOT_EVENT_PREPARED] = "prepared",
	[SABOT_EVENT_CORRECTION] = "correction",
	[SABOT_EVENT_COMMISSION_PAID] = "commission_paid",
	[SABOT_EVENT_REVEAL] = "reveal",
	[SABOT_EVENT_UNLOAD] = "unload",
	[SABOT_EVENT_DEVICE] = "device",
};

static const char *const bet_words[SABOT_BETS] = {
	[SABOT_BET_MAIN] = "main",
	[SABOT_BET_PUNTO] = "punto",
	[SABOT_BET_BANCA] = "banca",
	[SABOT_BET_TIE] = "tie",
	[SABOT_BET_INSURANCE] = "insurance",
	[SABOT_BET_PUNTO_PAIR] = "punto_pair",
	[SABOT_BET_BANCA_PAIR] = "banca_pair",
	[SABOT_BET_EITHER_PAIR] = "either_pair",
	[SABOT_BET_PERFECT_PAIR] = "perfect_pair",
	[SABOT_BET_DRAGON_7] = "dragon_7",
	[SABOT_BET_PANDA_8] = "panda_8",
	[SABOT_BET_SUPER_6] = "super_6",
	[SABOT_BET_BIG] = "big",
	[SABOT_BET_SMALL] = "small",
	[SABOT_BET_ROYAL_MATCH_21] = "royal_match_21",
	[SABOT_BET_BET_SET_21] = "bet_set_21",
	[SABOT_BET_KINGS_BOUNTY] = "kings_bounty",
	[SABOT_BET_LUCKY_6] = "lucky_6",
	[SABOT_BET_PUNTO_DRAGON_BONUS] = "punto_dragon_bonus",
	[SABOT_BET_BANCA_DRAGON_BONUS] = "banca_dragon_bonus",
};

static const char *const action_words[SABOT_ACTIONS] = {
	[SABOT_ACTION_STAND] = "stand",         [SABOT_ACTION_HIT] = "hit",
	[SABOT_ACTION_DOUBLE] = "double",       [SABOT_ACTION_SPLIT] = "split",
	[SABOT_ACTION_SURRENDER] = "surrender",
};

static const char *const winner_words[SABOT_WINNERS] = {
	[SABOT_WINNER_PUNTO] = "punto",
	[SABOT_WINNER_BANCA] = "banca",
	[SABOT_WINNER_TIE] = "tie",
	[SABOT_WINNER_VOID] = "void",
};

static const char *const remedy_words[SABOT_REMEDIES] = {
	[SABOT_REMEDY_LET_STAND] = "let_stand",
	[SABOT_REMEDY_VOID_ROUND] = "void_round",
	[SABOT_REMEDY_BURN_CARD] = "burn_card",
	[SABOT_REMEDY_USE_AS_BANCA_THIRD] = "use_as_banca_third",
	[SABOT_REMEDY_FIRST_OF_NEXT_ROUND] = "first_of_next_round",
	[SABOT_REMEDY_DUMMY_HAND] = "dummy_hand",
	[SABOT_REMEDY_DRAW_NOW] = "draw_now",
	[SABOT_REMEDY_READ_AS] = "read_as",
	[SABOT_REMEDY_MOVE_CARD] = "move_card",
	[SABOT_REMEDY_PAY_DIFFERENCE] = "pay_difference",
	[SABOT_REMEDY_INSERT_CARD] = "insert_card",
	[SABOT_REMEDY_END_LOAD] = "end_load",
	[SABOT_REMEDY_COUNTED_AGAIN] = "counted_again",
	[SABOT_REMEDY_CARDS_REPLACED] = "cards_replaced",
	[SABOT_REMEDY_FALSE_ALARM] = "false_alarm",
};

static const char *const device_state_words[SABOT_DEVICE_STATES] = {
	[SABOT_DEVICE_ONLINE] = "online", [SABOT_DEVICE_OFFLINE] = "offline",
	[SABOT_DEVICE_ERROR] = "error",   [SABOT_DEVICE_CLEARED] = "cleared",
	[SABOT_DEVICE_LOCKED] = "locked", [SABOT_DEVICE_UNLOCKED] = "unlocked",
	[SABOT_DEVICE_LOST] = "lost",
};

static const char *const table_state_words[SABOT_TABLE_STATES] = {
	[SABOT_TABLE_OPEN] = "open",
	[SABOT_TABLE_CLOSED] = "closed",
	[SABOT_TABLE_PAUSED] = "paused",
};

static const char *const reveal_words[SABOT_REVEALS] = {
	[SABOT_REVEAL_ALL] = "all",
	[SABOT_REVEAL_PUNTO] = "punto",
	[SABOT_REVEAL_BANCA] = "banca",
	[SABOT_REVEAL_HOLE] = "hole",
};

static const char *const source_words[] = {
	[SABOT_SOURCE_READ] = "read",
	[SABOT_SOURCE_MANUAL] = "manual",
	[SABOT_SOURCE_INFERRED] = "inferred",
};

static const char *
word_at(const char *const *words, int n_words, int value)
{
	return value >= 0 && value < n_words ? words[value] : NULL;
}

/* The place of `word` in `words`, or -1. Values without a word are skipped. */
static int
index_of(const char *const *words, int n_words, const char *word)
{
	for (int i = 0; i < n_words; i++)
		if (words[i] != NULL && strcmp(words[i], word) == 0)
			return i;
	return -1;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* One pair of conversions between an enum and its words. */
#define DEFINE_WORDS(name, type, words)                                                            \
	const char *sabot_##name##_to_string(type value)                                           \
	{                                                                                          \
		return word_at(words, COUNT(words), (int)value);                                   \
	}                                                                                          \
	bool sabot_##name##_from_string(const char *word, type *ret_value)                         \
	{                                                                                          \
		int value = index_of(words, COUNT(words), word);                                   \
		if (value < 0)                                                                     \
			return false;                                                              \
		*ret_value = (type)value;                                                          \
		return true;                                                                       \
	}

DEFINE_WORDS(event_type, enum sabot_event_type, event_words)
DEFINE_WORDS(action, enum sabot_action, action_words)
DEFINE_WORDS(winner, enum sabot_winner, winner_words)
DEFINE_WORDS(remedy, enum sabot_remedy, remedy_words)
DEFINE_WORDS(device_state, enum sabot_device_state, device_state_words)
DEFINE_WORDS(table_state, enum sabot_table_state, table_state_words)
DEFINE_WORDS(reveal, enum sabot_reveal, reveal_words)
DEFINE_WORDS(source, enum sabot_source, source_words)

const char *
sabot_bet_to_string(enum sabot_bet bet)
{
	return word_at(bet_words, SABOT_BETS, (int)bet);
}

enum sabot_bet
sabot_bet_from_string(const char *word)
{
	int bet = index_of(bet_words, SABOT_BETS, word);
	return bet < 0 ? SABOT_BET_UNKNOWN : (enum sabot_bet)bet;
}
