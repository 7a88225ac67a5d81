/*
 * The messages of table money and shifts (docs/wire.md, docs/shift.md), typed: the answers to
 * `shifts`, `shift`, `shift_tables`, `shift_open`, `documents`, `slips`, `markers` and `card_sets`.
 * Records as in proto/record.h; read an answer's `ok` with sabot_record_parse().
 */
#pragma once

#include "proto/record.h"

/* A number of chips of one value. */
struct sabot_wire_chips {
	int64_t chip_minor, count;
	char *kind; /* "rolling", "promotional"; NULL: cash chips */
};

/* Foreign money in a count of the main bank, in its own minor units. */
struct sabot_wire_currency {
	char *currency;
	int64_t amount_minor;
};

/* A person's part of the tips that are shared out. */
struct sabot_wire_share {
	char *person;
	int64_t points, amount_minor;
};

/* The sums that a drop box was counted by; 0 = none. */
struct sabot_wire_drop {
	int64_t cash_minor, markers_minor, vouchers_minor;
	int64_t match_play_minor, foreign_chips_minor, redemptions_minor;
};

/* A document of table money from the register. */
struct sabot_wire_document {
	int64_t n;              /* its number in the house log */
	char *ev, *step, *kind; /* the log's words; `kind` of a slip: "fill" or "credit" */
	char *shift, *table;    /* `table` may be NULL */
	char *by, *second;      /* who signed; NULL = nobody */
	char *note;
	char *box, *set, *patron, *item; /* its subject: one of them, by its kind, or none */
	GPtrArray *chips;                /* of struct sabot_wire_chips, largest first */
	int64_t amount_minor;            /* SABOT_WIRE_NO_NUMBER = none */
	bool is_recount;
	int64_t cash_minor;            /* part of the main bank's amount; 0 = none */
	GPtrArray *currencies;         /* bank: of struct sabot_wire_currency */
	char *currency, *rate;         /* exchange: "USD", "0.9215"; else NULL */
	int64_t foreign_minor, digits; /* exchange: in minor units with that many decimals */
	GPtrArray *points;             /* tronc: of struct sabot_wire_share */
	char *day;                     /* gaming day of the number, or NULL */
	int64_t number, to_number, decks, corrects, replaced_by; /* 0 = none */
	GPtrArray
		*barred; /* of struct sabot_wire_barred: who may not correct this part of a slip */
	struct sabot_wire_drop *counts; /* drop box; else NULL */
	/* seal: the totals that were signed */
	json_t *totals;
	int64_t at_us, happened_us; /* happened: SABOT_TIME_NONE = the same */
};

/* A shift in the list of `shifts`. */
struct sabot_wire_shift_head {
	char *shift, *name;                 /* "2026-11-21/2"; the house's name for it, or NULL */
	int64_t from_us, to_us;             /* SABOT_TIME_NONE = no longer in the calendar */
	struct sabot_wire_document *sealed; /* NULL: open */
};

/* Sums over the documents of a shift, for one table or all together. SABOT_WIRE_NO_NUMBER: none. */
struct sabot_wire_table_result {
	char *table; /* NULL: all together */
	int64_t rounds;
	int64_t opener_minor, expected_minor, opener_difference_minor, closer_minor;
	bool is_rolled; /* the opener is the closer of the shift before */
	int64_t fills_minor, credits_minor, markers_minor, redeemed_minor;
	int64_t drop_minor, tips_minor, cash_in_minor, cash_out_minor;
	int64_t win_minor;
	int64_t hold_bp; /* win divided by drop, in hundredths of a percent */
	int64_t estimate_minor, estimate_at_us;
};

/* One whole shift. */
struct sabot_wire_shift {
	struct sabot_wire_shift_head head;
	bool is_forgotten;                   /* sealed long ago: only the log has the amounts */
	struct sabot_wire_table_result *sum; /* NULL: forgotten */
	int64_t tables, rounds, documents, exceptions, open;
	bool is_signed;       /* a checkpoint covers the seal */
	bool gives_no_credit; /* the house: no marker is issued */
};

/* An open item at the end of a shift (docs/shift.md). */
struct sabot_wire_open_item {
	char *item, *what; /* the key that a remark names; the kind, known to text/shift-text.h */
	bool blocks;       /* must be resolved before the seal: a remark is not enough */
	char *table, *remark;
	int64_t number, amount_minor; /* 0 = none */
};

