/*
 * Breaking an amount down into chips.
 */
#include "chips.h"

void
sabot_chips_pay(const struct sabot_denominations *denominations, int64_t amount_minor,
		struct sabot_chips *ret_chips)
{
	struct sabot_chips chips = {.rest_minor = amount_minor};

	for (int i = denominations->n - 1; i >= 0; i--) {
		int64_t minor = denominations->minor[i];
		if (chips.rest_minor < minor)
			continue;
		chips.stacks[chips.n].minor = minor;
		chips.stacks[chips.n].count = chips.rest_minor / minor;
		chips.rest_minor %= minor;
		chips.n++;
	}
	*ret_chips = chips;
}
