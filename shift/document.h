/*
 * A document of table money: one event of the house log (docs/event-log.md, section 12), read and
 * checked by itself. How it relates to other documents is decided by the ledger (ledger.h). Pure.
 */
#pragma once

#include "calendar.h"
#include "exchange-rate.h"
#include "tronc.h"

#include <jansson.h>

enum {
	SABOT_DOCUMENT_WHY_SIZE = 200,
	SABOT_DOCUMENT_CHIPS_MAX = 32,      /* different chips in one document */
	SABOT_DOCUMENT_WORD_BYTES_MAX = 64, /* of a box's, pack's or patron's name */
	SABOT_DOCUMENT_TEXT_BYTES_MAX = 500,
	SABOT_DOCUMENT_CURRENCIES_MAX = 16, /* in one count of the main bank */
};

/* Limits of one document, and of one count of a chip. */
#define SABOT_DOCUMENT_AMOUNT_MAX_MINOR INT64_C(1000000000000)
#define SABOT_DOCUMENT_COUNT_MAX INT64_C(1000000)

enum sabot_document_kind {
	SABOT_DOCUMENT_COUNT,    /* the chips of a table */
	SABOT_DOCUMENT_SLIP,     /* chips brought to a table, or taken from it */
	SABOT_DOCUMENT_MARKER,   /* a player's credit instrument */
	SABOT_DOCUMENT_DROP,     /* a drop box, counted or estimated */
	SABOT_DOCUMENT_TIPS,     /* tronc */
	SABOT_DOCUMENT_CASH,     /* cash in or out above the house's threshold */
	SABOT_DOCUMENT_CARDS,    /* a set of cards changes hands */
	SABOT_DOCUMENT_PAPER,    /* slip numbers that were printed on blank forms */
	SABOT_DOCUMENT_BANK,     /* the main bank: its float, counted, and what comes and goes */
	SABOT_DOCUMENT_EXCHANGE, /* foreign money taken or given at the cage, at a rate */
	SABOT_DOCUMENT_TRONC,    /* tips shared out by points */
	SABOT_DOCUMENT_REMARK,   /* on something that is open at the sign-off */
	SABOT_DOCUMENT_SEAL,     /* two persons have signed: the shift is closed */
};
enum { SABOT_DOCUMENT_KINDS = SABOT_DOCUMENT_SEAL + 1 };

/* What the document does, its `do`; each kind allows some of them. */
enum sabot_document_step {
	SABOT_STEP_NONE,
	SABOT_STEP_OPENER, /* count, bank */
	SABOT_STEP_CLOSER,
	SABOT_STEP_CHECK,   /* in between */
	SABOT_STEP_REQUEST, /* slip */
	SABOT_STEP_ISSUE,   /* slip, marker, cards */
	SABOT_STEP_RECEIVE, /* slip, cards */
	SABOT_STEP_VOID,    /* slip, marker */
	SABOT_STEP_REDEEM,  /* marker */
	SABOT_STEP_BOX,     /* drop */
	SABOT_STEP_ESTIMATE,
	SABOT_STEP_IN, /* cash, bank, exchange: of the foreign money */
	SABOT_STEP_OUT,
	SABOT_STEP_RETURN, /* cards */
	SABOT_STEP_CANCEL,
	SABOT_STEP_DESTROY,
};
enum { SABOT_STEPS = SABOT_STEP_DESTROY + 1 };

/*
 * What the content of a drop box is counted by. The house chooses which of them are drop
 * (`drop_counts`).
 */
enum sabot_drop_kind {
	SABOT_DROP_CASH,
	SABOT_DROP_MARKERS, /* their issue copies */
	SABOT_DROP_VOUCHERS,
	SABOT_DROP_MATCH_PLAY,
	SABOT_DROP_FOREIGN_CHIPS,
	SABOT_DROP_REDEMPTIONS, /* cash for markers */
};
enum { SABOT_DROP_KINDS = SABOT_DROP_REDEMPTIONS + 1 };

