/*
 * A badge reader that types like a keyboard: letters or digits and then Return, faster than any
 * hand. Decides from the characters and their times whether a badge was read. No GTK.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_BADGE_GAP_MS = 50, /* the longest gap between two characters of a badge */
	SABOT_BADGE_LEAST = 2,   /* the fewest characters: "p7" is a badge */
	SABOT_BADGE_SIZE = 128,  /* bytes, with the terminating 0 */
};

/* All zero at first. */
struct sabot_badge {
	char text[SABOT_BADGE_SIZE]; /* UTF-8 */
	int n_characters;
	uint32_t last_ms;
};

/*
 * Record a character typed at `at_ms` (of a clock that may wrap). One that is not printable
 * restarts the reading.
 */
void
sabot_badge_type(struct sabot_badge *badge, uint32_t character, uint32_t at_ms);
/* Record Return. True if the characters before it are a badge; `text` then holds it. */
bool
sabot_badge_end(struct sabot_badge *badge, uint32_t at_ms);
