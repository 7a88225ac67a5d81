/*
 * What is open before a shift can be closed, in words (docs/shift.md).
 */
#pragma once

#include <stdint.h>

/*
 * One sentence: `what` is the word of the wire, `table` NULL where it is about none, `number` and
 * `amount_minor` 0 where there is none. Transferred.
 */
char *
sabot_text_open_item(const char *what, const char *table, int64_t number, int64_t amount_minor);

/* How far the win by the cards is from its expectation, in standard deviations. Transferred. */
char *
sabot_text_luck(int64_t z_hundredths);

/* Where the money of a table is not what it should be. */
struct sabot_difference_args {
	const char *table, *on;     /* `on`: a bet's word; NULL: none */
	int64_t round, box, number; /* 0 where there is none */
	int64_t expected_minor, is_minor;
};

/* One sentence: `kind` is the word of the wire. Transferred. */
char *
sabot_text_difference(const char *kind, const struct sabot_difference_args *args);
