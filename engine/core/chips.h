/*
 * An amount as chips of a table's denominations. Plain values.
 */
#pragma once

#include <stdint.h>

enum { SABOT_CHIPS_MAX = 16 };

/* What chips the table has, ascending, each once, above 0. None: nothing is broken down. */
struct sabot_denominations {
	int n;
	int64_t minor[SABOT_CHIPS_MAX];
};

/* From the largest down; what no chip of the table can pay stays as the rest, never rounded. */
struct sabot_chips {
	int n;
	struct {
		int64_t minor;
		int64_t count;
	} stacks[SABOT_CHIPS_MAX];
	int64_t rest_minor;
};

/* As many of the largest as fit, then of the next: `amount_minor` is not negative. */
void
sabot_chips_pay(const struct sabot_denominations *denominations, int64_t amount_minor,
		struct sabot_chips *ret_chips);
