/*
 * A rate of exchange as it is written, "0.9215": the value of one unit of a foreign currency in the
 * house's. It is kept to the digit and never converted to floating point. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_RATE_WHOLE_DIGITS_MAX = 6,
	SABOT_RATE_DECIMALS_MAX = 8,
	SABOT_RATE_SIZE = SABOT_RATE_WHOLE_DIGITS_MAX + 1 + SABOT_RATE_DECIMALS_MAX + 1,
	SABOT_CURRENCY_SIZE = 4,       /* "USD" */
	/* decimals of the minor unit: of the house's currency, and usually */
	SABOT_CURRENCY_DIGITS = 2,
	SABOT_CURRENCY_DIGITS_MAX = 3, /* of any currency */
};

struct sabot_rate {
	int64_t digits; /* all its digits, without the point; more than 0 */
	int decimals;
};

/*
 * Parse a rate: digits with at most one point between them, without leading zeros, more than 0 and
 * within limits. False otherwise, leaving the result.
 */
bool
sabot_rate_parse(const char *text, struct sabot_rate *ret_rate);

/*
 * The value in minor units of the house of `foreign_minor` (more than 0) of a currency whose minor
 * unit has `digits` decimals: the exact product, a half rounded up. False if it is less than one or
 * more than `most_minor`.
 */
bool
sabot_rate_exchange(const struct sabot_rate *rate, int64_t foreign_minor, int digits,
		    int64_t most_minor, int64_t *ret_minor);

/* True if the text is three capital letters, as ISO 4217 codes are. */
bool
sabot_currency_is_code(const char *text);
