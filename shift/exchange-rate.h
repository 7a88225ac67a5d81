/*
 * A rate of exchange as it is written, "0.9215": what one unit of a foreign currency is worth in
 * the house's. It is kept to the digit and never becomes a floating-point number. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_RATE_WHOLE_DIGITS_MAX = 6,
	SABOT_RATE_DECIMALS_MAX = 8,
	SABOT_RATE_SIZE = SABOT_RATE_WHOLE_DIGITS_MAX + 1 + SABOT_RATE_DECIMALS_MAX + 1,
	SABOT_CURRENCY_SIZE = 4,       /* "USD" */
	SABOT_CURRENCY_DIGITS = 2,     /* of a minor unit: of the house's currency, and usually */
	SABOT_CURRENCY_DIGITS_MAX = 3, /* of any currency */
};

struct sabot_rate {
	int64_t digits; /* of all that is written, without the point; more than 0 */
	int decimals;
};

/*
 * True with the rate. False, leaving it, unless it is digits with at most one point between them,
 * without zeros before, more than 0 and within limits.
 */
bool
sabot_rate_parse(const char *text, struct sabot_rate *ret_rate);

/*
 * What `foreign_minor` (more than 0) of a currency with so many `digits` of its minor unit is worth
 * in minor units of the house: the exact product, a half rounded up. False when it is less than one
 * or more than `most_minor`.
 */
bool
sabot_rate_exchange(const struct sabot_rate *rate, int64_t foreign_minor, int digits,
		    int64_t most_minor, int64_t *ret_minor);

/* Three capital letters, as ISO 4217 names a currency. */
bool
sabot_currency_is_code(const char *text);
