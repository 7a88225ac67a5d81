/*
 * Enumerating what open cards may have been, and what follows from all of it.
 */
#include "readings.h"

#include <string.h>

/* The hand that is played last. */
static bool
find_last_hand(const struct sabot_table *table, struct sabot_stands *stands)
{
	const struct sabot_round *round = &table->round;

	if (!round->someone_hit || table->rules.actions == SABOT_ACTIONS_ALL ||
	    round->n_seats == 0 || !sabot_blackjack_deal_is_complete(&table->rules, round))
		return false;
	stands->box = round->seats[round->n_seats - 1];
	stands->hand = table->rules.split_order == SABOT_SPLIT_RIGHT
			       ? 0
			       : round->boxes[stands->box].n_hands - 1;
	return round->boxes[stands->box].hands[stands->hand].pile.n_cards > 2;
}

static bool
lies_there(const struct sabot_round_card *card, const struct sabot_stands *stands)
{
	return card->owner == SABOT_OWNER_PLAYER && card->box == stands->box &&
	       card->hand == stands->hand;
}

/* True if an action was sent for the hand after that card, which a ruling may have put in. */
static bool
has_action_since(const struct sabot_round *round, const struct sabot_stands *stands, int card)
{
	for (int i = round->n_log - 1; i >= 0; i--) {
		const struct sabot_round_step *what = &round->log[i];
		if (what->kind == SABOT_STEP_CARD && what->card == card)
			break;
		if (what->kind == SABOT_STEP_ACTION && what->box == stands->box && !what->undone)
			return true;
	}
	return false;
}

/* Where the last hand may have stood although nobody said so. False when nowhere. */
static bool
find_stands(const struct sabot_table *table, struct sabot_stands *stands)
{
	const struct sabot_round *round = &table->round;
	int last = -1;

	stands->n_cards = 0;
	if (!find_last_hand(table, stands))
		return false;
	for (int i = round->n_cards - 1; i >= 0; i--) {
		const struct sabot_round_card *card = &round->cards[i];
		if (!lies_there(card, stands))
			continue;
		if (!card->is_hit || card->announced ||
		    stands->n_cards == SABOT_BLACKJACK_CARDS_MAX)
			break;
		if (last < 0)
			last = i;
		stands->cards[stands->n_cards++] = i;
	}
	if (last < 0 || has_action_since(round, stands, last))
		stands->n_cards = 0;
	return stands->n_cards > 0;
}

bool
sabot_readings_are_none(const struct sabot_table *table)
{
	int places[2];

	return sabot_round_is_torn(&table->round) ||
	       sabot_round_open_cards(&table->round, places) > 2 || table->load.in_doubt;
}

static bool
is_doubtful(const struct sabot_table *table)
{
	return sabot_round_is_doubtful(&table->round) || table->load.in_doubt;
}

