/*
 * Card maps, see the header. Maps are small and a person's hand is slow, so a code is found by a
 * search through the list.
 */
#include "card-map.h"

#include <stdio.h>
#include <string.h>

static char
to_upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* "4S", "TH", "10H" or "CUT", in either case. */
static bool
parse_name(const char *text, size_t n_bytes, struct sabot_card_map_entry *entry)
{
	char name[3];

	if (n_bytes < 2 || n_bytes > sizeof name)
		return false;
	for (size_t i = 0; i < n_bytes; i++)
		name[i] = to_upper(text[i]);
	entry->is_cut_card = n_bytes == 3 && memcmp(name, "CUT", 3) == 0;
	if (entry->is_cut_card)
		return true;
	if (n_bytes == 3) {
		if (memcmp(name, "10", 2) != 0)
			return false;
		name[0] = 'T';
		name[1] = name[2];
	}
	return sabot_card_parse(name, 2, &entry->card) && sabot_card_is_known(entry->card);
}

/* A stretch of the text being read. */
struct piece {
	const char *text;
	size_t n_bytes;
};

static struct piece
trim(struct piece piece)
{
	while (piece.n_bytes && strchr(" \t\r", piece.text[0])) {
		piece.text++;
		piece.n_bytes--;
	}
	while (piece.n_bytes && strchr(" \t\r", piece.text[piece.n_bytes - 1]))
		piece.n_bytes--;
	return piece;
}

static bool
refuse(char why[SABOT_CARD_MAP_ERROR_SIZE], struct piece piece, const char *what)
{
	snprintf(why, SABOT_CARD_MAP_ERROR_SIZE, "\"%.*s\" %s",
		 (int)(piece.n_bytes < 40 ? piece.n_bytes : 40), piece.text, what);
	return false;
}

static bool
code_is_possible(struct piece code)
{
	if (!code.n_bytes || code.n_bytes > SABOT_CARD_MAP_CODE_BYTES_MAX)
		return false;
	for (size_t i = 0; i < code.n_bytes; i++) {
		if (code.text[i] < ' ' || code.text[i] > '~')
			return false;
	}
	return true;
}

static bool
add_entry(struct sabot_card_map *map, struct piece piece, char why[SABOT_CARD_MAP_ERROR_SIZE])
{
	const char *sign = memchr(piece.text, '=', piece.n_bytes);
	size_t n_before = sign ? (size_t)(sign - piece.text) : 0;
	struct piece code = trim((struct piece){piece.text, n_before});
	struct sabot_card_map_entry entry = {0};
	struct piece name;

	if (!sign)
		return refuse(why, piece, "is not CODE=CARD");
	name = trim((struct piece){sign + 1, piece.n_bytes - n_before - 1});
	if (!code_is_possible(code))
		return refuse(why, piece, "needs a code of 1 to 32 printable characters");
	if (!parse_name(name.text, name.n_bytes, &entry))
		return refuse(why, piece, "names no card");
	if (map->n_entries == SABOT_CARD_MAP_ENTRIES_MAX)
		return refuse(why, piece, "is one code too many");
	entry.n_code = (uint8_t)code.n_bytes;
	memcpy(entry.code, code.text, code.n_bytes);
	if (map->n_entries && sabot_card_map_find(map, entry.code, entry.n_code, &entry))
		return refuse(why, piece, "has a code that was given before");
	map->entries[map->n_entries++] = entry;
	return true;
}

/* Up to the next comma or line's end, without a comment; `*text` continues behind it. */
static struct piece
read_piece(struct piece *text)
{
	struct piece piece = {text->text, 0};
	const char *comment;

	while (piece.n_bytes < text->n_bytes && !strchr(",\n", piece.text[piece.n_bytes]))
		piece.n_bytes++;
	comment = memchr(piece.text, '#', piece.n_bytes);
	if (comment) {
		while (piece.n_bytes < text->n_bytes && piece.text[piece.n_bytes] != '\n')
			piece.n_bytes++;
	}
	text->text += piece.n_bytes + (piece.n_bytes < text->n_bytes);
	text->n_bytes -= piece.n_bytes + (piece.n_bytes < text->n_bytes);
	if (comment)
		piece.n_bytes = (size_t)(comment - piece.text);
	return trim(piece);
}

bool
sabot_card_map_parse(struct sabot_card_map *map, const char *text, size_t n_bytes,
		     char why[SABOT_CARD_MAP_ERROR_SIZE])
{
	struct piece rest = {text, n_bytes};

	map->n_entries = 0;
	if (memchr(text, '\0', n_bytes)) {
		snprintf(why, SABOT_CARD_MAP_ERROR_SIZE, "this is no text");
		return false;
	}
	while (rest.n_bytes) {
		struct piece piece = read_piece(&rest);

		if (piece.n_bytes && !add_entry(map, piece, why))
			return false;
	}
	if (map->n_entries)
		return true;
	snprintf(why, SABOT_CARD_MAP_ERROR_SIZE, "there is no CODE=CARD");
	return false;
}

bool
sabot_card_map_find(const struct sabot_card_map *map, const char *code, size_t n_bytes,
		    struct sabot_card_map_entry *ret_entry)
{
	struct sabot_card_map_entry entry = {0};

	if (!map) {
		if (!parse_name(code, n_bytes, &entry))
			return false;
		*ret_entry = entry;
		return true;
	}
	for (size_t i = 0; i < map->n_entries; i++) {
		if (map->entries[i].n_code == n_bytes &&
		    memcmp(map->entries[i].code, code, n_bytes) == 0) {
			*ret_entry = map->entries[i];
			return true;
		}
	}
	return false;
}
