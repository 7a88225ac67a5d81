/*
 * The veil's rules, and the hiding of cards in JSON.
 */
#include "veil.h"

#include "engine/table/payout.h"
#include "engine/table/prompt.h"
#include "proto/messages/event-line.h"
#include "proto/messages/members.h"
#include "text/words.h"

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

bool
sabot_veil_hides_next(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK || !round->open || round->waiting ||
	    !table->agreed.is_open || !sabot_veil_hides_hole(table))
		return false;
	for (int i = 0; i < round->n_cards; i++)
		if (round->cards[i].owner == SABOT_OWNER_DEALER)
			return round->cards[i].card.rank == SABOT_RANK_UNKNOWN;
	return false;
}

bool
sabot_veil_hides_dealer_card(const struct sabot_table *table, int place)
{
	if (place > 1 || (place == 0 && table->rules.dealer_up_cards > 0))
		return false;
	return sabot_veil_hides_hole(table);
}

static bool
is_of_stake(const struct sabot_payout *payout, const struct sabot_event *event)
{
	enum sabot_bet on = event->on == SABOT_BET_NONE ? SABOT_BET_MAIN : event->on;
	char seat[SABOT_SEAT_NAME_SIZE];
	const char *bettor = event->bettor && event->bettor[0] ? event->bettor
							       : sabot_seat_name(event->box, seat);

	return payout->box == event->box && payout->on == on &&
	       strcmp(payout->bettor, bettor) == 0 &&
	       (on != SABOT_BET_MAIN || MAX(payout->hand, 0) == MAX(event->hand, 0));
}

bool
sabot_veil_hides_due(const struct sabot_table *table, const struct sabot_event *event)
{
	struct sabot_payout_walk walk = {0};
	struct sabot_payout payout;

	if (event->type != SABOT_EVENT_PAID || !table->round.bets_closed ||
	    !(sabot_veil_hides_hand(table, SABOT_OWNER_PUNTO) ||
	      sabot_veil_hides_hand(table, SABOT_OWNER_BANCA) || sabot_veil_hides_hole(table)))
		return false;
	while (sabot_payout_next(table, &table->round, &walk, &payout)) {
		if (is_of_stake(&payout, event))
			return false;
	}
	return true;
}

static bool
is_shown_burn(const struct sabot_table *table, int order_index)
{
	return table->rules.burn_cards == SABOT_BURN_FIRST_CARD &&
	       order_index == table->load.burn_first_index;
}

/* The card that has just come was burned, and not as the one that is shown. */
static bool
is_burned_unseen(const struct sabot_table *table, int burned_before)
{
	return table->load.burned_cards > burned_before &&
	       !is_shown_burn(table, table->load.n_order - 1);
}

/* How many cards of the same hand lie before it. */
static int
index_in_hand(const struct sabot_round *round, int index)
{
	int place = 0;

	for (int i = 0; i < index; i++)
		place += round->cards[i].owner == round->cards[index].owner;
	return place;
}

bool
sabot_veil_hides_dealt(const struct sabot_table *table, int index)
{
	enum sabot_owner owner = (enum sabot_owner)table->round.cards[index].owner;

	switch (owner) {
	case SABOT_OWNER_PUNTO:
	case SABOT_OWNER_BANCA:
		return sabot_veil_hides_hand(table, owner);
	case SABOT_OWNER_DEALER:
		return sabot_veil_hides_dealer_card(table, index_in_hand(&table->round, index));
	case SABOT_OWNER_NONE:
		return waits_for_button(table);
	case SABOT_OWNER_PLAYER:
		break;
	}
	return false;
}

/* The card that has just come. Where cards are dealt face down one between rounds stays so. */
static bool
is_new_card_unseen(const struct sabot_table *table, int burned_before)
{
	const struct sabot_round *round = &table->round;

	if (is_burned_unseen(table, burned_before))
		return true;
	if (round->open && round->n_cards > 0)
		return sabot_veil_hides_dealt(table, round->n_cards - 1);
	return table->rules.reveal == SABOT_REVEAL_ON_BUTTON &&
	       table->load.burned_cards == burned_before;
}

/* The card of the load's order that a ruling names; -1: it is not certain which. */
static int
order_index_of_ruling(const struct sabot_table *table, const struct sabot_event *event)
{
	const struct sabot_kept_incident *kept =
		sabot_table_find_kept(table, event->u.ruling.incident);

	if (event->u.ruling.is_mend)
		return table->load.n_order - 1;
	if (!kept || kept->load != table->load.number)
		return -1;
	return kept->card_index;
}

/* What a ruling says that a card was: shown is only what lies on the table for all to see. */
static bool
is_ruling_on_hidden(const struct sabot_table *table, const struct sabot_event *event)
{
	int order_index = order_index_of_ruling(table, event), index;

	if (!event->has_card || !table->load.in_shoe)
		return false;
	if (order_index < 0)
		return true;
	index = sabot_round_find_card(&table->round, order_index);
	if (table->round.open && index >= 0)
		return sabot_veil_hides_dealt(table, index);
	return !is_shown_burn(table, order_index) &&
	       sabot_round_find_card(&table->last, order_index) < 0;
}

/* A mend that names no card is about the last one, which its incident names. */
static bool
is_mend_of_hidden(const struct sabot_table *table, const struct sabot_event *event)
{
	int order_index = table->load.n_order - 1, index;

	if (!event->u.ruling.is_mend || event->has_card || !table->load.in_shoe || order_index < 0)
		return false;
	index = sabot_round_find_card(&table->round, order_index);
	if (table->round.open && index >= 0)
		return sabot_veil_hides_dealt(table, index);
	return table->rules.reveal == SABOT_REVEAL_ON_BUTTON;
}

