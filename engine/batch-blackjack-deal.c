/*
 * An honest dealer's loads: what cards and rules make of them, for players who play plainly.
 * A round in which a pair is split is dealt by asking sabot_blackjack_next() for each card.
 */
#include "batch-blackjack-tables.h"

enum { ROUND_BYTES_MAX = 64 };

/* Where the deal is. */
struct deal {
	const struct sabot_blackjack_batch *batch;
	const struct sabot_blackjack_places *places;
	struct sabot_batch_witness *witness;
	int n_boxes;
	int place;       /* of the next card */
	uint8_t *record; /* of the next byte */
};

static unsigned
value_at(const struct deal *deal, unsigned next)
{
	return deal->places->values[(unsigned)deal->place + next];
}

/* The dealer's hand when the deal lies. */
static unsigned
dealer_after_deal(const struct deal *deal)
{
	unsigned n_boxes = (unsigned)deal->n_boxes, up_value = value_at(deal, n_boxes);

	return deal->batch->deal_cards == 1
		       ? up_value
		       : sabot_batch_after(deal->batch, up_value, value_at(deal, 2 * n_boxes + 1));
}

static bool
has_pair_to_split(const struct deal *deal)
{
	unsigned n_boxes = (unsigned)deal->n_boxes;

	if (deal->batch->declares[dealer_after_deal(deal)])
		return false;
	for (unsigned box = 0; box < n_boxes; box++)
		if (value_at(deal, box) == value_at(deal, n_boxes + 1 + box) &&
		    deal->batch->wants_split[value_at(deal, box)])
			return true;
	return false;
}

/* The state of a hand that gets the next card; LONG when there is none. */
static unsigned
take(const struct deal *deal, unsigned state, unsigned *next)
{
	unsigned value = value_at(deal, (*next)++);

	return value == 0 ? (unsigned)SABOT_BATCH_LONG
			  : sabot_batch_after(deal->batch, state, value);
}

/* Play one hand that came to `state`; returns its turn. */
static uint8_t
play_turn(const struct deal *deal, unsigned *state, unsigned up_value, unsigned *next)
{
	const struct sabot_blackjack_batch *batch = deal->batch;
	int n_cards = 0;

	while (*state != SABOT_BATCH_LONG &&
	       (batch->ends[*state] >> SABOT_BATCH_NOTHING & 1) == 0) {
		unsigned want = batch->wants[*state][up_value];
		if (want == SABOT_ACTION_STAND)
			return sabot_batch_turn(n_cards, SABOT_BATCH_STOOD, true);
		*state = take(deal, *state, next);
		if (want == SABOT_ACTION_DOUBLE)
			return sabot_batch_turn(n_cards, SABOT_BATCH_DOUBLED, true);
		n_cards++;
	}
	return sabot_batch_turn(n_cards, SABOT_BATCH_NOTHING, true);
}

/* The boxes' turns. False when the tables do not hold a hand; else tells the hungriest's kind. */
static bool
play_boxes(struct deal *deal, bool declared, unsigned *next, unsigned *ret_hungriest)
{
	const struct sabot_blackjack_batch *batch = deal->batch;
	unsigned n_boxes = (unsigned)deal->n_boxes, hungriest = 0;

	for (unsigned box = 0; box < n_boxes; box++) {
		unsigned state = sabot_batch_after(batch, value_at(deal, box),
						   value_at(deal, n_boxes + 1 + box));
		deal->record[1 + box] =
			declared ? sabot_batch_turn(0, SABOT_BATCH_NOTHING, true)
				 : play_turn(deal, &state, value_at(deal, n_boxes), next);
		if (state == SABOT_BATCH_LONG)
			return false;
		unsigned kind = batch->kinds[state];
		if (box == 0 || batch->hunger[kind] > batch->hunger[hungriest])
			hungriest = kind;
	}
	*ret_hungriest = hungriest;
	return true;
}

