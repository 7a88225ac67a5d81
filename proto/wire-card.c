/* Cards on the wire: see wire-card.h. */
#include "wire-card.h"

#include <string.h>

#define HIDDEN_TEXT "##"

GArray *
sabot_wire_cards_new(void)
{
	return g_array_new(FALSE, TRUE, sizeof(struct sabot_wire_card));
}

json_t *
sabot_wire_cards_build(const GArray *cards)
{
	json_t *json = cards ? json_array() : NULL;

	for (guint i = 0; cards && i < cards->len; i++) {
		char text[SABOT_CARD_TEXT_SIZE];

		json_array_append_new(
			json, json_string(sabot_wire_card_format(
				      &g_array_index(cards, struct sabot_wire_card, i), text)));
	}
	return json;
}

bool
sabot_wire_card_parse(const json_t *json, struct sabot_wire_card *ret_card)
{
	struct sabot_wire_card card = {0};

	if (!json_is_string(json))
		return false;
	card.is_hidden = strcmp(json_string_value(json), HIDDEN_TEXT) == 0;
	if (!card.is_hidden &&
	    !sabot_card_parse(json_string_value(json), json_string_length(json), &card.card))
		return false;
	*ret_card = card;
	return true;
}

const char *
sabot_wire_card_format(const struct sabot_wire_card *card, char text[SABOT_CARD_TEXT_SIZE])
{
	return card->is_hidden ? HIDDEN_TEXT : sabot_card_format(card->card, text);
}
