/* Rates of exchange: see exchange-rate.h. */
#include "exchange-rate.h"

#include <glib.h>
#include <string.h>

__extension__ typedef __int128 wide;

bool
sabot_rate_parse(const char *text, struct sabot_rate *ret_rate)
{
	size_t whole = text ? strspn(text, "0123456789") : 0;
	size_t decimals = 0;
	struct sabot_rate rate = {0};

	if (whole == 0 || whole > SABOT_RATE_WHOLE_DIGITS_MAX || (whole > 1 && text[0] == '0'))
		return false;
	if (text[whole] == '.') {
		decimals = strspn(text + whole + 1, "0123456789");
		if (decimals == 0 || decimals > SABOT_RATE_DECIMALS_MAX)
			return false;
	}
	if (text[whole + (decimals > 0 ? 1 + decimals : 0)] != '\0')
		return false;
	for (const char *at = text; *at; at++)
		if (*at != '.')
			rate.digits = rate.digits * 10 + (*at - '0');
	rate.decimals = (int)decimals;
	if (rate.digits == 0)
		return false;
	*ret_rate = rate;
	return true;
}

static wide
power_of_ten(int exponent)
{
	wide power = 1;

	while (exponent-- > 0)
		power *= 10;
	return power;
}

/* At most 10^12 times 10^14 times 10^2: far from a wide number's end. */
bool
sabot_rate_exchange(const struct sabot_rate *rate, int64_t foreign_minor, int digits,
		    int64_t most_minor, int64_t *ret_minor)
{
	wide product = (wide)foreign_minor * rate->digits * power_of_ten(SABOT_CURRENCY_DIGITS);
	wide divisor = power_of_ten(digits + rate->decimals);
	wide worth = (2 * product + divisor) / (2 * divisor);

	if (worth < 1 || worth > most_minor)
		return false;
	*ret_minor = (int64_t)worth;
	return true;
}

bool
sabot_currency_is_code(const char *text)
{
	return text && strlen(text) == SABOT_CURRENCY_SIZE - 1 && g_ascii_isupper(text[0]) &&
	       g_ascii_isupper(text[1]) && g_ascii_isupper(text[2]);
}