/* Deal a round by the tables. False, having dealt nothing, when they do not hold it. */
static bool
deal_round(struct deal *deal)
{
	const struct sabot_blackjack_batch *batch = deal->batch;
	unsigned next = 2 * (unsigned)deal->n_boxes + (unsigned)batch->deal_cards;
	unsigned dealer = dealer_after_deal(deal), hungriest;
	bool declared = batch->declares[dealer];
	int n_draws = 0;

	if (has_pair_to_split(deal) || !play_boxes(deal, declared, &next, &hungriest))
		return false;
	for (; !declared && (batch->results[hungriest][dealer] & SABOT_BATCH_DRAWS) != 0; n_draws++)
		if ((dealer = take(deal, dealer, &next)) == SABOT_BATCH_LONG)
			return false;
	deal->record[0] = sabot_batch_round(deal->n_boxes, n_draws);
	deal->record += 1 + deal->n_boxes;
	deal->place += (int)next;
	return true;
}

/* The record of a round that is dealt by asking. */
struct scribe {
	struct deal *deal;
	uint8_t *record; /* of the next turn */
	int box;         /* whose turn it is; 0 = nobody's yet */
	int n_cards;     /* since its last decision */
	bool is_open;    /* cards, or none at all, wait to be told */
	bool has_doubled;
	int n_draws;
};

static void
end_turn(struct scribe *scribe, enum sabot_batch_end end)
{
	*scribe->record++ = sabot_batch_turn(scribe->n_cards, end, false);
	scribe->n_cards = 0;
	scribe->is_open = false;
}

/* The boxes before `box` have had their turns. */
static void
pass_to(struct scribe *scribe, int box)
{
	for (; scribe->box < box; scribe->box++, scribe->is_open = true) {
		if (scribe->box == 0)
			continue;
		if (scribe->is_open || scribe->n_cards > 0)
			end_turn(scribe, SABOT_BATCH_NOTHING);
		scribe->record[-1] |= SABOT_BATCH_LAST;
	}
}

static bool
say(struct scribe *scribe, struct sabot_event event)
{
	return sabot_batch_witness_sees(scribe->deal->witness, &event);
}

static bool
draw(struct scribe *scribe)
{
	struct deal *deal = scribe->deal;
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_CARD);

	if (deal->place >= SABOT_BATCH_PLACES)
		return false;
	event.card = sabot_batch_read_card(deal->places->cards[deal->place++]);
	event.has_card = true;
	return say(scribe, event);
}

/* A card of the turn. */
static bool
hit(struct scribe *scribe)
{
	if (scribe->n_cards == SABOT_BATCH_TURN_CARDS_MAX)
		end_turn(scribe, SABOT_BATCH_NOTHING);
	scribe->n_cards++;
	return draw(scribe);
}

static enum sabot_action
choose(const struct scribe *scribe, struct sabot_next next)
{
	const struct sabot_rules *rules = &scribe->deal->batch->round_rules;
	const struct sabot_round *round = &scribe->deal->witness->table.round;
	const struct sabot_pile *pile = &round->boxes[next.box].hands[next.hand].pile;
	unsigned value = sabot_card_value(pile->first[0]);
	bool may_double = sabot_blackjack_refuse_action(rules, round, next.box, next.hand,
							SABOT_ACTION_DOUBLE) == NULL;

	if (scribe->deal->batch->wants_split[value] &&
	    sabot_blackjack_refuse_action(rules, round, next.box, next.hand, SABOT_ACTION_SPLIT) ==
		    NULL)
		return SABOT_ACTION_SPLIT;
	return sabot_batch_choose(sabot_blackjack_pile_total(pile), may_double,
				  (int)sabot_card_value(round->piles[SABOT_OWNER_DEALER].first[0]));
}