/* The card comes by this event: out of the shoe, or put in for one that the device lost. */
static bool
brings_card(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_CARD ||
	       (event->type == SABOT_EVENT_RULING &&
		event->u.ruling.remedy == SABOT_REMEDY_INSERT_CARD);
}

/* A boxed card lies face up, whatever is dealt with it. */
static bool
is_card_unseen(const struct sabot_table *table, const struct sabot_event *event, int burned_before)
{
	if (event->type == SABOT_EVENT_CARD && event->u.card.face_up)
		return false;
	if (brings_card(event) && table->load.in_shoe && table->load.n_order > 0)
		return is_new_card_unseen(table, burned_before);
	return event->type == SABOT_EVENT_RULING &&
	       (is_ruling_on_hidden(table, event) || is_mend_of_hidden(table, event));
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

	veil.hides_totals = sabot_veil_hides_hand(table, SABOT_OWNER_PUNTO) ||
			    sabot_veil_hides_hand(table, SABOT_OWNER_BANCA) ||
			    sabot_veil_hides_hole(table);
	veil.hides_card = is_card_unseen(table, event, burned_before);
	veil.hides_lists = veil.hides_card || veil.hides_totals ||
			   (event->type == SABOT_EVENT_CARD && may_reach_back(table));
	veil.card = event->type == SABOT_EVENT_RULING && is_mend_of_hidden(table, event)
			    ? table->load.order[table->load.n_order - 1].card
			    : event->card;
	*ret_veil = veil;
}

void
sabot_veil_of_unknown(const struct sabot_event *event, struct sabot_veil *ret_veil)
{
	*ret_veil = (struct sabot_veil){
		.hides_card = event->has_card,
		.hides_cards = event->type == SABOT_EVENT_UNLOAD && event->u.unload.n_cards > 0,
		.hides_lists = true,
		.hides_totals = true,
		.card = event->card,
	};
}

/* The fields that stay of an event with a hidden card: another one might reveal it. */
static const char *const harmless[] = {
	"ev",  "at",   "by",       "second", "src",    "sim",  "face_up", "back",
	"box", "hand", "incident", "remedy", "amount", "note", "mend",    NULL,
};

json_t *
sabot_veil_event(const struct sabot_veil *veil, json_t *event)
{
	json_t *seen;

	if (!veil->hides_card && !veil->hides_cards)
		return json_incref(event);
	seen = veil->hides_card ? sabot_event_line_select(event, harmless) : json_copy(event);
	if (veil->hides_card)
		json_object_set_new(seen, "card", json_string(hidden_card));
	json_object_del(seen, "cards");
	return seen;
}

/* Every mention of the card in a sentence. Transferred. */
static char *
hide_in_text(const char *text, const char *card)
{
	g_auto(GStrv) parts = g_strsplit(text, card, -1);

	return g_strjoinv(hidden_card, parts);
}

static void
hide_list(json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		json_array_set_new(list, i, json_string(hidden_card));
}

/* The fields that reveal the points of hidden hands, or what the rules make of them. */
static void
hide_totals(json_t *detail)
{
	static const char *const points[] = {"total", "third", NULL};
	static const char *const words[] = {"hand", "why", NULL};
	const char *key;
	json_t *value;
	void *next;

	json_object_foreach_safe(detail, next, key, value) {
		if (g_strv_contains(points, key))
			json_object_set_new(detail, key, json_integer(-1));
		else if (g_strv_contains(words, key))
			json_object_set_new(detail, key, json_string(""));
	}
}

static void
hide_in_detail(const struct sabot_veil *veil, json_t *detail)
{
	char card[SABOT_CARD_TEXT_SIZE];
	const char *key;
	json_t *value;

	if (veil->hides_card)
		sabot_members_replace_text(detail, sabot_card_format(veil->card, card),
					   hidden_card);
	json_object_foreach(detail, key, value)
		if (veil->hides_lists && strcmp(key, "cards") == 0)
			hide_list(value);
}

/* Excess and missing cards are found by the points. Of a player's hand these are shown. */
static bool
is_by_totals(const struct sabot_veil *veil, const struct sabot_incident_detail *detail)
{
	return veil->hides_totals && detail->has_total &&
	       g_strcmp0(detail->hand_name, "player") != 0;
}

/* `text` is transferred. */
static void
set_text(char **member, char *text)
{
	g_free(*member);
	*member = text;
}

void
sabot_veil_incident(const struct sabot_veil *veil, const struct sabot_incident *incident,
		    struct sabot_incident_line *shown)
{
	char card[SABOT_CARD_TEXT_SIZE];
	struct sabot_incident_detail detail;

	sabot_incident_detail_of(incident, &detail);
	hide_in_detail(veil, shown->detail);
	if (is_by_totals(veil, &detail)) {
		hide_totals(shown->detail);
		set_text(&shown->rule, g_strdup(""));
		set_text(&shown->text, g_strdup(sabot_text_incident_name(incident->code)));
	} else if (veil->hides_lists && detail.has_cards) {
		set_text(&shown->text, g_strdup(sabot_text_incident_name(incident->code)));
	} else if (veil->hides_card && shown->text) {
		set_text(&shown->text,
			 hide_in_text(shown->text, sabot_card_format(veil->card, card)));
	}
}
