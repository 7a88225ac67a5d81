/*
 * Loads of blackjack against the tables. What a round took is known from its record, so where each
 * card lies is known before anything is looked up: the loops have fixed lengths, a card that was
 * not drawn is a 0 that changes nothing, and the processor can look at several rounds at once.
 */
#include "batch-blackjack-tables.h"

#include <string.h>

enum {
	HITS_AT_ONCE = 3,
	DRAWS_AT_ONCE = 4,
	DRAWS_SHIFT = 7,
};

_Static_assert(1 << DRAWS_SHIFT == SABOT_BATCH_DRAWS, "see DRAWS_SHIFT");

/* Where the audit is. */
struct look {
	const struct sabot_blackjack_batch *batch;
	const struct sabot_blackjack_places *places;
	struct sabot_batch_witness *witness;
	struct sabot_blackjack_told *told;
	const uint8_t *record, *end; /* of the rounds that come */
	int place;                   /* the next card */
};

bool
sabot_blackjack_batch_read(const struct sabot_batch_load *load,
			   struct sabot_blackjack_places *places)
{
	if (!sabot_batch_copy_cards(load, places->cards))
		return false;
	for (int i = 0; i < SABOT_BATCH_PLACES; i++) {
		uint8_t rank = places->cards[i] & SABOT_BATCH_COUNT_MASK;
		places->values[i] = rank < SABOT_TEN ? rank : SABOT_TEN;
	}
	memset(places->values + SABOT_BATCH_PLACES, 0, SABOT_BATCH_FAR);
	return true;
}

void
sabot_batch_witness_begin(const struct sabot_blackjack_batch *batch,
			  struct sabot_batch_witness *witness)
{
	struct sabot_load *load = &witness->table.load;
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_LOAD);

	if (witness->is_ready) {
		/* As if the load were new. */
		sabot_composition_init(&load->composition, SABOT_DECKS_MAX,
				       batch->round_rules.backs);
		load->n_seen = load->n_order = 0;
		return;
	}
	sabot_table_init(&witness->table, &batch->round_rules, 0, 0, 0);
	event.u.load.decks = SABOT_DECKS_MAX;
	event.u.load.behind_cards = -1;
	witness->is_ready = sabot_batch_witness_sees(witness, &event);
}

bool
sabot_batch_witness_sees(struct sabot_batch_witness *witness, const struct sabot_event *event)
{
	const struct sabot_update *update = &witness->update;

	sabot_table_step(&witness->table, event, &witness->update);
	witness->is_ready = update->fault == NULL && update->applied;
	for (unsigned i = 0; i < update->n_outputs; i++)
		witness->is_ready &= update->outputs[i].kind != SABOT_OUTPUT_INCIDENT;
	return witness->is_ready;
}

static bool
tell(struct sabot_blackjack_told *told, enum sabot_hand_result result, bool doubled)
{
	if (told->n_hands == SABOT_BATCH_HANDS_MAX)
		return false;
	told->outcomes[told->n_hands++] = sabot_batch_outcome(result, doubled);
	return true;
}

/* How the hands of the witness's last round ended. */
static bool
tell_last_round(struct look *look)
{
	const struct sabot_table *table = &look->witness->table;
	const struct sabot_round *last = &table->last;

	for (int box = 1; box <= table->rules.boxes; box++)
		for (int hand = 0; hand < last->boxes[box].n_hands; hand++)
			if (!tell(look->told,
				  sabot_settle_hand_result(&table->rules, last, box, hand),
				  last->boxes[box].hands[hand].doubled))
				return false;
	return true;
}

/* Play the next round on the witness's table. */
static bool
ask(struct look *look)
{
	struct sabot_blackjack_round_walk walk = sabot_batch_walk_round(
		look->batch, look->record, look->end, look->places->cards + look->place);

	look->told->n_asked++;
	sabot_batch_witness_begin(look->batch, look->witness);
	while (!walk.over) {
		struct sabot_event event = sabot_batch_next_of_round(&walk);
		if (event.type == SABOT_EVENT_CARD) {
			uint8_t card = look->place < SABOT_BATCH_PLACES
					       ? look->places->cards[look->place++]
					       : 0;
			event.card = sabot_batch_read_card(card);
			event.has_card = true;
		}
		if (!sabot_batch_witness_sees(look->witness, &event))
			return false;
	}
	look->record = walk.at;
	if (look->witness->table.round.open) {
		look->witness->is_ready = false;
		return false;
	}
	return tell_last_round(look);
}