bool
sabot_readings_are_many(const struct sabot_table *table)
{
	struct sabot_stands stands;

	if (!table->round.open || !table->round.bets_closed)
		return false;
	return is_doubtful(table) || find_stands(table, &stands);
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
	readings->with_stands = readings->is_stand = false;
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

static void
begin_inner(struct sabot_readings *readings)
{
	readings->inner = *readings->step;
	readings->inner.table = readings->as_if;
	readings->inner.sink = SABOT_SINK_COLLECT;
	readings->inner.facts = &readings->step->update->scratch.facts;
	readings->inner.facts->n_facts = 0;
	readings->inner.pending = NULL;
}

/* The reading's log with a stand before the nth unannounced card from the end of the last hand. */
static void
insert_stand(struct sabot_readings *readings, int nth)
{
	struct sabot_round *round = &readings->as_if->round;
	const struct sabot_stands *stands = &readings->stands;

	if (round->n_log == SABOT_ROUND_LOG_MAX)
		return;
	for (int i = 0; i < round->n_log; i++) {
		if (round->log[i].kind != SABOT_STEP_CARD ||
		    round->log[i].card != stands->cards[nth])
			continue;
		memmove(&round->log[i + 1], &round->log[i],
			(size_t)(round->n_log - i) * sizeof(round->log[0]));
		round->n_log++;
		round->log[i] = (struct sabot_round_step){
			.kind = SABOT_STEP_ACTION,
			.box = (uint8_t)stands->box,
			.hand = (int8_t)stands->hand,
			.what = SABOT_ACTION_STAND,
			.line = round->log[i + 1].line,
		};
		return;
	}
}

static void
lay_cards(struct sabot_readings *readings, const struct sabot_reading *reading)
{
	for (int i = 0; i < readings->n_open; i++)
		readings->as_if->round.cards[readings->places[i]].card = reading->cards[i];
}

/* The next way in which this reading may have gone, else the next reading. False at the end. */
static bool
choose_next(struct sabot_readings *readings)
{
	bool was_stand = readings->is_stand;

	readings->is_stand = readings->stand < readings->stands.n_cards;
	if (!readings->is_stand && readings->at == readings->n_readings)
		return false;
	if (was_stand)
		sabot_round_copy(readings->round, &readings->as_if->round);
	if (!readings->is_stand)
		readings->at++;
	lay_cards(readings, &readings->readings[readings->at - 1]);
	if (readings->is_stand)
		insert_stand(readings, readings->stand++);
	return true;
}

bool
sabot_readings_next(struct sabot_readings *readings)
{
	bool applied = readings->step->update->applied;

	if (!choose_next(readings))
		return false;
	begin_inner(readings);
	sabot_step_replay(&readings->inner);
	readings->as_if->round.is_void |= readings->as_if->round.ruled_void;
	readings->step->update->applied = applied;
	if (readings->with_stands && !readings->is_stand) {
		readings->stand = 0;
		find_stands(readings->as_if, &readings->stands);
	}
	return true;
}

enum sabot_certainty
sabot_readings_test(struct sabot_step *step, bool (*holds)(const struct sabot_table *as_if))
{
	struct sabot_readings readings;
	bool any = false, all = true;

	if (!step->table->round.open || !step->table->round.bets_closed ||
	    !is_doubtful(step->table))
		return holds(step->table) ? SABOT_FOR_ALL : SABOT_FOR_NONE;
	if (!sabot_readings_begin(&readings, step, false))
		return SABOT_FOR_SOME;
	while (sabot_readings_next(&readings)) {
		bool it_holds = holds(readings.as_if);
		any |= it_holds;
		all &= it_holds;
	}
	return all ? SABOT_FOR_ALL : any ? SABOT_FOR_SOME : SABOT_FOR_NONE;
}

bool
sabot_readings_agree(struct sabot_step *step,
		     bool (*holds)(struct sabot_table *as_if, struct sabot_place *ret_place),
		     bool with_stands)
{
	struct sabot_readings readings;
	struct sabot_place place = {0}, other = {0};
	bool is_first = true;

	/* As it lies is one of the readings. */
	if (!is_doubtful(step->table)) {
		if (!holds(step->table, &place))
			return false;
		if (!with_stands || !sabot_readings_are_many(step->table))
			return true;
	}
	if (!sabot_readings_begin(&readings, step, with_stands))
		return false;
	while (sabot_readings_next(&readings)) {
		if (!holds(readings.as_if, is_first ? &place : &other))
			return false;
		if (!is_first && (place.owner != other.owner || place.box != other.box ||
				  place.hand != other.hand))
			return false;
		is_first = false;
	}
	return true;
}

struct sabot_place
sabot_readings_last_place(struct sabot_step *step)
{
	const struct sabot_round *round = &step->table->round;
	struct sabot_readings readings;

	if (is_doubtful(step->table) && sabot_readings_begin(&readings, step, false) &&
	    sabot_readings_next(&readings))
		round = &readings.as_if->round;
	const struct sabot_round_card *card = &round->cards[round->n_cards - 1];
	return (struct sabot_place){(enum sabot_owner)card->owner, card->box, card->hand};
}

void
sabot_readings_skip_as_read(struct sabot_readings *readings)
{
	if (readings->n_open > 0)
		return;
	readings->at = readings->n_readings;
	if (readings->with_stands)
		find_stands(readings->step->table, &readings->stands);
}

static struct sabot_next
next_of(const struct sabot_table *table)
{
	struct sabot_next next = {.kind = SABOT_NEXT_DEAL};

	if (table->rules.game == SABOT_BLACKJACK)
		return sabot_blackjack_next(&table->rules, &table->round);
	next.owner = sabot_punto_banco_next(&table->rules, &table->round);
	if (next.owner == SABOT_OWNER_NONE)
		next.kind = SABOT_NEXT_DECIDED;
	return next;
}

static uint32_t
allowed_actions(const struct sabot_table *table, struct sabot_next next)
{
	uint32_t can = 0;

	for (int action = SABOT_ACTION_STAND;
	     next.kind == SABOT_NEXT_PLAY && action < SABOT_ACTIONS; action++)
		if (sabot_blackjack_refuse_action(&table->rules, &table->round, next.box, next.hand,
						  (enum sabot_action)action) == SABOT_WHY_NONE)
			can |= UINT32_C(1) << action;
	return can;
}

static void
merge_next(struct sabot_agreed *agreed, const struct sabot_table *as_if, bool is_first)
{
	struct sabot_next next = next_of(as_if);
	uint32_t can = allowed_actions(as_if, next);
	enum sabot_winner winner = as_if->rules.game == SABOT_PUNTO_BANCO
					   ? sabot_punto_banco_winner(&as_if->round)
					   : SABOT_WINNER_NONE;

	if (is_first) {
		agreed->winner = (uint8_t)winner;
		agreed->kind = (uint8_t)next.kind;
		agreed->owner = (uint8_t)next.owner;
		agreed->box = (uint8_t)next.box;
		agreed->hand = (uint8_t)next.hand;
		agreed->can = can;
		return;
	}
	agreed->can &= can;
	if (agreed->winner != (uint8_t)winner)
		agreed->winner = SABOT_WINNER_NONE;
	agreed->differs |= agreed->kind != (uint8_t)next.kind ||
			   agreed->owner != (uint8_t)next.owner ||
			   agreed->box != (uint8_t)next.box || agreed->hand != (uint8_t)next.hand;
}

void
sabot_step_agree(struct sabot_step *step)
{
	static const struct sabot_agreed nothing = {.open_index = -1};
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	struct sabot_agreed agreed = {.is_open = true, .open_index = -1};
	struct sabot_readings readings;
	int places[2];
	bool is_first = true;

	if (step->update->is_unprompted || !round->open || !round->bets_closed || round->waiting ||
	    !is_doubtful(table)) {
		table->agreed = nothing;
		return;
	}
	if (sabot_round_open_cards(round, places) > 0)
		agreed.open_index = round->cards[places[0]].order_index;
	agreed.differs = !sabot_readings_begin(&readings, step, false);
	while (!agreed.differs && sabot_readings_next(&readings)) {
		merge_next(&agreed, readings.as_if, is_first);
		is_first = false;
	}
	table->agreed = agreed;
}
