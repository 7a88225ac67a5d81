/*
 * The messages of table money and shifts (docs/wire.md, docs/shift.md), typed: what `shifts`,
 * `shift`, `shift_tables`, `shift_open`, `documents`, `slips`, `markers` and `card_sets` answer.
 * Records as in proto/record.h; read an answer's `ok` with sabot_record_parse().
 */
#pragma once

#include "proto/record.h"

/* How many of a chip. */
struct sabot_wire_chips {
	int64_t chip_minor, count;
	char *kind; /* "rolling", "promotional"; NULL: cash chips */
};

/* Foreign money in a count of the main bank, in minor units of its own. */
struct sabot_wire_currency {
	char *currency;
	int64_t amount_minor;
};

/* A person's part of the tips that are shared out. */
struct sabot_wire_share {
	char *person;
	int64_t points, amount_minor;
};

/* What a drop box was counted by; 0 = none of it. */
struct sabot_wire_drop {
	int64_t cash_minor, markers_minor, vouchers_minor;
	int64_t match_play_minor, foreign_chips_minor, redemptions_minor;
};

/* A document of table money as the register has it. */
struct sabot_wire_document {
	int64_t n;              /* its number in the house log */
	char *ev, *step, *kind; /* the log's words; `kind` of a slip: "fill" or "credit" */
	char *shift, *table;    /* `table` may be NULL */
	char *by, *second;      /* who signed; NULL = nobody */
	char *note;
	char *box, *set, *patron, *item; /* what it is about: one of them, by its kind, or none */
	GPtrArray *chips;                /* of struct sabot_wire_chips, largest first */
	int64_t amount_minor;            /* SABOT_WIRE_NO_NUMBER = none */
	bool is_recount;
	int64_t cash_minor;            /* of the main bank's amount; 0 = none */
	GPtrArray *currencies;         /* bank: of struct sabot_wire_currency */
	char *currency, *rate;         /* exchange: "USD", "0.9215"; else NULL */
	int64_t foreign_minor, digits; /* exchange: in minor units of so many decimals */
	GPtrArray *points;             /* tronc: of struct sabot_wire_share */
	char *day;                     /* gaming day of the number, or NULL */
	int64_t number, to_number, decks, corrects, replaced_by; /* 0 = none */
	struct sabot_wire_drop *counts;                          /* drop box; else NULL */
	json_t *totals;                                          /* seal: what was signed for */
	int64_t at_us, happened_us; /* happened: SABOT_TIME_NONE = then, too */
};

/* A shift as `shifts` lists it. */
struct sabot_wire_shift_head {
	char *shift, *name;                 /* "2026-11-21/2"; the house's word for it, or NULL */
	int64_t from_us, to_us;             /* SABOT_TIME_NONE = no longer in the calendar */
	struct sabot_wire_document *sealed; /* NULL: it is open */
};

/* Sums over the documents of a shift, at a table or all together. SABOT_WIRE_NO_NUMBER: none. */
struct sabot_wire_table_result {
	char *table; /* NULL: all together */
	int64_t rounds;
	int64_t opener_minor, expected_minor, opener_difference_minor, closer_minor;
	bool is_rolled; /* the opener is the closer of the shift before */
	int64_t fills_minor, credits_minor, markers_minor, redeemed_minor;
	int64_t drop_minor, tips_minor, cash_in_minor, cash_out_minor;
	int64_t win_minor;
	int64_t hold_bp; /* win of the drop, in hundredths of a percent */
	int64_t estimate_minor, estimate_at_us;
};

/* One shift whole. */
struct sabot_wire_shift {
	struct sabot_wire_shift_head head;
	bool is_forgotten;                   /* long sealed: only the log has the amounts */
	struct sabot_wire_table_result *sum; /* NULL: forgotten */
	int64_t tables, rounds, documents, exceptions, open;
	bool is_signed;       /* a checkpoint covers the seal */
	bool gives_no_credit; /* the house: no marker is issued */
};

/* Something that is open at the end of a shift (docs/shift.md). */
struct sabot_wire_open_item {
	char *item, *what; /* the key that a remark names; the kind, known to text/shift-text.h */
	bool blocks;       /* must be done before the seal: a remark is not enough */
	char *table, *remark;
	int64_t number, amount_minor; /* 0 = none */
};

/* A fill or credit slip, or a blank form. */
struct sabot_wire_slip {
	char *day;
	int64_t number;
	char *state; /* "reserved" is a blank form; "requested", "issued" … */
	char *shift, *table, *kind, *note;
	int64_t amount_minor;
	GPtrArray *chips; /* of struct sabot_wire_chips */
	bool is_paper;
};

/* A player's credit that is not all redeemed. */
struct sabot_wire_marker {
	char *day;
	int64_t number;
	char *table, *patron;
	int64_t amount_minor, left_minor;
};

/* Foreign money of the main bank in a shift, in minor units of its own. */
struct sabot_wire_bank_currency {
	char *currency;
	int64_t opener_minor, opener_difference_minor, in_minor, out_minor, float_minor;
	int64_t expected_minor, difference_minor; /* of the last count */
};

/* Tips in a shift: left before it, collected, shared out, left for the next share-out. */
struct sabot_wire_tips {
	int64_t before_minor, collected_minor, shared_minor, left_minor;
	int64_t difference_minor; /* shared out, less what there was; SABOT_WIRE_NO_NUMBER: none */
};

/* The main bank in a shift. SABOT_WIRE_NO_NUMBER: not known, or nothing is kept of it. */
struct sabot_wire_bank {
	char *shift;
	bool is_rolled;
	int64_t opener_minor, opener_difference_minor;
	int64_t fills_minor, n_fills, credits_minor, n_credits;
	int64_t redeemed_minor, in_minor, out_minor, exchanged_minor, float_minor;
	GPtrArray *currencies;             /* of struct sabot_wire_bank_currency */
	struct sabot_wire_document *count; /* the last; NULL: none */
	int64_t expected_minor, difference_minor;
	struct sabot_wire_tips *tips; /* NULL: nothing was written of any */
};

/* A set of cards, and where it is. */
struct sabot_wire_card_set {
	char *set, *state;
	int64_t decks;
	char *table;
	int64_t since_us;
};

/* What `document` answers: the lines that follow from it, the document itself first. */
struct sabot_wire_recorded {
	GPtrArray *out; /* of struct sabot_wire_document */
};

/* A difference in the report `table-shift` that has a name (its section "named"). */
struct sabot_wire_named_difference {
	char *table, *difference, *words;
	int64_t amount_minor; /* the house is short by so much; over: negative */
};

/* A section of that report, as JSON. */
struct sabot_wire_difference_section {
	char *id;
	GPtrArray *rows; /* of struct sabot_wire_named_difference; of other sections: all NULL */
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

/* Pages of lists (struct sabot_wire_page), each of the struct that its line names. */
extern const struct sabot_record_type sabot_wire_documents_type;    /* sabot_wire_document */
extern const struct sabot_record_type sabot_wire_shifts_type;       /* sabot_wire_shift_head */
extern const struct sabot_record_type sabot_wire_shift_tables_type; /* sabot_wire_table_result */
extern const struct sabot_record_type sabot_wire_shift_open_type;   /* sabot_wire_open_item */
extern const struct sabot_record_type sabot_wire_slips_type;        /* sabot_wire_slip */
extern const struct sabot_record_type sabot_wire_markers_type;      /* sabot_wire_marker */
extern const struct sabot_record_type sabot_wire_card_sets_type;    /* sabot_wire_card_set */
