/*
 * The main bank in a shift: what its float should be by the documents, against its counts. Patrons
 * change chips for money there, which moves its chips and its cash but not their sum: only the sum
 * is accounted for. Pure; minor units.
 */
#pragma once

#include "ledger.h"

struct sabot_main_bank {
	bool is_kept; /* something of the shift is about the bank; else all is zero */
	/* The opener as counted, else the closer before it ("rolled"). */
	bool has_opener, is_rolled;
	int64_t opener_minor;
	bool has_expected_opener; /* counted, and there is a closer before */
	int64_t opener_difference_minor;
	int n_fills, n_credits;
	int64_t fills_minor, credits_minor; /* issued to tables, and taken back */
	int64_t redeemed_minor;             /* markers */
	int64_t in_minor, out_minor;        /* with others than tables and patrons */
	int64_t exchanged_minor; /* given for foreign money, less what was taken for it */
	bool has_float;          /* there is an opener */
	int64_t float_minor;     /* what there should be now */
	/* The last count after the opener, and what there should have been at its time. */
	const struct sabot_document *count;  /* borrowed; NULL: none */
	const struct sabot_document *closer; /* likewise, which is `count` then */
	bool has_difference;
	int64_t expected_minor, difference_minor; /* more than expected: positive */
};

/* As it is after all that was written. All zero where nothing was. */
void
sabot_main_bank_make(const struct sabot_ledger *ledger, const char *shift,
		     struct sabot_main_bank *ret_bank);

/* As JSON; what is not known is left out. New reference. */
json_t *
sabot_main_bank_to_json(const struct sabot_main_bank *bank);