/* The kind of a chip. All count by their value; each kind is listed separately. */
enum sabot_chip_kind {
	SABOT_CHIP_CASH,        /* the usual one, changed for money at the cage */
	SABOT_CHIP_ROLLING,     /* only to be staked: wins are paid in cash chips */
	SABOT_CHIP_PROMOTIONAL, /* given away by the house, not negotiable: only to be staked */
};
enum { SABOT_CHIP_KINDS = SABOT_CHIP_PROMOTIONAL + 1 };

struct sabot_chip_count {
	enum sabot_chip_kind kind;
	int64_t chip_minor, count;
};

/* Foreign money in the main bank. */
struct sabot_currency_amount {
	char currency[SABOT_CURRENCY_SIZE];
	int64_t minor; /* its own minor units */
};

struct sabot_document {
	int64_t n; /* its number: the event's in the house log */
	enum sabot_document_kind kind;
	enum sabot_document_step step;
	char shift[SABOT_SHIFT_ID_SIZE];
	int64_t at_us, happened_us; /* when entered; when it happened, the same unless stated */
	int64_t corrects;           /* the number of another document; 0 = none */
	int64_t amends;             /* the number of its shift's seal, if sealed before; 0 = none */
	char *table;                /* NULL: no table */
	char *by, *second;          /* who signed; `second` may be NULL */
	char *note;                 /* reason or remark; may be NULL */
	GArray *chips;              /* of struct sabot_chip_count, by kind, largest first;
			   * NULL: absent */
	bool has_amount;
	int64_t amount_minor;            /* of the chips, of the whole drop box, or as stated */
	bool is_credit;                  /* slip, at the request */
	bool is_recount;                 /* count */
	char day[SABOT_GAMING_DAY_SIZE]; /* slip, marker, paper: the gaming day of the number */
	int64_t number, to_number;       /* slip, marker, paper: 0 = none */
	int64_t drop_minor[SABOT_DROP_KINDS];
	int64_t cash_minor; /* bank: the part of the amount that is cash */
	/*
	 * bank: of struct sabot_currency_amount, in addition to the amount, by code; NULL: absent
	 */
	GArray *currencies;
	/* exchange; `amount_minor` is its value in the house's currency */
	char currency[SABOT_CURRENCY_SIZE];
	int64_t foreign_minor;              /* exchange: minor units of the currency */
	int64_t currency_digits;            /* exchange: decimals of its minor unit */
	char rate[SABOT_RATE_SIZE];         /* exchange: as it was written */
	GArray *shares; /* tronc: of struct sabot_tronc_share, by person; NULL: absent */
	/* drop: the box; cards: the set; marker, cash, exchange: the patron; remark: the item */
	char *name;
	int64_t decks;                            /* cards */
	/* seal: the totals that were signed; may be NULL */
	json_t *totals;
	const struct sabot_document *replaced_by; /* borrowed: the ledger's; otherwise NULL */
};

/* True if the event is of one of these kinds. */
bool
sabot_document_is(const json_t *event);

/* True if documents of this kind can have this step. */
bool
sabot_document_has_step(enum sabot_document_kind kind, enum sabot_document_step step);

/*
 * Get kind and step of an event from its words alone. False, leaving both, if it is not a document.
 */
bool
sabot_document_event_kind(const json_t *event, enum sabot_document_kind *ret_kind,
			  enum sabot_document_step *ret_step);

/* NULL is allowed. A GDestroyNotify. */
void
sabot_document_free(gpointer document);

/* The words used in the log. */
const char *
sabot_chip_kind_to_string(enum sabot_chip_kind kind);
bool
sabot_chip_kind_from_string(const char *word, enum sabot_chip_kind *ret_kind);
const char *
sabot_document_kind_to_string(enum sabot_document_kind kind);
/* "" for SABOT_STEP_NONE. */
const char *
sabot_document_step_to_string(enum sabot_document_step step);
const char *
sabot_drop_kind_to_string(enum sabot_drop_kind kind);
bool
sabot_drop_kind_from_string(const char *word, enum sabot_drop_kind *ret_kind);

/*
 * True if a document of this kind and step needs two signatures. One of a sealed shift always does.
 */
bool
sabot_document_needs_second(enum sabot_document_kind kind, enum sabot_document_step step);
/* As sabot_document_needs_second(), for an event that may not be a document. */
bool
sabot_document_event_needs_second(const json_t *event);
