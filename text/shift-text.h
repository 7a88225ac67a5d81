/* The open items of a shift as sentences (docs/shift.md). */
#pragma once

#include <stdint.h>

/*
 * One sentence: `what` is the word of the wire; `table` is NULL, `number` and `amount_minor` are 0,
 * if they do not apply. Transferred.
 */
char *
sabot_text_open_item(const char *what, const char *table, int64_t number, int64_t amount_minor);

/*
 * The same by the key of a remark, "load_wrong/PB-01/7", which has no amount. An unknown key is
 * returned unchanged, or with its table before it. Transferred.
 */
char *
sabot_text_open_key(const char *key);

/* How far the win by the cards is from its expectation, in standard deviations. Transferred. */
char *
sabot_text_luck(int64_t z_hundredths);

/* Where a table's money differs from what is expected. */
struct sabot_difference_args {
	const char *table, *on;     /* `on`: a bet's word; NULL: none */
	int64_t round, box, number; /* 0 if they do not apply */
	int64_t expected_minor, is_minor;
};

/* A few words for a table's column: `kind` is the word of the wire, returned if it is unknown. */
const char *
sabot_text_difference_name(const char *kind);

/* One sentence: `kind` is the word of the wire. Transferred. */
char *
sabot_text_difference(const char *kind, const struct sabot_difference_args *args);
