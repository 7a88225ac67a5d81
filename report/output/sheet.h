/*
 * What follows from one part of a table's log, in the form that reports are made of: arrays of
 * plain rows in the order of time, and the words they point at. It is derived from the log and can
 * be derived again; kept in a file (report/kinds/digest.h) it saves the derivation; it is a
 * cache, never proof.
 *
 * A word is a number: where it begins in `words`; 0 is "". Amounts are minor units, times UTC
 * microseconds since 1970 or SABOT_TIME_NONE.
 */
#pragma once

#include "engine/core/incident.h"

#include <glib.h>

enum sabot_sheet_round_flag {
	SABOT_SHEET_VOID = 1,
	SABOT_SHEET_DUMMY = 2,
	SABOT_SHEET_UNVERIFIED = 4,
	SABOT_SHEET_RULED = 8, /* a ruling settled it again: this is its result */
};

struct sabot_sheet_round {
	int64_t begin_us, end_us;
	uint32_t load, number;
	uint32_t dealer; /* word: who dealt, as the log names him */
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
	uint32_t round;         /* its place among the rounds */
	uint32_t bettor;        /* word */
	uint8_t box, on;        /* enum sabot_bet */
	int8_t hand;            /* -1: a bet that has none */
	uint8_t is_paid;        /* a payment was recorded */
	uint8_t is_doubled;     /* blackjack: half of the stake came with the double */
	uint8_t is_uncertain;   /* what is due is not certain: it is 0 here, and in no sum */
	uint8_t is_last_moment; /* put down or changed just before "no more bets" */
	uint8_t unused[1];
};

/* What was bet before the first card: without what doubling and splitting added. */
static inline int64_t
sabot_sheet_bet(const struct sabot_sheet_stake *stake)
{
	return stake->hand > 0     ? 0
	       : stake->is_doubled ? stake->stake_minor / 2
				   : stake->stake_minor;
}

struct sabot_sheet_incident {
	int64_t at_us, ruled_us;
	int64_t amount_minor; /* what was paid too much (negative: too little); 0 of other codes */
	uint32_t n;           /* its event in the log */
	uint32_t id, load, round;
	uint32_t dealer, rule, detail; /* words; `detail` is the JSON object of the log */
	uint32_t by, second;           /* words: who ruled */
	uint8_t code;                  /* enum sabot_incident_code */
	uint8_t is_ruled, is_explained;
	uint8_t remedy; /* enum sabot_remedy */
};

struct sabot_sheet_load {
	int64_t begin_us, end_us;
	uint32_t begin_n, end_n;
	uint32_t number, n_rounds;
	uint32_t by, dealer;               /* words: who put it in; who dealt first */
	uint32_t extra, missing, resolved; /* words: cards in the log's form */
	uint32_t unread_places;            /* word: "14 201": which cards of the load */
	uint32_t places;   /* where a row of cards could be as in the load before; 0: not known */
	uint16_t repeated; /* cards in a row that came as in the load before */
	uint16_t unused;
	int16_t decks, behind, left; /* -1: not said */
	int16_t seen, unread, burned;
	uint8_t verdict, proven; /* enum sabot_verdict, sabot_proof: the engine's numbers */
	uint8_t is_over;         /* a later event ended it: else it is still in the shoe */
	uint8_t has_cut_card;
};

/* An event that decides nothing, or is about the device: by its `ev`. */
struct sabot_sheet_note {
	int64_t at_us;
	int64_t amount_minor; /* correction, commission_paid, paid */
	uint32_t n, round;
	uint32_t who;   /* word: staff's `who`, prepared's `who`, else `by` */
	uint32_t words; /* word: `note`, `post`, `step`, a device's `code` and `detail` */
	uint32_t bettor;
	uint8_t ev;   /* enum sabot_event_type */
	uint8_t what; /* device, table: the state; staff: 1 = on; ruling: the remedy */
	uint8_t box;
	uint8_t is_prompted; /* ruling: what it leaves to be paid is a correction of its own */
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
	bool has_payments;             /* the table reports what is paid */
	bool owes_commission;          /* `due` is gross; commission is collected later */
	bool is_simulated;             /* nobody's real cards */
	GBytes *bytes;                 /* all of the above, as it is kept */
};

/* The text of a word. Borrowed from the sheet. */
static inline const char *
sabot_sheet_word(const struct sabot_sheet *sheet, uint32_t word)
{
	return word < sheet->words_bytes ? sheet->words + word : "";
}

/*
 * A sheet over `bytes`, whose reference is taken over. NULL where they are none of ours, of another
 * version or damaged: then the log has to be derived again. Transferred.
 */
struct sabot_sheet *
sabot_sheet_open(GBytes *bytes);
/* A GDestroyNotify. */
void
sabot_sheet_free(gpointer sheet);

/* Row by row, as the log is derived. All of it may be changed until it is finished. */
struct sabot_sheet_writer {
	GArray *rounds, *stakes, *incidents, *loads, *notes;
	GByteArray *words;
	GHashTable *known_words; /* char * → its word */
};

struct sabot_sheet_writer *
sabot_sheet_writer_new(void);
void
sabot_sheet_writer_free(struct sabot_sheet_writer *writer);

/* Go on where a sheet ends: its rows and words are copied. Transferred. */
struct sabot_sheet_writer *
sabot_sheet_writer_resume(const struct sabot_sheet *sheet);

/* NULL is "". */
uint32_t
sabot_sheet_writer_word(struct sabot_sheet_writer *writer, const char *text);

/* The contents of the sheet besides its rows. */
struct sabot_sheet_facts {
	const char *rules, *overrides;
	int64_t from_n, to_n;
	uint8_t game;
	bool has_payments, owes_commission, is_simulated;
};

/* The writer goes on as it was. Transferred. */
struct sabot_sheet *
sabot_sheet_writer_finish(struct sabot_sheet_writer *writer, const struct sabot_sheet_facts *facts);

/* Rows in order of `end_us`: the first that ends at `us` or later. */
guint
sabot_sheet_first_round(const struct sabot_sheet *sheet, int64_t us);
