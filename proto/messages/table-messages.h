/*
 * The answers to single requests of docs/wire.md, typed: `rules`, `rounds`, `load`, `remedies` and
 * `statistics`. Records as in view.h; read an answer's `ok` with sabot_record_parse().
 */
#pragma once

#include "proto/view.h"

/* The bets possible at a table, and the chips. */
struct sabot_wire_rules {
	char *rules, *game;
	int64_t decks, boxes, cut_min_cards;
	GPtrArray *bets; /* of char *: the log's words */
	GArray *chips;   /* of int64_t: minor units, ascending */
	bool has_insurance, has_even_money;
	char *soft_17;                           /* blackjack: "stand", "hit"; else NULL */
	GArray *blackjack_pays, *insurance_pays; /* of int64_t: 3, 2 for 3:2; empty: none */
	char *last_rounds; /* the article about deals after the cut card; "" or NULL: none */
	int64_t min_minor, max_minor;
	bool is_configured;                 /* as configured, changed by nobody */
	struct sabot_wire_next_rules *next; /* from the next load on, or NULL: the same */
};

/* The chips that a house has chosen instead of the profile's. */
struct sabot_wire_rules_set {
	GArray *chips; /* of int64_t; empty = the profile's */
};

struct sabot_wire_next_rules {
	char *rules; /* the profile's name */
	struct sabot_wire_rules_set *set;
	int64_t min_minor, max_minor; /* SABOT_WIRE_NO_NUMBER = unchanged */
};

/* A profile that a table's rules can be changed to. */
struct sabot_wire_profile {
	char *name, *title, *game; /* `title` may be NULL */
};

/* An event as sent by a screen: the members that screens check before they send it. */
struct sabot_wire_event {
	char *ev;
	char *card; /* NULL: none yet; text as in the log */
	int64_t box, decks, amount_minor;
	char *bettor, *on;
};

/* The answer to an event that was accepted. */
struct sabot_wire_stepped {
	int64_t seq, n; /* its seq, and its number in its log */
	json_t *out;    /* list of the derived lines */
};

/* A person's action on an incident: an event of the house log. */
struct sabot_wire_incident_event {
	char *ev, *by, *to, *text, *reason;
	int64_t at_us, until_us;
};

struct sabot_wire_history {
	GPtrArray *notes; /* of struct sabot_wire_incident_event */
};

/* A stake of a closed round, and the amount due on it. */
struct sabot_wire_settled {
	int64_t box;
	int64_t hand; /* -1: a bet without a hand */
	char *bettor, *on;
	int64_t stake_minor, due_minor;       /* SABOT_WIRE_NO_NUMBER: not certain */
	int64_t due_min_minor, due_max_minor; /* range of an uncertain due, if known */
	int64_t commission_minor;
};

/* A payment, or a later correction, with note, by and at. */
struct sabot_wire_payment {
	int64_t box; /* 0 = absent */
	int64_t hand;
	char *bettor, *on;
	int64_t amount_minor;
	char *note, *by;
	int64_t at_us;
};

/* A hand of a closed round. */
struct sabot_wire_played {
	int64_t box, hand, total; /* total: -1 = not certain */
	GArray *cards;            /* of struct sabot_wire_card */
	char *result;             /* NULL = not certain */
};

struct sabot_wire_past_round {
	int64_t round, load, at_us;
	char *winner;                      /* punto banco: "punto" …; else NULL */
	int64_t punto, banca, dealer;      /* points, total; -1 = belongs to the other game */
	GArray *punto_cards, *banca_cards; /* of struct sabot_wire_card */
	GArray *dealer_cards;              /* likewise */
	GPtrArray *hands;                  /* of struct sabot_wire_played */
	GPtrArray *stakes;                 /* of struct sabot_wire_settled */
	GPtrArray *paid, *corrections;     /* of struct sabot_wire_payment */
	bool is_unverified, is_dummy;
	int64_t more;      /* number of payments and corrections in the log besides these */
	json_t *incidents; /* list of the incidents' numbers */
};

struct sabot_wire_rounds {
	GPtrArray *rounds; /* of struct sabot_wire_past_round, newest first */
	int64_t next;      /* 0 = no more */
};

/* A step of a load's preparation. */
struct sabot_wire_prepared {
	char *step, *who, *by;
	int64_t at_us;
};

/* The load in the shoe, by positions: never the cards' values. */
struct sabot_wire_load {
	int64_t load, at_us, rounds;
	int64_t decks, seen_cards, left_cards, unread_cards, burned_cards;
	bool is_cut;
	int64_t cut_at_cards, behind_cards; /* -1 = not known */
	char *positions;                    /* one letter per card: b burned, ? not read, . other */
	GPtrArray *prepared;                /* of struct sabot_wire_prepared */
};

