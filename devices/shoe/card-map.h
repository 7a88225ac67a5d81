/*
 * The meaning of the codes printed on cards, for shoes that read codes instead of cards (driver
 * keyboard). A plain value without pointers or heap; filled once, then only read.
 */
#pragma once

#include "engine/core/card.h"

enum {
	SABOT_CARD_MAP_ENTRIES_MAX = 1024,
	SABOT_CARD_MAP_CODE_BYTES_MAX = 32,
	SABOT_CARD_MAP_ERROR_SIZE = 128,
};

struct sabot_card_map_entry {
	char code[SABOT_CARD_MAP_CODE_BYTES_MAX];
	uint8_t n_code;
	bool is_cut_card;
	struct sabot_card card;
};

struct sabot_card_map {
	size_t n_entries;
	struct sabot_card_map_entry entries[SABOT_CARD_MAP_ENTRIES_MAX];
};

/*
 * Read "CODE=CARD", each on a line or separated by commas; CARD is "4S", "TH" or "cut", `#` begins
 * a comment, several codes may mean one card. False with an error in `why` for anything else, for a
 * code given twice, and if there is no code at all; the map must then not be used.
 */
bool
sabot_card_map_parse(struct sabot_card_map *map, const char *text, size_t n_bytes,
		     char why[SABOT_CARD_MAP_ERROR_SIZE]);

/*
 * Find the card of a code. `map` NULL: the code is the card's name, "4S", "TH" or "10H" or "CUT",
 * in either case. False, leaving the result, if it has no meaning.
 */
bool
sabot_card_map_find(const struct sabot_card_map *map, const char *code, size_t n_bytes,
		    struct sabot_card_map_entry *ret_entry);