/* The hand in turn decides. */
static bool
play(struct scribe *scribe, struct sabot_next next)
{
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_ACTION);

	event.box = next.box;
	event.u.action.kind = choose(scribe, next);
	if (event.u.action.kind == SABOT_ACTION_HIT)
		return hit(scribe);
	scribe->has_doubled = event.u.action.kind == SABOT_ACTION_DOUBLE;
	end_turn(scribe, event.u.action.kind == SABOT_ACTION_STAND ? SABOT_BATCH_STOOD
			 : scribe->has_doubled                     ? SABOT_BATCH_DOUBLED
								   : SABOT_BATCH_SPLIT);
	return say(scribe, event);
}

/* Do what the rules demand next. False when that cannot be. */
static bool
obey(struct scribe *scribe, struct sabot_next next)
{
	if (next.owner == SABOT_OWNER_PLAYER && next.kind != SABOT_NEXT_DEAL)
		pass_to(scribe, next.box);
	switch (next.kind) {
	case SABOT_NEXT_OWED:
		if (!scribe->has_doubled)
			return hit(scribe);
		/* The card of a double goes without saying. */
		scribe->has_doubled = false;
		return draw(scribe);
	case SABOT_NEXT_PLAY:
		return play(scribe, next);
	case SABOT_NEXT_DEALER:
		scribe->n_draws++;
		return draw(scribe);
	case SABOT_NEXT_DEAL:
	case SABOT_NEXT_DECIDED:
		break;
	}
	return draw(scribe);
}

/* Deal a round on the witness's table, card by card. */
static bool
deal_by_asking(struct deal *deal)
{
	const struct sabot_table *table = &deal->witness->table;
	struct scribe scribe = {.deal = deal, .record = deal->record + 1};
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_NO_MORE_BETS);

	sabot_batch_witness_begin(deal->batch, deal->witness);
	event.u.no_more_bets.boxes = (UINT32_C(2) << deal->n_boxes) - 2;
	bool well = say(&scribe, event);
	for (;;) {
		struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);
		if (!well || next.kind == SABOT_NEXT_DECIDED)
			break;
		well = obey(&scribe, next);
	}
	pass_to(&scribe, deal->n_boxes + 1);
	well = well && scribe.n_draws <= SABOT_BATCH_TURN_CARDS_MAX &&
	       say(&scribe, sabot_batch_event(SABOT_EVENT_RESULT));
	deal->witness->is_ready = well;
	deal->record[0] = sabot_batch_round(deal->n_boxes, scribe.n_draws);
	deal->record = scribe.record;
	return well;
}

bool
sabot_blackjack_batch_deal(const struct sabot_blackjack_batch *batch,
			   const struct sabot_blackjack_places *places,
			   struct sabot_batch_witness *witness, struct sabot_batch_load *load,
			   struct sabot_batch_play *play)
{
	struct deal deal = {
		.batch = batch,
		.places = places,
		.witness = witness,
		.n_boxes = play->n_boxes,
		.place = sabot_batch_burn_due(&batch->limits, load->cards[0]),
		.record = play->rounds,
	};
	int n_rounds = 0, end = SABOT_BATCH_ROUNDS_MAX;

	load->n_rounds = load->n_bytes = 0;
	load->n_drawn = deal.place;
	load->rounds = play->rounds;
	while (n_rounds < end &&
	       deal.record - play->rounds < SABOT_LOAD_CARDS_MAX - ROUND_BYTES_MAX) {
		if ((!deal_round(&deal) && !deal_by_asking(&deal)) || deal.place > load->n_cards)
			break;
		if (load->cut_at >= load->n_drawn && load->cut_at < deal.place)
			end = n_rounds + 1 +
			      sabot_batch_rounds_after(&batch->limits, load, load->n_drawn);
		n_rounds++;
		load->n_rounds = n_rounds;
		load->n_drawn = deal.place;
		load->n_bytes = (int)(deal.record - play->rounds);
	}
	return load->cut_at < 0 ? n_rounds > 0 : n_rounds == end;
}
