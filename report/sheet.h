/*
 * The data derived from one part of a table's log, in the form that reports are made from: arrays
 * of plain rows in the order of time, and the words they refer to. It is derived from the log and
 * can be derived again. Kept in a file (report/kinds/digest.h) it saves that time; it is a cache,
 * never proof.
 *
 * A word is stored as a number, its offset in `words`; 0 is "". Amounts are minor units, times UTC
 * microseconds since 1970 or SABOT_TIME_NONE.
 */
#pragma once

#include "engine/core/incident.h"

#include <glib.h>

enum sabot_sheet_round_flag {
	SABOT_SHEET_VOID = 1,
	SABOT_SHEET_DUMMY = 2,
	SABOT_SHEET_UNVERIFIED = 4,
	SABOT_SHEET_RULED = 8, /* a ruling settled it again, with this result */
};

struct sabot_sheet_round {
	int64_t begin_us, end_us;
	uint32_t load, number;
	uint32_t dealer; /* word: the dealer's id in the log */
	uint32_t cards;  /* word */
	uint32_t first_stake, n_stakes;
	uint8_t winner;      /* enum sabot_winner; NONE in blackjack */
	uint8_t flags;       /* enum sabot_sheet_round_flag */
	int8_t punto, banca; /* points; in blackjack the dealer's total is in `banca` */
	uint32_t n_hands;    /* blackjack */
};

struct sabot_sheet_stake {
	int64_t stake_minor, due_minor, commission_minor;
	int64_t paid_minor;
	uint32_t round;         /* its index among the rounds */
	uint32_t bettor;        /* word */
	uint8_t box, on;        /* enum sabot_bet */
	int8_t hand;            /* -1: a bet without a hand */
	uint8_t is_paid;        /* a payment was recorded */
	uint8_t is_doubled;     /* blackjack: half of the stake was added by the double */
	uint8_t is_uncertain;   /* the amount due is not certain: 0 here, and in no sum */
	uint8_t is_last_moment; /* placed or changed just before "no more bets" */
	uint8_t unused[1];
};

/* The bet before the first card: without additions by doubling and splitting. */
static inline int64_t
sabot_sheet_bet(const struct sabot_sheet_stake *stake)
{
	return stake->hand > 0     ? 0
	       : stake->is_doubled ? stake->stake_minor / 2
				   : stake->stake_minor;
}

struct sabot_sheet_incident {
	int64_t at_us, ruled_us;
	int64_t amount_minor; /* paid too much (negative: too little); 0 for other codes */
	uint32_t n;           /* number of its event in the log */
	uint32_t id, load, round;
	uint32_t dealer, rule, detail; /* words; `detail` is the log's JSON object */
	uint32_t by, second;           /* words: the persons who ruled */
	uint8_t code;                  /* enum sabot_incident_code */
	uint8_t is_ruled, is_explained;
	uint8_t remedy; /* enum sabot_remedy */
};

struct sabot_sheet_load {
	int64_t begin_us, end_us;
	uint32_t begin_n, end_n;
	uint32_t number, n_rounds;
	uint32_t by, dealer;               /* words: the person who loaded it; the first dealer */
	uint32_t extra, missing, resolved; /* words: cards in the log's form */
	/* word: "14 201": the unread cards' places in the load */
	uint32_t unread_places;
	/* places where a run of cards could be as in the load before; 0: not known */
	uint32_t places;
	uint16_t repeated; /* cards in a row as in the load before */
	uint16_t unused;
	int16_t decks, behind, left; /* -1: not given */
	int16_t seen, unread, burned;
	uint8_t verdict, proven; /* enum sabot_verdict, sabot_proof: the engine's numbers */
	uint8_t is_over;         /* a later event ended it; otherwise it is still in the shoe */
	uint8_t has_cut_card;
};

/* An event that decides nothing, or is about the device; its type is `ev`. */
struct sabot_sheet_note {
	int64_t at_us;
	int64_t amount_minor; /* correction, commission_paid, paid */
	uint32_t n, round;
	uint32_t who;   /* word: `who` of staff and prepared, otherwise `by` */
	uint32_t words; /* word: `note`, `post`, `step`, a device's `code` and `detail` */
	uint32_t bettor;
	uint8_t ev;   /* enum sabot_event_type */
	uint8_t what; /* device, table: the state; staff: 1 = on; ruling: the remedy */
	uint8_t box;
	uint8_t is_prompted; /* ruling: the amount it leaves to be paid has its own correction */
};

struct sabot_sheet {
	const struct sabot_sheet_round *rounds;
	const struct sabot_sheet_stake *stakes;
	const struct sabot_sheet_incident *incidents;
	const struct sabot_sheet_load *loads;
	const struct sabot_sheet_note *notes;
	const char *words;
	guint n_rounds, n_stakes, n_incidents, n_loads, n_notes;
	guint words_bytes;
	const char *rules, *overrides; /* borrowed from `words` */
	int64_t from_n, to_n;          /* its events: n = from_n … to_n - 1 */
	uint8_t game;                  /* enum sabot_game: the engine's number */
	bool has_payments;             /* the table reports payments */
	bool owes_commission;          /* `due` is gross; commission is collected later */
	bool is_simulated;             /* not played with real cards */
	GBytes *bytes;                 /* all of the above, as stored */
};

/* The text of a word. Borrowed from the sheet. */
static inline const char *
sabot_sheet_word(const struct sabot_sheet *sheet, uint32_t word)
{
	return word < sheet->words_bytes ? sheet->words + word : "";
}

/*
 * A sheet over `bytes`, whose reference is transferred. NULL if they are not a sheet of this
 * version, or damaged; the log must then be derived again. Transferred.
 */
struct sabot_sheet *
sabot_sheet_open(GBytes *bytes);
/* A GDestroyNotify. */
void
sabot_sheet_free(gpointer sheet);

/*
 * Writes a sheet row by row, as the log is derived. All of it may be changed until it is finished.
 */
struct sabot_sheet_writer {
	GArray *rounds, *stakes, *incidents, *loads, *notes;
	GByteArray *words;
	GHashTable *known_words; /* char * → its word */
};

/* An empty sheet. Transferred. */
struct sabot_sheet_writer *
sabot_sheet_writer_new(void);
void
sabot_sheet_writer_free(struct sabot_sheet_writer *writer);

/* Continue where a sheet ends: its rows and words are copied. Transferred. */
struct sabot_sheet_writer *
sabot_sheet_writer_resume(const struct sabot_sheet *sheet);

/* NULL counts as "". */
uint32_t
sabot_sheet_writer_word(struct sabot_sheet_writer *writer, const char *text);

/* The contents of the sheet besides its rows. */
struct sabot_sheet_facts {
	const char *rules, *overrides;
	int64_t from_n, to_n;
	uint8_t game;
	bool has_payments, owes_commission, is_simulated;
};

/* The sheet so far; the writer can still be used. Transferred. */
struct sabot_sheet *
sabot_sheet_writer_finish(struct sabot_sheet_writer *writer, const struct sabot_sheet_facts *facts);

/* The first round whose `end_us` is `us` or later; rows are in the order of `end_us`. */
guint
sabot_sheet_first_round(const struct sabot_sheet *sheet, int64_t us);
