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
/* "12.50", "-3.00": always two decimals; "?" for SABOT_TEXT_NO_MONEY. Returns `buffer`. */
const char *
sabot_text_money(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* As sabot_text_money(), without a sign: "3.00" of -300. Returns `buffer`. */
const char *
sabot_text_money_size(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* "12.50", "5": no decimals if they are zero, as chips and limits are written. Returns `buffer`. */
const char *
sabot_text_money_short(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* "1 234", "12.50": as sabot_text_money_short(), with thin spaces between groups of three digits.
 * Returns `buffer`. */
const char *
sabot_text_money_spaced(int64_t minor, char buffer[SABOT_TEXT_MONEY_SIZE]);
/* "1,234.50": with groups of three digits, as on paper. Transferred. */
char *
sabot_text_money_grouped(int64_t minor);
/* Decimals of a currency that nothing is said of. */
enum { SABOT_TEXT_DIGITS_USUAL = 2 };

/* Decimals of a currency's minor unit by ISO 4217: 0, 2 or 3. */
int
sabot_text_currency_digits(const char *currency);
/*
 * "125.00", "-3": foreign money, whose minor unit has so many decimals (0 … 3), with the decimal
 * mark of the user's language. Transferred.
 */
char *
sabot_text_money_units(int64_t minor, int digits);
/* "USD 125.00". Transferred. */
char *
sabot_text_money_foreign(const char *currency, int64_t minor, int digits);

/* "0.9215": a rate of exchange, as a document has it, with that decimal mark. Transferred. */
char *
sabot_text_rate(const char *rate);