/* A player's turn, of which the first two cards came to `state`. LONG when it is not plain. */
static inline unsigned
follow_turn(const struct sabot_blackjack_batch *batch, unsigned state, unsigned turn,
	    const uint8_t *values)
{
	unsigned n_cards = turn >> SABOT_BATCH_COUNT_BITS, end = turn & SABOT_BATCH_END_MASK;
	bool doubled = end == SABOT_BATCH_DOUBLED;

	for (unsigned i = 0; i < HITS_AT_ONCE; i++)
		state = sabot_batch_after_hit(batch, state, n_cards > i ? values[i] : 0);
	for (unsigned i = HITS_AT_ONCE; i < n_cards; i++)
		state = sabot_batch_after_hit(batch, state, values[i]);
	unsigned allowed = batch->ends[state] >> end & turn / SABOT_BATCH_LAST & 1;
	state = sabot_batch_after(batch, state, doubled ? values[n_cards] : 0);
	return allowed ? state : SABOT_BATCH_LONG;
}

/* The dealer's cards after the deal: 0 when he drew as he had to. `state` is where it ends. */
static inline unsigned
follow_dealer(const struct sabot_blackjack_batch *batch, const uint8_t *results, unsigned n_cards,
	      const uint8_t *values, unsigned *state)
{
	unsigned wrong = 0;

	for (unsigned i = 0; i < DRAWS_AT_ONCE; i++) {
		wrong |= (results[*state] >> DRAWS_SHIFT) ^ (n_cards > i);
		*state = sabot_batch_after(batch, *state, n_cards > i ? values[i] : 0);
	}
	for (unsigned i = DRAWS_AT_ONCE; i < n_cards; i++) {
		wrong |= !(results[*state] >> DRAWS_SHIFT);
		*state = sabot_batch_after(batch, *state, values[i]);
	}
	return wrong | results[*state] >> DRAWS_SHIFT;
}

/* The dealer's deal has ended the round: nobody may have done anything. */
static bool
is_untouched(const uint8_t *record, unsigned n_boxes)
{
	unsigned touched = record[0] >> SABOT_BATCH_COUNT_BITS;

	for (unsigned box = 0; box < n_boxes; box++)
		touched |= record[1 + box] ^ SABOT_BATCH_LAST;
	return touched == 0;
}

/* A round as its record tells it. */
struct round_look {
	const uint8_t *record;
	const uint8_t *values; /* from its first card on */
	unsigned n_boxes, n_draws;
	unsigned next;   /* of its cards */
	unsigned dealer; /* the state of his hand */
	unsigned hungriest;
	unsigned kinds[SABOT_BATCH_BOXES_MAX + 1];
	bool doubled[SABOT_BATCH_BOXES_MAX + 1];
	bool declared; /* the dealer's deal has ended it */
};

/* Its boxes and the dealer's deal. False when the tables do not hold such a round. */
static inline bool
begin_round(const struct look *look, struct round_look *round)
{
	const struct sabot_blackjack_batch *batch = look->batch;

	round->record = look->record;
	round->values = look->places->values + look->place;
	round->n_boxes = look->record[0] & SABOT_BATCH_COUNT_MASK;
	round->n_draws = look->record[0] >> SABOT_BATCH_COUNT_BITS;
	round->next = 2 * round->n_boxes + (unsigned)batch->deal_cards;
	if (round->n_boxes < 1 || round->n_boxes > (unsigned)batch->round_rules.boxes ||
	    look->end - look->record <= (ptrdiff_t)round->n_boxes)
		return false;
	round->dealer = round->values[round->n_boxes];
	if (batch->deal_cards > 1)
		round->dealer =
			sabot_batch_after(batch, round->dealer, round->values[round->next - 1]);
	round->declared = batch->declares[round->dealer];
	return !round->declared || is_untouched(look->record, round->n_boxes);
}

