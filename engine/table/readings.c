/*
 * Enumerating what open cards may have been, and what follows from all of it.
 */
#include "readings.h"

#include <string.h>

/* The hand that is played last; of nobody where it has no card that may have been a hit. */
static struct sabot_hand_id
find_last_hand(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;
	struct sabot_hand_id id = {.owner = SABOT_OWNER_NONE};

	if (!round->someone_hit || table->rules.actions == SABOT_ACTIONS_ALL ||
	    round->n_seats == 0 || !sabot_blackjack_deal_is_complete(&table->rules, round))
		return id;
	id.box = round->seats[round->n_seats - 1];
	if (table->rules.split_order != SABOT_SPLIT_RIGHT)
		id.hand = round->boxes[id.box].n_hands - 1;
	if (round->boxes[id.box].hands[id.hand].pile.n_cards > 2)
		id.owner = SABOT_OWNER_PLAYER;
	return id;
}

static bool
lies_there(const struct sabot_round_card *card, struct sabot_hand_id id)
{
	return card->owner == SABOT_OWNER_PLAYER && card->box == id.box && card->hand == id.hand;
}

/* True if an action was sent for the hand after that card, which a ruling may have put in. */
static bool
has_action_since(const struct sabot_round *round, int box, int card)
{
	for (int i = round->n_log - 1; i >= 0; i--) {
		const struct sabot_round_step *what = &round->log[i];
		if (what->kind == SABOT_STEP_CARD && what->card == card)
			break;
		if (what->kind == SABOT_STEP_ACTION && what->box == box && !what->undone)
			return true;
	}
	return false;
}

static bool
is_unannounced(const struct sabot_round_card *card)
{
	return card->is_hit && !card->announced;
}

/* The last card before which that hand may have stood although nobody said so; -1 = none. */
static int
find_last_stand(const struct sabot_round *round, struct sabot_hand_id id)
{
	if (id.owner == SABOT_OWNER_NONE)
		return -1;
	int last = round->boxes[id.box].hands[id.hand].pile.last;
	if (!is_unannounced(&round->cards[last]) || has_action_since(round, id.box, last))
		return -1;
	return last;
}

bool
sabot_readings_find_stands(const struct sabot_table *table, struct sabot_stands *stands)
{
	const struct sabot_round *round = &table->round;
	struct sabot_hand_id id = find_last_hand(table);

	stands->box = id.box;
	stands->hand = id.hand;
	stands->n_cards = 0;
	for (int i = find_last_stand(round, id); i >= 0; i--) {
		const struct sabot_round_card *card = &round->cards[i];
		if (!lies_there(card, id))
			continue;
		if (!is_unannounced(card) || stands->n_cards == SABOT_BLACKJACK_CARDS_MAX)
			break;
		stands->cards[stands->n_cards++] = i;
	}
	return stands->n_cards > 0;
}

bool
sabot_readings_have_stands(const struct sabot_table *table)
{
	return find_last_stand(&table->round, find_last_hand(table)) >= 0;
}

bool
sabot_readings_are_none(const struct sabot_table *table)
{
	int places[2];

	return sabot_round_is_torn(&table->round) ||
	       sabot_round_open_cards(&table->round, places) > 2 || table->load.in_doubt;
}

/* How many cards of the rank the load can still hold; of the suit, too, where it is known. */
static int
copies_left(const struct sabot_composition *composition, struct sabot_card card)
{
	int seen = 0;

	if (card.suit != SABOT_SUIT_UNKNOWN)
		return composition->decks - composition->copies[card.suit][card.rank];
	for (int suit = SABOT_SUIT_UNKNOWN; suit <= SABOT_CLUBS; suit++)
		seen += composition->copies[suit][card.rank];
	return SABOT_SUITS * composition->decks - seen;
}

/* The cards seen so far, or of the whole load where it was run out. */
static const struct sabot_composition *
composition_of(const struct sabot_readings *readings)
{
	const struct sabot_step *step = readings->step;

	return step->limits != NULL ? step->limits : &step->table->load.composition;
}

static void
add_reading(struct sabot_readings *readings, struct sabot_card first, struct sabot_card second)
{
	if (readings->n_readings < SABOT_READINGS_MAX)
		readings->readings[readings->n_readings++] =
			(struct sabot_reading){{first, second}};
}

