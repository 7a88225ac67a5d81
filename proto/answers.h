/*
 * The answers to single requests of docs/wire.md, typed: `rounds`, `load`, `remedies` and
 * `statistics`. Records as in view.h; read an answer's `ok` with sabot_record_parse().
 */
#pragma once

#include "proto/view.h"

/* A stake of a closed round, and what was due on it. */
struct sabot_wire_settled {
	int64_t box;
	int64_t hand; /* -1: a bet that has no hand */
	char *bettor, *on;
	int64_t stake_minor, due_minor, commission_minor;
};

/* What was paid, or put right later: with note, by and at. */
struct sabot_wire_payment {
	int64_t box; /* 0 = not told */
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

struct sabot_wire_told_round {
	int64_t round, load, at_us;
	char *winner;                      /* punto banco: "punto" …; else NULL */
	int64_t punto, banca, dealer;      /* points, total; -1 = of the other game */
	GArray *punto_cards, *banca_cards; /* of struct sabot_wire_card */
	GArray *dealer_cards;              /* likewise */
	GPtrArray *hands;                  /* of struct sabot_wire_played */
	GPtrArray *stakes;                 /* of struct sabot_wire_settled */
	GPtrArray *paid, *corrections;     /* of struct sabot_wire_payment */
	bool is_unverified, is_dummy;
	json_t *incidents; /* list of their numbers */
};

struct sabot_wire_rounds {
	GPtrArray *rounds; /* of struct sabot_wire_told_round, newest first */
	int64_t next;      /* 0 = that was all */
};

/* A step of a load's preparation. */
struct sabot_wire_prepared {
	char *step, *who, *by;
	int64_t at_us;
};

/* The load in the shoe, by positions: never what lies there. */
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

extern const struct sabot_record_type sabot_wire_settled_type;
extern const struct sabot_record_type sabot_wire_payment_type;
extern const struct sabot_record_type sabot_wire_played_type;
extern const struct sabot_record_type sabot_wire_told_round_type;
extern const struct sabot_record_type sabot_wire_rounds_type;
extern const struct sabot_record_type sabot_wire_prepared_type;
extern const struct sabot_record_type sabot_wire_load_type;
extern const struct sabot_record_type sabot_wire_load_answer_type;
