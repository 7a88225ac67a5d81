/*
 * The input events of a table, one to one with the event log (docs/event-log.md). An event is a
 * plain value; the pointers in it (names, the run-out's cards) are borrowed for the call it is
 * passed to. The engine copies what it must remember.
 */
#pragma once

#include "card.h"

enum {
	SABOT_BOXES_MAX = 16,
	SABOT_BETTORS_MAX = 16, /* separate stakes on one box */
	SABOT_BETTOR_BYTES_MAX = 32,
	SABOT_WORD_BYTES_MAX = 64,      /* longer than any word of the log */
	SABOT_RUN_OUT_CARDS_MAX = 9500, /* more than a line of 64 KiB can list */
	SABOT_DEVICE_LOST_MAX = 10000,
};

/* 10^12 minor units: no amount in a log may be larger. */
#define SABOT_AMOUNT_MAX INT64_C(1000000000000)

/* Time that was not given. */
#define SABOT_TIME_NONE INT64_MIN

enum sabot_event_type {
	SABOT_EVENT_LOAD,
	SABOT_EVENT_CARD,
	SABOT_EVENT_CUT_CARD,
	SABOT_EVENT_BET,
	SABOT_EVENT_NO_MORE_BETS,
	SABOT_EVENT_INSURANCE,
	SABOT_EVENT_EVEN_MONEY,
	SABOT_EVENT_INSURANCE_CLOSED,
	SABOT_EVENT_ACTION,
	SABOT_EVENT_RESULT,
	SABOT_EVENT_PAID,
	SABOT_EVENT_RULING,
	SABOT_EVENT_UNDO,
	SABOT_EVENT_CALL,
	SABOT_EVENT_LIMITS,
	SABOT_EVENT_HOLDER,
	SABOT_EVENT_TABLE,
	SABOT_EVENT_STAFF,
	SABOT_EVENT_PREPARED,
	SABOT_EVENT_CORRECTION,
	SABOT_EVENT_COMMISSION_PAID,
	SABOT_EVENT_REVEAL,
	SABOT_EVENT_UNLOAD,
	SABOT_EVENT_DEVICE,
};
enum { SABOT_EVENT_TYPES = SABOT_EVENT_DEVICE + 1 };

/* How a fact became known; never mixed. */
enum sabot_source {
	SABOT_SOURCE_READ,     /* by a device */
	SABOT_SOURCE_MANUAL,   /* typed by a person */
	SABOT_SOURCE_INFERRED, /* by the engine */
};

/* What a stake is on. UNKNOWN: a word no game of ours has; such a bet is refused as an incident. */
enum sabot_bet {
	SABOT_BET_NONE, /* not given */
	SABOT_BET_UNKNOWN,
	SABOT_BET_MAIN,
	SABOT_BET_PUNTO,
	SABOT_BET_BANCA,
	SABOT_BET_TIE,
	SABOT_BET_INSURANCE, /* only in `paid` and settlements */
	SABOT_BET_PUNTO_PAIR,
	SABOT_BET_BANCA_PAIR,
	SABOT_BET_EITHER_PAIR,
	SABOT_BET_PERFECT_PAIR,
	SABOT_BET_DRAGON_7,
	SABOT_BET_PANDA_8,
	SABOT_BET_SUPER_6,
	SABOT_BET_BIG,
	SABOT_BET_SMALL,
	SABOT_BET_ROYAL_MATCH_21,
	SABOT_BET_BET_SET_21,
	SABOT_BET_KINGS_BOUNTY,
	SABOT_BET_LUCKY_6,
	SABOT_BET_PUNTO_DRAGON_BONUS,
	SABOT_BET_BANCA_DRAGON_BONUS,
};
enum { SABOT_BETS = SABOT_BET_BANCA_DRAGON_BONUS + 1 };

enum sabot_action {
	SABOT_ACTION_STAND,
	SABOT_ACTION_HIT,
	SABOT_ACTION_DOUBLE,
	SABOT_ACTION_SPLIT,
	SABOT_ACTION_SURRENDER,
};
enum { SABOT_ACTIONS = SABOT_ACTION_SURRENDER + 1 };

enum sabot_winner {
	SABOT_WINNER_NONE,
	SABOT_WINNER_PUNTO,
	SABOT_WINNER_BANCA,
	SABOT_WINNER_TIE,
	SABOT_WINNER_VOID, /* never claimed by an event */
};
enum { SABOT_WINNERS = SABOT_WINNER_VOID + 1 };

enum sabot_remedy {
	SABOT_REMEDY_UNKNOWN,
	SABOT_REMEDY_LET_STAND,
	SABOT_REMEDY_VOID_ROUND,
	SABOT_REMEDY_BURN_CARD,
	SABOT_REMEDY_USE_AS_BANCA_THIRD,
	SABOT_REMEDY_FIRST_OF_NEXT_ROUND,
	SABOT_REMEDY_DUMMY_HAND,
	SABOT_REMEDY_DRAW_NOW,
	SABOT_REMEDY_READ_AS,
	SABOT_REMEDY_MOVE_CARD,
	SABOT_REMEDY_PAY_DIFFERENCE,
	SABOT_REMEDY_INSERT_CARD,
	SABOT_REMEDY_END_LOAD,
	SABOT_REMEDY_COUNTED_AGAIN,
	SABOT_REMEDY_CARDS_REPLACED,
	SABOT_REMEDY_FALSE_ALARM,
};
enum { SABOT_REMEDIES = SABOT_REMEDY_FALSE_ALARM + 1 };