struct sabot_wire_load_answer {
	struct sabot_wire_load *load; /* NULL: none */
	GPtrArray *preparing;         /* of struct sabot_wire_prepared, for the next load */
};

/* An effect of a remedy: text/effect-text.h has the words. */
struct sabot_wire_effect {
	char *effect;
	int64_t round;   /* 0 = none */
	char *from, *to; /* result: winners' words */
	char *why;       /* refused */
	int64_t box;     /* money: 0 = not given */
	char *bettor;    /* money: NULL = the owner of the seat */
	int64_t amount_minor;
	char *text;
};

/* A stake on which another amount would be due. */
struct sabot_wire_stake_effect {
	int64_t box, hand; /* hand -1: a bet without a hand */
	char *bettor, *on;
	int64_t stake_minor;
	int64_t before_minor, after_minor; /* due; or SABOT_WIRE_NO_NUMBER */
	char *text;
};

/* One way to answer an incident. */
struct sabot_wire_remedy {
	char *remedy, *name;
	char *article; /* the article it is based on, from the profile, or NULL */
	char *rule;    /* the broken rule, or NULL */
	bool needs_second, wants_card, is_possible;
	GPtrArray *effects;  /* of struct sabot_wire_effect */
	GPtrArray *stakes;   /* of struct sabot_wire_stake_effect: some of those that change */
	int64_t changed;     /* how many change */
	int64_t delta_minor; /* how much more the house would owe, in total */
	char *text;          /* all effects in words */
};

/* A place to which the last card may have belonged, with the total there without and with it. */
struct sabot_wire_mend_place {
	int64_t box, hand; /* box 0: the dealer */
	int64_t before, after;
};

/* The possible corrections of the last card now. */
struct sabot_wire_mends {
	char *table;
	int64_t of;        /* the number of the card's event */
	int64_t until_us;  /* the time limit, if no other card comes */
	int64_t box, hand; /* its present place; box 0: no player's */
	bool is_dealers;   /* it belongs to the dealer */
	bool can_read;     /* another card may be named instead */
	char *card;        /* the present one; otherwise NULL */
	bool is_early;     /* it came before the bets were closed */
	GPtrArray *places; /* of struct sabot_wire_mend_place, in the order of play */
};

struct sabot_wire_remedies {
	char *table;
	int64_t incident;
	GPtrArray *remedies; /* of struct sabot_wire_remedy, in the profile's order */
	/* of struct sabot_wire_stake_effect: the present stakes of its round */
	GPtrArray *stakes;
};

/* The outcomes of the incidents of a code, a device or an hour. */
struct sabot_wire_count {
	char *name; /* the code, the device, the hour's beginning */
	int64_t raised, open, explained, cleared;
	int64_t right, dismissed; /* ruled; ruled to be a false alarm */
	/* share of right ones among those and the explained; -1 = none */
	int64_t precision_permille;
};

struct sabot_wire_statistics {
	int64_t from_us;
	GPtrArray *codes, *devices, *hours; /* of struct sabot_wire_count, by name */
};

extern const struct sabot_record_type sabot_wire_profile_type;
extern const struct sabot_record_type sabot_wire_profiles_type; /* sabot_wire_page of profiles */
extern const struct sabot_record_type sabot_wire_event_type;
extern const struct sabot_record_type sabot_wire_stepped_type;
extern const struct sabot_record_type sabot_wire_history_type;
extern const struct sabot_record_type sabot_wire_count_type;
extern const struct sabot_record_type sabot_wire_statistics_type;
extern const struct sabot_record_type sabot_wire_effect_type;
extern const struct sabot_record_type sabot_wire_stake_effect_type;
extern const struct sabot_record_type sabot_wire_remedy_type;
extern const struct sabot_record_type sabot_wire_mend_place_type;
extern const struct sabot_record_type sabot_wire_mends_type;
extern const struct sabot_record_type sabot_wire_remedies_type;
extern const struct sabot_record_type sabot_wire_rules_type;
extern const struct sabot_record_type sabot_wire_settled_type;
extern const struct sabot_record_type sabot_wire_payment_type;
extern const struct sabot_record_type sabot_wire_played_type;
extern const struct sabot_record_type sabot_wire_past_round_type;
extern const struct sabot_record_type sabot_wire_rounds_type;
extern const struct sabot_record_type sabot_wire_prepared_type;
extern const struct sabot_record_type sabot_wire_load_type;
extern const struct sabot_record_type sabot_wire_load_answer_type;
