/*
 * The veil's rules, and the hiding of cards in JSON.
 */
#include "veil.h"

#include "engine/prompt.h"

#include <glib.h>
#include <string.h>

static const char hidden_card[] = "##";

/* Punto banco hands, and the hole card, where only the button turns them up. */
static bool
waits_for_button(const struct sabot_table *table)
{
	return table->rules.reveal == SABOT_REVEAL_ON_BUTTON && table->round.open;
}

bool
sabot_veil_hides_hand(const struct sabot_table *table, enum sabot_owner owner)
{
	if (!waits_for_button(table))
		return false;
	return owner == SABOT_OWNER_PUNTO ? !table->round.punto_revealed
					  : !table->round.banca_revealed;
}

bool
sabot_veil_hides_hole(const struct sabot_table *table)
{
	struct sabot_prompt prompt;

	if (!table->rules.hole || !table->round.open || table->round.hole_revealed)
		return false;
	if (waits_for_button(table))
		return true;
	/* The dealer turns it when the players are done; one who is owed a card is not. */
	sabot_table_prompt(table, &prompt);
	if (prompt.kind == SABOT_PROMPT_RULING)
		return prompt.who == SABOT_OWNER_PLAYER;
	return !(prompt.kind == SABOT_PROMPT_RESULT ||
		 (prompt.kind == SABOT_PROMPT_DRAW && prompt.who == SABOT_OWNER_DEALER));
}

/* The card that has just come was burned, and not as the one that is shown. */
static bool
is_burned_unseen(const struct sabot_table *table, int burned_before)
{
	int burned = table->load.burned_cards;

	if (burned <= burned_before)
		return false;
	return !(table->rules.burn_cards == SABOT_BURN_FIRST_CARD && burned == 1);
}

/* The card that has just come lies in a hand that is hidden. */
static bool
is_dealt_unseen(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;
	const struct sabot_round_card *card;
	struct sabot_card dealer[3];

	if (!round->open || round->n_cards == 0)
		return false;
	card = &round->cards[round->n_cards - 1];
	switch ((enum sabot_owner)card->owner) {
	case SABOT_OWNER_PUNTO:
	case SABOT_OWNER_BANCA:
		return sabot_veil_hides_hand(table, (enum sabot_owner)card->owner);
	case SABOT_OWNER_DEALER:
		return sabot_veil_hides_hole(table) &&
		       sabot_round_hand_cards(round, (struct sabot_place){SABOT_OWNER_DEALER, 0, 0},
					      dealer, 3) == 2;
	case SABOT_OWNER_NONE:
	case SABOT_OWNER_PLAYER:
		break;
	}
	return false;
}

/* A card that a ruling names: the one it reads may lie among the burned ones. */
static bool
is_ruling_on_hidden(const struct sabot_table *table, const struct sabot_event *event)
{
	const struct sabot_kept_incident *kept =
		&table->kept[event->u.ruling.incident % SABOT_INCIDENTS_KEPT];

	if (!event->has_card || kept->id != event->u.ruling.incident || !table->load.in_shoe)
		return false;
	if (kept->card_index >= 0 && kept->card_index < table->load.burned_cards)
		return !(table->rules.burn_cards == SABOT_BURN_FIRST_CARD && kept->card_index == 0);
	return waits_for_button(table) || sabot_veil_hides_hole(table);
}

/* A run of cards may begin among the burned ones; boxed cards lie between. */
static bool
may_reach_back(const struct sabot_table *table)
{
	return table->load.n_seen - table->load.burned_cards < 2 * SABOT_UNSHUFFLED_RUN;
}

void
sabot_veil_of_event(const struct sabot_table *table, const struct sabot_event *event,
		    int burned_before, struct sabot_veil *ret_veil)
{
	struct sabot_veil veil = {0};

	if (event->type == SABOT_EVENT_CARD) {
		veil.hides_card = is_burned_unseen(table, burned_before) || is_dealt_unseen(table);
		veil.hides_lists = veil.hides_card || may_reach_back(table);
	} else if (event->type == SABOT_EVENT_RULING) {
		veil.hides_card = is_ruling_on_hidden(table, event);
		veil.hides_lists = veil.hides_card;
	}
	veil.hides_totals = sabot_veil_hides_hand(table, SABOT_OWNER_PUNTO) ||
			    sabot_veil_hides_hand(table, SABOT_OWNER_BANCA) ||
			    sabot_veil_hides_hole(table);
	sabot_card_format(event->card, veil.card);
	*ret_veil = veil;
}

json_t *
sabot_veil_event(const struct sabot_veil *veil, json_t *event)
{
	json_t *seen;

	if (!veil->hides_card)
		return json_incref(event);
	seen = json_copy(event);
	json_object_set_new(seen, "card", json_string(hidden_card));
	return seen;
}

json_t *
sabot_veil_blind(json_t *event)
{
	const struct sabot_veil all = {.hides_card = true};
	json_t *seen;

	if (!json_object_get(event, "card") && !json_object_get(event, "cards"))
		return json_incref(event);
	seen = json_object_get(event, "card") ? sabot_veil_event(&all, event) : json_copy(event);
	json_object_del(seen, "cards");
	return seen;
}

/* Every mention of the card in a sentence. */
static json_t *
hide_in_text(const char *text, const char *card)
{
	g_auto(GStrv) parts = g_strsplit(text, card, -1);
	g_autofree char *joined = g_strjoinv(hidden_card, parts);

	return json_string(joined);
}

static void
hide_list(json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		json_array_set_new(list, i, json_string(hidden_card));
}

static bool
is_of_player(json_t *detail)
{
	const char *hand = json_string_value(json_object_get(detail, "hand"));

	return hand && strcmp(hand, "player") == 0;
}

/* `detail` belongs to the line alone, so it may be changed. */
static void
hide_in_detail(const struct sabot_veil *veil, json_t *detail)
{
	const char *key;
	json_t *value;
	void *next;

	json_object_foreach_safe(detail, next, key, value) {
		if (veil->hides_lists && strcmp(key, "cards") == 0)
			hide_list(value);
		else if (veil->hides_card && json_is_string(value))
			json_object_set_new(detail, key,
					    hide_in_text(json_string_value(value), veil->card));
		else if (veil->hides_totals && strcmp(key, "total") == 0 && !is_of_player(detail))
			json_object_set_new(detail, key, json_integer(-1));
	}
}

static void
hide_in_incident(const struct sabot_veil *veil, json_t *line)
{
	json_t *detail = json_object_get(line, "detail");
	json_t *text = json_object_get(line, "text");
	const char *code = json_string_value(json_object_get(line, "code"));

	hide_in_detail(veil, detail);
	if ((veil->hides_lists && json_object_get(detail, "cards")) ||
	    (veil->hides_totals && json_object_get(detail, "total") && !is_of_player(detail)))
		json_object_set_new(line, "text", json_string(code));
	else if (veil->hides_card && json_is_string(text))
		json_object_set_new(line, "text",
				    hide_in_text(json_string_value(text), veil->card));
}

void
sabot_veil_lines(const struct sabot_veil *veil, json_t *lines)
{
	size_t index;
	json_t *line;

	if (!veil->hides_card && !veil->hides_lists && !veil->hides_totals)
		return;
	json_array_foreach(lines, index, line) {
		const char *out = json_string_value(json_object_get(line, "out"));

		if (out && strcmp(out, "incident") == 0)
			hide_in_incident(veil, line);
	}
}