/* A person who may not sign a part of a slip, and the sentence that would refuse it. */
struct sabot_wire_barred {
	char *person, *why;
};

/* A fill or credit slip, or a blank form. */
struct sabot_wire_slip {
	char *day;
	int64_t number;
	char *state; /* "reserved" is a blank form; "requested", "issued" … */
	char *shift, *table, *kind, *note;
	int64_t amount_minor;
	GPtrArray *chips;  /* of struct sabot_wire_chips */
	GPtrArray *barred; /* of struct sabot_wire_barred */
	bool is_paper;
};

/* A player's credit that is not fully redeemed. */
struct sabot_wire_marker {
	char *day;
	int64_t number;
	char *table, *patron;
	int64_t amount_minor, left_minor;
};

/* Foreign money of the main bank in a shift, in its own minor units. */
struct sabot_wire_bank_currency {
	char *currency;
	int64_t opener_minor, opener_difference_minor, in_minor, out_minor, float_minor;
	int64_t expected_minor, difference_minor; /* of the last count */
};

/* Tips in a shift: left before it, collected, shared out, left for the next share-out. */
struct sabot_wire_tips {
	int64_t before_minor, collected_minor, shared_minor, left_minor;
	/* shared out, less the amount available; SABOT_WIRE_NO_NUMBER: none */
	int64_t difference_minor;
};

/* The main bank in a shift. SABOT_WIRE_NO_NUMBER: not known, or not kept. */
struct sabot_wire_bank {
	char *shift;
	bool is_rolled;
	int64_t opener_minor, opener_difference_minor;
	int64_t fills_minor, n_fills, credits_minor, n_credits;
	int64_t redeemed_minor, in_minor, out_minor, exchanged_minor, float_minor;
	GPtrArray *currencies;             /* of struct sabot_wire_bank_currency */
	struct sabot_wire_document *count; /* the last; NULL: none */
	int64_t expected_minor, difference_minor;
	struct sabot_wire_tips *tips; /* NULL: no documents about tips */
};

/* A set of cards, and its place. */
struct sabot_wire_card_set {
	char *set, *state;
	int64_t decks;
	char *table;
	int64_t since_us;
};

/* The answer to `document`: the derived lines, the document itself first. */
struct sabot_wire_recorded {
	GPtrArray *out; /* of struct sabot_wire_document */
};

/* A named difference in the report `table-shift` (its section "named"). */
struct sabot_wire_named_difference {
	char *table, *difference, *words;
	int64_t amount_minor; /* the amount the house is short by; negative: over */
};

/* A section of that report, as JSON. */
struct sabot_wire_difference_section {
	char *id;
	/* of struct sabot_wire_named_difference; in other sections all members are NULL */
	GPtrArray *rows;
};

struct sabot_wire_difference_report {
	GPtrArray *sections; /* of struct sabot_wire_difference_section */
};

extern const struct sabot_record_type sabot_wire_difference_report_type;
extern const struct sabot_record_type sabot_wire_bank_type;
extern const struct sabot_record_type sabot_wire_chips_type;
extern const struct sabot_record_type sabot_wire_document_type;
extern const struct sabot_record_type sabot_wire_shift_head_type;
extern const struct sabot_record_type sabot_wire_shift_type;
extern const struct sabot_record_type sabot_wire_table_result_type;
extern const struct sabot_record_type sabot_wire_open_item_type;
extern const struct sabot_record_type sabot_wire_slip_type;
extern const struct sabot_record_type sabot_wire_marker_type;
extern const struct sabot_record_type sabot_wire_card_set_type;
extern const struct sabot_record_type sabot_wire_recorded_type;

/* Pages of lists (struct sabot_wire_page), each of the struct named on its line. */
extern const struct sabot_record_type sabot_wire_documents_type;    /* sabot_wire_document */
extern const struct sabot_record_type sabot_wire_shifts_type;       /* sabot_wire_shift_head */
extern const struct sabot_record_type sabot_wire_shift_tables_type; /* sabot_wire_table_result */
extern const struct sabot_record_type sabot_wire_shift_open_type;   /* sabot_wire_open_item */
extern const struct sabot_record_type sabot_wire_slips_type;        /* sabot_wire_slip */
extern const struct sabot_record_type sabot_wire_markers_type;      /* sabot_wire_marker */
extern const struct sabot_record_type sabot_wire_card_sets_type;    /* sabot_wire_card_set */
