/*
 * The main bank in a shift: its expected float according to the documents, and its counts. Patrons
 * change chips for money there, which changes its chips and its cash but not their sum, so only the
 * sum is accounted for. Pure; minor units.
 */
#pragma once

#include "ledger.h"

struct sabot_main_bank {
	bool is_kept; /* a document of the shift is about the bank; otherwise all is zero */
	/* The opener as counted, or else the closer before it ("rolled"). */
	bool has_opener, is_rolled;
	int64_t opener_minor;
	bool has_expected_opener; /* the opener was counted, and there is a closer before it */
	int64_t opener_difference_minor;
	int n_fills, n_credits;
	int64_t fills_minor, credits_minor; /* issued to tables, and taken back */
	int64_t redeemed_minor;             /* markers */
	int64_t in_minor, out_minor;        /* exchanged with others than tables and patrons */
	int64_t exchanged_minor; /* paid out for foreign money, less what was received for it */
	bool has_float;          /* there is an opener */
	int64_t float_minor;     /* the expected amount now */
	/* The last count after the opener, and the expected amount at its time. */
	const struct sabot_document *count;  /* borrowed; NULL: none */
	const struct sabot_document *closer; /* borrowed; NULL: none; then the same as `count` */
	bool has_difference;
	int64_t expected_minor, difference_minor; /* positive: more than expected */
};

/* Compute it from all documents so far. All zero if there are none. */
void
sabot_main_bank_make(const struct sabot_ledger *ledger, const char *shift,
		     struct sabot_main_bank *ret_bank);

/* As JSON; unknown values are left out. New reference. */
json_t *
sabot_main_bank_to_json(const struct sabot_main_bank *bank);
