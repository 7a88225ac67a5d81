/*
 * Foreign money in the main bank, in minor units of its own: it is never valued again, so nothing
 * is won or lost by a rate that changes. Pure.
 */
#pragma once

#include "ledger.h"

struct sabot_bank_currency {
	char currency[SABOT_CURRENCY_SIZE];
	bool has_count;                  /* a count after the opener says how much there is */
	int64_t opener_minor;            /* of the counted opener, else of the closer before it */
	int64_t in_minor, out_minor;     /* exchanged, and with others than patrons */
	int64_t float_minor;             /* what there should be now */
	int64_t expected_minor;          /* at the time of the last count */
	int64_t difference_minor;        /* of that count; more than expected: positive */
	int64_t opener_difference_minor; /* a counted opener, less the closer before it */
};

/* Of each currency that the bank has or had: struct sabot_bank_currency, by code. Transferred. */
GArray *
sabot_bank_currencies_list(const struct sabot_ledger *ledger, const char *shift);

/* The same as JSON, a list. New reference. */
json_t *
sabot_bank_currencies_to_json(const GArray *currencies);

/* How many of the list are not what they should be, in the counted opener or the closer. */
int
sabot_bank_currencies_count_differing(const GArray *currencies);