/* The hand of each box. False when one is not as it must be. */
static inline bool
follow_boxes(const struct sabot_blackjack_batch *batch, struct round_look *round)
{
	bool is_long = false;

	for (unsigned box = 0; box < round->n_boxes; box++) {
		unsigned turn = round->record[1 + box];
		unsigned state = sabot_batch_after(batch, round->values[box],
						   round->values[round->n_boxes + 1 + box]);
		if (!round->declared)
			state = follow_turn(batch, state, turn, round->values + round->next);
		is_long |= state == SABOT_BATCH_LONG;
		round->doubled[box] = (turn & SABOT_BATCH_END_MASK) == SABOT_BATCH_DOUBLED;
		round->next += (turn >> SABOT_BATCH_COUNT_BITS) + round->doubled[box];
		round->kinds[box] = batch->kinds[state];
		if (box == 0 || batch->hunger[round->kinds[box]] > batch->hunger[round->hungriest])
			round->hungriest = round->kinds[box];
	}
	return !is_long;
}

/* A round that the tables hold: moves on and tells its hands. Else changes nothing. */
static inline bool
follow_round(struct look *look)
{
	const struct sabot_blackjack_batch *batch = look->batch;
	struct round_look round;

	if (!begin_round(look, &round) || !follow_boxes(batch, &round))
		return false;
	if (!round.declared && follow_dealer(batch, batch->results[round.hungriest], round.n_draws,
					     round.values + round.next, &round.dealer) != 0)
		return false;
	for (unsigned box = 0; box < round.n_boxes; box++) {
		unsigned result = batch->results[round.kinds[box]][round.dealer];
		if (!tell(look->told, result & ~(unsigned)SABOT_BATCH_DRAWS, round.doubled[box]))
			return false;
	}
	look->place += (int)(round.next + round.n_draws);
	look->record += 1 + round.n_boxes;
	return true;
}

/* ES-13. The rounds are known to be right; `begins` are the places of their first cards. */
static bool
ends_after_cut(const struct sabot_batch_limits *limits, const struct sabot_batch_load *load,
	       const uint16_t begins[SABOT_BATCH_ROUNDS_MAX])
{
	int last = load->n_rounds - 1;

	if (load->cut_at < 0)
		return true;
	for (int i = last; i >= 0; i--)
		if (begins[i] <= load->cut_at)
			return load->cut_at == load->n_drawn ||
			       last - i <= sabot_batch_rounds_after(limits, load, begins[i]);
	/* It came in the burn. */
	return false;
}

static bool
are_rounds_right(struct look *look, const struct sabot_batch_load *load,
		 uint16_t ret_begins[SABOT_BATCH_ROUNDS_MAX])
{
	int n_rounds = 0;

	while (n_rounds < load->n_rounds && look->record < look->end &&
	       look->place < load->n_drawn) {
		ret_begins[n_rounds++] = (uint16_t)look->place;
		if (!follow_round(look) && !ask(look))
			return false;
	}
	return n_rounds == load->n_rounds && look->record == look->end &&
	       look->place == load->n_drawn;
}

bool
sabot_blackjack_batch_audit(const struct sabot_blackjack_batch *batch,
			    const struct sabot_blackjack_places *places,
			    const struct sabot_batch_load *load,
			    struct sabot_batch_witness *witness,
			    struct sabot_blackjack_told *ret_told)
{
	uint16_t begins[SABOT_BATCH_ROUNDS_MAX];
	struct look look = {
		.batch = batch,
		.places = places,
		.witness = witness,
		.told = ret_told,
		.record = load->rounds,
		.end = load->rounds + load->n_bytes,
		.place = sabot_batch_burn_due(&batch->limits, load->cards[0]),
	};

	ret_told->n_hands = ret_told->n_asked = 0;
	if (load->n_drawn > load->n_cards || load->n_rounds > SABOT_BATCH_ROUNDS_MAX)
		return false;
	return sabot_batch_is_load_right(&batch->limits, load, places->cards) &&
	       are_rounds_right(&look, load, begins) &&
	       ends_after_cut(&batch->limits, load, begins);
}
