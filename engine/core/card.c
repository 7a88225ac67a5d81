/*
 * Cards to text and back. Pure functions, no state.
 */
#include "card.h"

#include <string.h>

static const char rank_letters[] = "?A23456789TJQK";
static const char suit_letters[] = "?SHDC";

bool
sabot_card_parse(const char *text, size_t length_bytes, struct sabot_card *ret_card)
{
	if (length_bytes != 2 || text[0] == '\0' || text[1] == '\0')
		return false;
	const char *rank = strchr(rank_letters, text[0]);
	const char *suit = strchr(suit_letters, text[1]);
	if (rank == NULL || suit == NULL)
		return false;
	if (*rank == '?' && *suit != '?')
		return false;
	ret_card->rank = (uint8_t)(rank - rank_letters);
	ret_card->suit = (uint8_t)(suit - suit_letters);
	return true;
}

const char *
sabot_card_format(struct sabot_card card, char buffer[SABOT_CARD_TEXT_SIZE])
{
	buffer[0] = card.rank <= SABOT_KING ? rank_letters[card.rank] : '?';
	buffer[1] = card.suit <= SABOT_CLUBS ? suit_letters[card.suit] : '?';
	buffer[2] = '\0';
	return buffer;
}