/* All that an open card may have been; `any`: whatever the load holds. */
static int
list_cards(const struct sabot_composition *composition, const struct sabot_round_card *open,
	   bool suits, bool any, struct sabot_card *ret_cards)
{
	int n_cards = 0;
	uint8_t first_rank = open->card.rank, last_rank = open->card.rank;

	if (open->card.rank == SABOT_RANK_UNKNOWN) {
		first_rank = SABOT_ACE;
		last_rank = SABOT_KING;
	}
	for (uint8_t rank = first_rank; rank <= last_rank; rank++) {
		for (uint8_t suit = suits ? SABOT_SPADES : SABOT_SUIT_UNKNOWN;
		     suit <= (suits ? SABOT_CLUBS : SABOT_SUIT_UNKNOWN); suit++) {
			struct sabot_card card = {.rank = rank, .suit = suit};
			bool is_left = copies_left(composition, card) > 0 ||
				       (!suits && open->card.rank != SABOT_RANK_UNKNOWN);
			if ((any || is_left) && n_cards < SABOT_DECK_CARDS)
				ret_cards[n_cards++] = card;
		}
	}
	return n_cards;
}

static void
list_one(struct sabot_readings *readings, bool any)
{
	const struct sabot_round_card *open = &readings->round->cards[readings->places[0]];
	struct sabot_card cards[SABOT_DECK_CARDS];
	int n_cards = list_cards(composition_of(readings), open, open->suit_matters, any, cards);

	for (int i = 0; i < n_cards; i++)
		add_reading(readings, cards[i], cards[i]);
}

/* Two open cards, jointly and by rank. */
static void
list_two(struct sabot_readings *readings, bool any)
{
	const struct sabot_round_card *cards = readings->round->cards;
	const struct sabot_round_card *a = &cards[readings->places[0]];
	const struct sabot_round_card *b = &cards[readings->places[1]];
	struct sabot_card first[SABOT_DECK_CARDS], second[SABOT_DECK_CARDS];
	int n_first = list_cards(composition_of(readings), a, false, any, first);
	int n_second = list_cards(composition_of(readings), b, false, any, second);
	bool both_unknown =
		a->card.rank == SABOT_RANK_UNKNOWN && b->card.rank == SABOT_RANK_UNKNOWN;

	for (int i = 0; i < n_first; i++)
		for (int j = 0; j < n_second; j++)
			if (any || !both_unknown || first[i].rank != second[j].rank ||
			    copies_left(composition_of(readings), first[i]) > 1)
				add_reading(readings, first[i], second[j]);
}

static void
list_readings(struct sabot_readings *readings)
{
	for (int any = 0; any < 2 && readings->n_readings == 0; any++) {
		if (readings->n_open == 0)
			add_reading(readings, (struct sabot_card){0}, (struct sabot_card){0});
		else if (readings->n_open == 1)
			list_one(readings, any != 0);
		else
			list_two(readings, any != 0);
	}
}

/* Begin with `round`, of which something is known. */
static void
begin(struct sabot_readings *readings, struct sabot_step *step, const struct sabot_round *round)
{
	struct sabot_table *as_if = &step->update->scratch.reading;

	readings->step = step;
	readings->round = round;
	readings->as_if = as_if;
	readings->with_stands = readings->is_stand = readings->for_dues = false;
	readings->n_readings = readings->at = 0;
	readings->stands.n_cards = readings->stand = 0;
	readings->n_open = sabot_round_open_cards(round, readings->places);
	list_readings(readings);
	as_if->rules = step->table->rules;
	sabot_load_copy(&step->table->load, &as_if->load);
	sabot_round_copy(round, &as_if->round);
}

bool
sabot_readings_begin(struct sabot_readings *readings, struct sabot_step *step, bool with_stands)
{
	if (sabot_readings_are_none(step->table))
		return false;
	begin(readings, step, &step->table->round);
	readings->with_stands = with_stands;
	return true;
}

bool
sabot_readings_begin_last(struct sabot_readings *readings, struct sabot_step *step)
{
	const struct sabot_round *last = &step->table->last;
	int places[2];

	if (sabot_round_is_torn(last) || sabot_round_open_cards(last, places) > 2)
		return false;
	begin(readings, step, last);
	return true;
}

void
sabot_readings_skip_as_read(struct sabot_readings *readings)
{
	if (readings->n_open > 0)
		return;
	readings->at = readings->n_readings;
	if (readings->with_stands)
		sabot_readings_find_stands(readings->step->table, &readings->stands);
}
