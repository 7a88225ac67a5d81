/*
 * Foreign money in the main bank, in its own minor units: it is not revalued, so that a changing
 * rate causes no win or loss. Pure.
 */
#pragma once

#include "ledger.h"

struct sabot_bank_currency {
	char currency[SABOT_CURRENCY_SIZE];
	int digits;     /* of its minor unit, by an exchange; -1: not known */
	bool has_count; /* there is a count after the opener */
	/* of the counted opener, or else of the closer before it */
	int64_t opener_minor;
	int64_t in_minor, out_minor;     /* by exchange, and with others than patrons */
	int64_t float_minor;             /* the expected amount now */
	int64_t expected_minor;          /* at the time of the last count */
	int64_t difference_minor;        /* of that count; positive: more than expected */
	int64_t opener_difference_minor; /* a counted opener, less the closer before it */
};

/* All currencies that the bank has or had (of struct sabot_bank_currency), by code. Transferred. */
GArray *
sabot_bank_currencies_list(const struct sabot_ledger *ledger, const char *shift);

/* The same as JSON, a list. New reference. */
json_t *
sabot_bank_currencies_to_json(const GArray *currencies);

/*
 * The number of currencies in the list that differ from the expected amount, in the counted opener
 * or the closer.
 */
int
sabot_bank_currencies_count_differing(const GArray *currencies);
