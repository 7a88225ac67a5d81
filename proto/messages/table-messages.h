/*
 * The answers to single requests of docs/wire.md, typed: `rules`, `rounds`, `load`, `remedies` and
 * `statistics`. Records as in view.h; read an answer's `ok` with sabot_record_parse().
 */
#pragma once

#include "proto/view.h"

/* What can be bet at a table, and with what. */
struct sabot_wire_rules {
	char *rules, *game;
	int64_t decks, boxes, cut_min_cards;
	GPtrArray *bets; /* of char *: the log's words */
	GArray *chips;   /* of int64_t: minor units, ascending */
	bool has_insurance, has_even_money;
	char *soft_17;                           /* blackjack: "stand", "hit"; else NULL */
	GArray *blackjack_pays, *insurance_pays; /* of int64_t: 3, 2 for 3:2; empty: none */
	char *last_rounds; /* the article of what is dealt after the cut card; "" or NULL: none */
	int64_t min_minor, max_minor;
	bool is_configured;                 /* nobody has changed what the configuration wants */
	struct sabot_wire_next_rules *next; /* from the next load on, or NULL: the same */
};

/* The chips that a house has chosen in place of the profile's. */
struct sabot_wire_rules_set {
	GArray *chips; /* of int64_t; empty = the profile's */
};

struct sabot_wire_next_rules {
	char *rules; /* the profile's name */
	struct sabot_wire_rules_set *set;
	int64_t min_minor, max_minor; /* SABOT_WIRE_NO_NUMBER = as now */
};

/* A profile that a table's rules can be changed to. */
struct sabot_wire_profile {
	char *name, *game;
};

/* An event as a screen sends it: what screens look at before they do. */
struct sabot_wire_event {
	char *ev;
	char *card; /* NULL: none yet; the text of the log */
	int64_t box, decks, amount_minor;
	char *bettor, *on;
};

/* The answer to an event that was taken in. */
struct sabot_wire_stepped {
	int64_t seq, n; /* its number over all logs, and in its own */
	json_t *out;    /* list of the lines that followed */
};

/* What somebody did about an incident: an event of the house log. */
struct sabot_wire_incident_event {
	char *ev, *by, *to, *text, *reason;
	int64_t at_us, until_us;
};

struct sabot_wire_history {
	GPtrArray *notes; /* of struct sabot_wire_incident_event */
};

/* A stake of a closed round, and what was due on it. */
struct sabot_wire_settled {
	int64_t box;
	int64_t hand; /* -1: a bet that has no hand */
	char *bettor, *on;
	int64_t stake_minor, due_minor;       /* SABOT_WIRE_NO_NUMBER: not certain */
	int64_t due_min_minor, due_max_minor; /* of such a due, if known */
	int64_t commission_minor;
};

/* What was paid, or put right later: with note, by and at. */
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
	int64_t box, hand, total;
	GArray *cards; /* of struct sabot_wire_card */
	char *result;
};

struct sabot_wire_past_round {
	int64_t round, load, at_us;
	char *winner;                      /* punto banco: "punto" …; else NULL */
	int64_t punto, banca, dealer;      /* points, total; -1 = of the other game */
	GArray *punto_cards, *banca_cards; /* of struct sabot_wire_card */
	GArray *dealer_cards;              /* likewise */
	GPtrArray *hands;                  /* of struct sabot_wire_played */
	GPtrArray *stakes;                 /* of struct sabot_wire_settled */
	GPtrArray *paid, *corrections;     /* of struct sabot_wire_payment */
	bool is_unverified, is_dummy;
	int64_t more;      /* payments and corrections that the log has beside these */
	json_t *incidents; /* list of their numbers */
};

struct sabot_wire_rounds {
	GPtrArray *rounds; /* of struct sabot_wire_past_round, newest first */
	int64_t next;      /* 0 = that was all */
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
	char *positions;                    /* a letter a card: b burned, ? not read, . other */
	GPtrArray *prepared;                /* of struct sabot_wire_prepared */
};

struct sabot_wire_load_answer {
	struct sabot_wire_load *load; /* NULL: none */
	GPtrArray *preparing;         /* of struct sabot_wire_prepared, for the next one */
};

/* Something that a remedy would do: text/effect-text.h knows the words. */
struct sabot_wire_effect {
	char *effect;
	int64_t round;   /* 0 = about none */
	char *from, *to; /* result: winners' words */
	char *why;       /* refused */
	int64_t box;     /* money: 0 = not said */
	char *bettor;    /* money: NULL = the seat's own */
	int64_t amount_minor;
	char *text;
};

/* A stake on which something else would be due. */
struct sabot_wire_stake_effect {
	int64_t box, hand; /* hand -1: a bet that has no hand */
	char *bettor, *on;
	int64_t stake_minor;
	int64_t before_minor, after_minor; /* due; or SABOT_WIRE_NO_NUMBER */
	char *text;
};

/* One way to answer an incident. */
struct sabot_wire_remedy {
	char *remedy, *name;
	char *article; /* that it rests on, as the profile says, or NULL */
	char *rule;    /* that was broken, or NULL */
	bool needs_second, wants_card, is_possible;
	GPtrArray *effects;  /* of struct sabot_wire_effect */
	GPtrArray *stakes;   /* of struct sabot_wire_stake_effect: some of those that change */
	int64_t changed;     /* how many do */
	int64_t delta_minor; /* that the house owes more, all together */
	char *text;          /* all effects */
};

/* Where the last card may have belonged, and the total there without it and with it. */
struct sabot_wire_mend_place {
	int64_t box, hand; /* box 0: the dealer */
	int64_t before, after;
};

/* How the last card can be mended now. */
struct sabot_wire_mends {
	char *table;
	int64_t of;        /* the number of its event */
	int64_t until_us;  /* and until when, if no other card comes */
	int64_t box, hand; /* whose it is now; box 0: no player's */
	bool is_dealers;   /* it is the dealer's */
	bool can_read;     /* it may be said to have been another one */
	char *card;        /* than this; else NULL */
	bool is_early;     /* it came before the bets were closed */
	GPtrArray *places; /* of struct sabot_wire_mend_place, in the order of play */
};

struct sabot_wire_remedies {
	char *table;
	int64_t incident;
	GPtrArray *remedies; /* of struct sabot_wire_remedy, in the profile's order */
	GPtrArray *stakes;   /* of struct sabot_wire_stake_effect: its round's, as they lie */
};

/* What became of the incidents of a code, a device or an hour. */
struct sabot_wire_count {
	char *name; /* the code, the device, the hour's beginning */
	int64_t raised, open, explained, cleared;
	int64_t right, dismissed;   /* ruled; ruled to be a false alarm */
	int64_t precision_permille; /* right ones of those and the explained; -1 = there are none */
};

struct sabot_wire_statistics {
	int64_t from_us;
	GPtrArray *codes, *devices, *hours; /* of struct sabot_wire_count, by name */
};

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
