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
