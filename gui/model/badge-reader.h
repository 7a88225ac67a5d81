/*
 * A badge reader that types like a keyboard: letters or digits and Return, faster than any hand.
 * From the keys and their times it decides when a badge was read. No GTK.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_BADGE_GAP_MS = 50, /* the longest between two characters of a badge */
	SABOT_BADGE_LEAST = 2,   /* characters: "p7" is one */
	SABOT_BADGE_SIZE = 128,  /* bytes, with the 0 */
};

/* All zero at first. */
struct sabot_badge {
	char text[SABOT_BADGE_SIZE]; /* UTF-8 */
	int n_characters;
	uint32_t last_ms;
};

/*
 * A character was typed at `at_ms` (of a clock that may wrap); others than printable restart the
 * reading.
 */
void
sabot_badge_type(struct sabot_badge *badge, uint32_t character, uint32_t at_ms);
/* Return was typed: true if what came before it is a badge, which `text` then holds. */
bool
sabot_badge_end(struct sabot_badge *badge, uint32_t at_ms);
