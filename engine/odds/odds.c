/*
 * Wide numbers and fractions by shifts and subtractions (a division of 128 bits would call the
 * compiler's library), and the sum of a bet's outcomes.
 */
#include "odds.h"

#include <string.h>

static sabot_wide
divide(sabot_wide top, sabot_wide bottom, sabot_wide *ret_rest)
{
	sabot_wide result = 0, rest = 0;

	for (int bit = 127; bit >= 0; bit--) {
		bool carry = (rest >> 127) != 0;
		rest = rest << 1 | (top >> bit & 1);
		if (carry || rest >= bottom) {
			rest -= bottom;
			result |= (sabot_wide)1 << bit;
		}
	}
	*ret_rest = rest;
	return result;
}

static sabot_wide
common_divisor(sabot_wide a, sabot_wide b)
{
	while (b != 0) {
		sabot_wide rest;
		divide(a, b, &rest);
		a = b;
		b = rest;
	}
	return a;
}

struct sabot_fraction
sabot_fraction_make(bool negative, sabot_wide top, sabot_wide bottom)
{
	sabot_wide divisor = common_divisor(top, bottom), rest;

	return (struct sabot_fraction){
		.negative = negative && top != 0,
		.top = divide(top, divisor, &rest),
		.bottom = divide(bottom, divisor, &rest),
	};
}

const char *
sabot_wide_format(sabot_wide number, char buffer[SABOT_WIDE_TEXT_SIZE])
{
	char *text = buffer + SABOT_WIDE_TEXT_SIZE;

	*--text = '\0';
	do {
		sabot_wide digit;
		number = divide(number, 10, &digit);
		*--text = (char)('0' + (int)digit);
	} while (number != 0);
	memmove(buffer, text, (size_t)(buffer + SABOT_WIDE_TEXT_SIZE - text));
	return buffer;
}

/* Add one unit in the last place of `text`, digits and perhaps a point; false on overflow. */
static bool
round_up(char *text)
{
	for (char *digit = text + strlen(text) - 1; digit >= text; digit--) {
		if (*digit == '.')
			continue;
		if (*digit != '9') {
			(*digit)++;
			return true;
		}
		*digit = '0';
	}
	return false;
}

const char *
sabot_fraction_decimal(struct sabot_fraction fraction, int digits,
		       char buffer[SABOT_DECIMAL_TEXT_SIZE])
{
	sabot_wide rest;
	char *text = buffer;

	if (fraction.negative)
		*text++ = '-';
	/* A zero in front takes the carry of 9.99…; it is dropped again. */
	*text = '0';
	sabot_wide_format(divide(fraction.top, fraction.bottom, &rest), text + 1);
	char *end = text + strlen(text);
	if (digits > 0)
		*end++ = '.';
	for (int i = 0; i < digits && i < SABOT_DECIMAL_DIGITS_MAX; i++)
		*end++ = (char)('0' + (int)divide(rest * 10, fraction.bottom, &rest));
	*end = '\0';
	if (2 * rest >= fraction.bottom)
		round_up(text);
	if (text[0] == '0' && text[1] >= '0' && text[1] <= '9')
		memmove(text, text + 1, strlen(text));
	return buffer;
}

/* The least common multiple, of a number and a ratio's `per`. */
static int64_t
multiple(int64_t unit, int32_t per)
{
	if (per <= 0)
		return unit;
	return unit / (int64_t)common_divisor((sabot_wide)unit, (sabot_wide)per) * per;
}

int64_t
sabot_odds_unit(const struct sabot_rules *rules, enum sabot_bet bet)
{
	int64_t unit = multiple(1, rules->bets[bet].per);

	for (int i = 0; i < SABOT_SIDE_BET_OUTCOMES; i++)
		unit = multiple(unit, rules->side_bets[bet][i].per);
	if (bet == SABOT_BET_BANCA)
		unit = multiple(unit, rules->banca_6_pays.per);
	if (bet == SABOT_BET_INSURANCE)
		unit = multiple(unit, rules->insurance_pays.per);
	return unit * 100;
}

bool
sabot_bet_odds_add(struct sabot_bet_odds *odds, int64_t net_minor, const char *name,
		   sabot_wide count)
{
	int i = 0;

	while (i < odds->n_outcomes &&
	       (odds->outcomes[i].net_minor != net_minor || odds->outcomes[i].name != name))
		i++;
	if (i == SABOT_BET_OUTCOMES_MAX)
		return false;
	if (i == odds->n_outcomes)
		odds->outcomes[odds->n_outcomes++] =
			(struct sabot_bet_outcome){.net_minor = net_minor, .name = name};
	odds->outcomes[i].count += count;
	return true;
}

static void
sort_outcomes(struct sabot_bet_odds *odds)
{
	for (int i = 1; i < odds->n_outcomes; i++) {
		struct sabot_bet_outcome outcome = odds->outcomes[i];
		int j = i;
		for (; j > 0 && odds->outcomes[j - 1].net_minor < outcome.net_minor; j--)
			odds->outcomes[j] = odds->outcomes[j - 1];
		odds->outcomes[j] = outcome;
	}
}

void
sabot_bet_odds_finish(struct sabot_bet_odds *odds)
{
	sabot_wide won = 0, lost = 0;

	sort_outcomes(odds);
	odds->total = 0;
	for (int i = 0; i < odds->n_outcomes; i++) {
		const struct sabot_bet_outcome *outcome = &odds->outcomes[i];
		odds->total += outcome->count;
		if (outcome->net_minor > 0)
			won += outcome->count * (uint64_t)outcome->net_minor;
		else
			lost += outcome->count * (uint64_t)-outcome->net_minor;
	}
	odds->edge = sabot_fraction_make(won > lost, won > lost ? won - lost : lost - won,
					 odds->total * (uint64_t)odds->unit_minor);
}
