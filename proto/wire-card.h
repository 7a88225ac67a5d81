/* Cards on the wire: as text, one by one and as a list. */
#pragma once

#include "engine/core/card.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* A card as a client may see it. */
struct sabot_wire_card {
	struct sabot_card card;
	bool is_hidden; /* "##": the veil is on it; `card` is all zero */
};

/* An empty list of struct sabot_wire_card. Transferred. */
GArray *
sabot_wire_cards_new(void);

/* A list of cards as JSON; NULL for NULL. New reference. */
json_t *
sabot_wire_cards_build(const GArray *cards);

/* False if it is no card's text; `ret_card` is then left alone. */
bool
sabot_wire_card_parse(const json_t *json, struct sabot_wire_card *ret_card);

/* As "TH", "7?", "??" or "##": `text`, or a constant. */
const char *
sabot_wire_card_format(const struct sabot_wire_card *card, char text[SABOT_CARD_TEXT_SIZE]);
