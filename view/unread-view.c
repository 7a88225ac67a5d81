/* The card that the dealer must name: see unread-view.h. */
#include "unread-view.h"
#include "veil.h"

/* The round on the table that a card of the load's order lies in; NULL: in none. */
static const struct sabot_round *
find_round(const struct sabot_table *table, int order_index)
{
	if (table->round.open && sabot_round_find_card(&table->round, order_index) >= 0)
		return &table->round;
	if (table->rulings_open && table->last.load == table->load.number &&
	    sabot_round_find_card(&table->last, order_index) >= 0)
		return &table->last;
	return NULL;
}

/* Somebody can turn to it and say what it is. */
static bool
lies_face_up(const struct sabot_table *table, int order_index)
{
	const struct sabot_round *round = find_round(table, order_index);

	return round && !(round == &table->round &&
			  sabot_veil_hides_dealt(table, sabot_round_find_card(round, order_index)));
}

/* PB-04: it lies there open, and says how many are burned. */
static bool
counts_burn(const struct sabot_table *table, int order_index)
{
	return order_index == table->load.burn_first_index && !table->load.bets_closed;
}

static const struct sabot_kept_incident *
find_unread(const struct sabot_table *table, sabot_incident_open_fn *is_open, const void *data)
{
	const struct sabot_kept_incident *first = NULL;

	for (int i = 0; i < SABOT_INCIDENTS_KEPT; i++) {
		const struct sabot_kept_incident *kept = &table->kept[i];

		if (kept->id == 0 || kept->code != SABOT_INCIDENT_UNREAD_CARD ||
		    kept->load != table->load.number || kept->card_index < 0 ||
		    (first && first->id < kept->id))
			continue;
		if ((lies_face_up(table, kept->card_index) ||
		     counts_burn(table, kept->card_index)) &&
		    is_open(kept->id, data))
			first = kept;
	}
	return first;
}

/* What comes next depends on it: whatever became of its incident, and be it face down. */
static const struct sabot_kept_incident *
find_prompted(const struct sabot_table *table, int64_t incident)
{
	for (int i = 0; incident > 0 && i < SABOT_INCIDENTS_KEPT; i++)
		if (table->kept[i].id == (unsigned)incident)
			return &table->kept[i];
	return NULL;
}

/* How many cards of its hand, itself among them, were dealt up to card `index` of the round. */
static int
count_in_hand(const struct sabot_round *round, int index)
{
	const struct sabot_round_card *card = &round->cards[index];
	int n = 0;

	for (int i = 0; i <= index; i++)
		n += round->cards[i].owner == card->owner && round->cards[i].box == card->box &&
		     round->cards[i].hand == card->hand;
	return n;
}

static void
fill_hand(struct sabot_wire_unread *unread, const struct sabot_round *round, int index)
{
	const struct sabot_round_card *card = &round->cards[index];

	unread->who = (enum sabot_wire_who)card->owner;
	if (card->owner == SABOT_OWNER_NONE)
		return;
	unread->number = count_in_hand(round, index);
	if (card->owner != SABOT_OWNER_PLAYER)
		return;
	unread->box = card->box;
	unread->hand = round->boxes[card->box].n_hands > 1 ? card->hand : -1;
}

void
sabot_unread_view_fill(struct sabot_wire_view *view, const struct sabot_table *table,
		       sabot_incident_open_fn *is_open, const void *data)
{
	const struct sabot_kept_incident *kept = NULL;
	const struct sabot_round *round;

	if (view->prompt && view->prompt->kind == SABOT_WIRE_PROMPT_READ)
		kept = find_prompted(table, view->prompt->incident);
	else if (view->shoe && view->shoe->unread_cards > 0)
		kept = find_unread(table, is_open, data);
	if (!kept)
		return;
	view->unread = sabot_record_new(&sabot_wire_unread_type);
	view->unread->incident = kept->id;
	round = find_round(table, kept->card_index);
	if (round)
		fill_hand(view->unread, round, sabot_round_find_card(round, kept->card_index));
}
