/*
 * Whether two names look alike. A person is found by a name that is equal but for case; one that
 * only looks equal would be taken for another person on the screens and in the log.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* True for the signs of names that are overlooked: "Pia." is read as "Pia". */
bool
sabot_name_look_is_sign(uint32_t letter);

/*
 * True if the names differ by nothing but case, accents, signs such as a full stop, and letters
 * that look alike: the dotless ı, letters with a stroke, Cyrillic and Greek letters, and I, l, 1
 * and O, 0. A name that is not UTF-8 looks like no other.
 */
bool
sabot_name_look_is_same(const char *a, const char *b);