enum sabot_device_state {
	SABOT_DEVICE_ONLINE,
	SABOT_DEVICE_OFFLINE,
	SABOT_DEVICE_ERROR,
	SABOT_DEVICE_CLEARED,
	SABOT_DEVICE_LOCKED,
	SABOT_DEVICE_UNLOCKED,
	SABOT_DEVICE_LOST, /* frames missing */
};
enum { SABOT_DEVICE_STATES = SABOT_DEVICE_LOST + 1 };

enum sabot_table_state { SABOT_TABLE_OPEN, SABOT_TABLE_CLOSED, SABOT_TABLE_PAUSED };
enum { SABOT_TABLE_STATES = SABOT_TABLE_PAUSED + 1 };

enum sabot_reveal {
	SABOT_REVEAL_ALL,
	SABOT_REVEAL_PUNTO,
	SABOT_REVEAL_BANCA,
	SABOT_REVEAL_HOLE,
};
enum { SABOT_REVEALS = SABOT_REVEAL_HOLE + 1 };

enum { SABOT_HAND_IN_TURN = -1 }; /* `hand` was not given */

enum { SABOT_LOAD_BACKS_MAX = 4 };

/* One event of a log. Strings are borrowed: they belong to the reader or maker of the event. */
struct sabot_event {
	enum sabot_event_type type;
	enum sabot_source source;
	unsigned line;      /* its line of the log (live: its number), from 1 */
	unsigned of;        /* ruling: the line of the card it is about; 0 = not given */
	unsigned round;     /* paid, correction: the round; 0 = not given */
	int64_t at_us;      /* UTC microseconds since 1970, or SABOT_TIME_NONE */
	const char *by;     /* who, or NULL */
	int box;            /* 1 …; 0 = not given */
	int hand;           /* 0 …; SABOT_HAND_IN_TURN = not given */
	const char *bettor; /* whose stake it is on the box; NULL or "" = the seat's own */
	enum sabot_bet on;
	const char *on_word; /* as given, for a bet of no known name; or NULL */
	int64_t amount_minor;
	struct sabot_card card; /* of a card or a ruling; `??` where has_card is false */
	bool has_card;
	union {
		struct {
			int decks;
			int behind_cards; /* -1 = not given */
			int n_backs;      /* colours that were named */
			const char *backs[SABOT_LOAD_BACKS_MAX];
		} load;
		struct {
			bool face_up;
			const char *back; /* the back's colour, or NULL */
			/* Where nobody asks the loads before: whose 20 cards it ends; or 0. */
			unsigned repeats_load;
		} card;
		struct {
			uint32_t boxes; /* bit n = box n; 0 = not given */
		} no_more_bets;
		struct {
			enum sabot_action kind;
		} action;
		struct {
			enum sabot_winner winner;           /* NONE = no claim */
			bool claims_punto, claims_banca;    /* points are claimed, too */
			uint8_t punto_points, banca_points; /* 0 … 9 */
		} result;
		struct {
			enum sabot_remedy remedy;
			unsigned incident; /* id; 0: a mend names none */
			bool has_amount;
			bool is_mend;          /* the dealer mends the last card: mend-card.h */
			unsigned repeats_load; /* as in card, with the card that it names */
		} ruling;
		struct {
			int64_t min_minor, max_minor;
		} limits;
		struct {
			enum sabot_table_state state;
		} table;
		struct {
			enum sabot_reveal what;
		} reveal;
		struct {
			int left_cards;                 /* -1 = not given */
			const struct sabot_card *cards; /* the run-out, in order, or NULL */
			size_t n_cards;
			unsigned repeats_load; /* as in card */
		} unload;
		struct {
			enum sabot_device_state state;
			const char *code;   /* the device's own word, or NULL */
			const char *detail; /* in words, or NULL */
			bool names_card;    /* `detail` is a card: one that is run out, say */
			struct sabot_card card;
			bool is_counted; /* with LOST, ONLINE: lost_cards was said */
			int lost_cards;  /* how many messages; with LOST 0 = unknown */
		} device;
	} u;
};

/* The log's word for a value; NULL outside the enum. */
const char *
sabot_event_type_to_string(enum sabot_event_type type);
const char *
sabot_bet_to_string(enum sabot_bet bet);
const char *
sabot_action_to_string(enum sabot_action action);
const char *
sabot_winner_to_string(enum sabot_winner winner);
const char *
sabot_remedy_to_string(enum sabot_remedy remedy);
const char *
sabot_device_state_to_string(enum sabot_device_state state);
const char *
sabot_table_state_to_string(enum sabot_table_state state);
const char *
sabot_reveal_to_string(enum sabot_reveal what);
const char *
sabot_source_to_string(enum sabot_source source);

/* The value for a log's word. False, leaving the result alone, when there is none. */
bool
sabot_event_type_from_string(const char *word, enum sabot_event_type *ret_type);
/* An unknown word is SABOT_BET_UNKNOWN. */
enum sabot_bet
sabot_bet_from_string(const char *word);
bool
sabot_action_from_string(const char *word, enum sabot_action *ret_action);
bool
sabot_winner_from_string(const char *word, enum sabot_winner *ret_winner);
bool
sabot_remedy_from_string(const char *word, enum sabot_remedy *ret_remedy);
bool
sabot_device_state_from_string(const char *word, enum sabot_device_state *ret_state);
bool
sabot_table_state_from_string(const char *word, enum sabot_table_state *ret_state);
bool
sabot_reveal_from_string(const char *word, enum sabot_reveal *ret_what);
bool
sabot_source_from_string(const char *word, enum sabot_source *ret_source);
