/*
 * Amounts as text: major units from integers of minor units, with the decimal mark of the
 * sentence's language, not of the locale.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

enum { SABOT_TEXT_MONEY_SIZE = 48 };

/* An amount that is not certain: the wire's SABOT_WIRE_NO_NUMBER, and the index's. */
#define SABOT_TEXT_NO_MONEY INT64_MIN

/* Add to a sum, which becomes uncertain if `minor` is. */
void
sabot_text_money_add(int64_t *sum_minor, int64_t minor);
/*
 * "1,234.50", "-3.00": always two decimals, with groups of three digits; "?" for
 * SABOT_TEXT_NO_MONEY. Returns `buffer`.
 */
const char *
sabot_text_money(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* The same text. Transferred. */
char *
sabot_text_money_dup(int64_t minor);
/* As sabot_text_money(), without a sign: "3.00" of -300. Returns `buffer`. */
const char *
sabot_text_money_size(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/*
 * "1234.50", "5": as chips and limits are written and amounts are typed: no decimals if they are
 * zero, and no groups. Returns `buffer`.
 */
const char *
sabot_text_money_short(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* "1 234", "12.50": as sabot_text_money_short(), with thin spaces between groups of three digits.
 * Returns `buffer`. */
const char *
sabot_text_money_spaced(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* Decimals of a currency that nothing is said of. */
enum { SABOT_TEXT_DIGITS_USUAL = 2 };

/* Decimals of a currency's minor unit by ISO 4217: 0, 2 or 3. */
int
sabot_text_currency_digits(const char *currency);
/*
 * "1250.00", "-3": a number as it is typed, with `digits` decimals (0 … 3) and the decimal mark of
 * the user's language, as of foreign money. Transferred.
 */
char *
sabot_text_money_units(int64_t minor, int digits);
/* The same with groups of three digits: "1,250.00". Transferred. */
char *
sabot_text_money_units_grouped(int64_t minor, int digits);
/* "USD 1,250.00". Transferred. */
char *
sabot_text_money_foreign(const char *currency, int64_t minor, int digits);

/* "0.9215": a rate of exchange, as a document has it, with that decimal mark. Transferred. */
char *
sabot_text_rate(const char *rate);
