/*
 * What a round's record tells, as events, and a load's.
 */
#include "batch-blackjack-tables.h"

enum {
	COUNT_BITS = SABOT_BATCH_COUNT_BITS,
	COUNT_MASK = SABOT_BATCH_COUNT_MASK,
};

uint8_t
sabot_batch_round(int n_boxes, int dealer_cards)
{
	return (uint8_t)((unsigned)dealer_cards << COUNT_BITS | (unsigned)n_boxes);
}

uint8_t
sabot_batch_turn(int n_cards, enum sabot_batch_end end, bool is_last)
{
	return (uint8_t)((unsigned)n_cards << COUNT_BITS | (is_last ? SABOT_BATCH_LAST : 0U) | end);
}

struct sabot_blackjack_round_walk
sabot_batch_walk_round(const struct sabot_blackjack_batch *batch, const uint8_t *record,
		       const uint8_t *end, const uint8_t *cards)
{
	int n_boxes = record[0] & COUNT_MASK;
	struct sabot_card up = sabot_batch_read_card(cards != NULL ? cards[n_boxes] : 0);

	return (struct sabot_blackjack_round_walk){
		.at = record + 1,
		.end = end,
		.n_boxes = n_boxes,
		.box = 1,
		.due_cards = 2 * n_boxes + batch->deal_cards,
		.dealer_cards = record[0] >> COUNT_BITS,
		.insures = batch->insures[sabot_card_value(up)],
	};
}

static struct sabot_event
close_bets(struct sabot_blackjack_round_walk *walk)
{
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_NO_MORE_BETS);

	walk->begun = true;
	event.u.no_more_bets.boxes = (UINT32_C(2) << walk->n_boxes) - 2;
	return event;
}

static struct sabot_event
act(struct sabot_blackjack_round_walk *walk)
{
	static const enum sabot_action actions[] = {
		[SABOT_BATCH_STOOD] = SABOT_ACTION_STAND,
		[SABOT_BATCH_DOUBLED] = SABOT_ACTION_DOUBLE,
		[SABOT_BATCH_SPLIT] = SABOT_ACTION_SPLIT,
	};
	struct sabot_event event = sabot_batch_event(SABOT_EVENT_ACTION);

	event.box = walk->box;
	event.u.action.kind = actions[walk->pending];
	walk->due_cards = walk->pending == SABOT_BATCH_DOUBLED;
	walk->pending = SABOT_BATCH_NOTHING;
	return event;
}

/* Read on in the record until something is due. False when the round is told. */
static bool
read_on(struct sabot_blackjack_round_walk *walk)
{
	while (walk->due_cards == 0 && walk->pending == SABOT_BATCH_NOTHING) {
		walk->box += walk->is_last;
		walk->is_last = false;
		if (walk->box <= walk->n_boxes && walk->at < walk->end) {
			uint8_t turn = *walk->at++;
			walk->due_cards = turn >> COUNT_BITS;
			walk->pending = (enum sabot_batch_end)(turn & SABOT_BATCH_END_MASK);
			walk->is_last = (turn & SABOT_BATCH_LAST) != 0;
		} else if (!walk->dealer_came) {
			walk->dealer_came = true;
			walk->due_cards = walk->dealer_cards;
		} else {
			return false;
		}
	}
	return true;
}

struct sabot_event
sabot_batch_next_of_round(struct sabot_blackjack_round_walk *walk)
{
	if (!walk->begun)
		return close_bets(walk);
	if (walk->due_cards == 0 && walk->insures) {
		walk->insures = false;
		return sabot_batch_event(SABOT_EVENT_INSURANCE_CLOSED);
	}
	if (!read_on(walk)) {
		walk->over = true;
		return sabot_batch_event(SABOT_EVENT_RESULT);
	}
	if (walk->due_cards == 0)
		return act(walk);
	walk->due_cards--;
	return sabot_batch_event(SABOT_EVENT_CARD);
}

/* How many cards a round took; `ret_next` is the next one's record. */
static int
count_cards(const struct sabot_blackjack_batch *batch, const uint8_t *record, const uint8_t *end,
	    const uint8_t **ret_next)
{
	struct sabot_blackjack_round_walk walk = sabot_batch_walk_round(batch, record, end, NULL);
	int n_cards = 0;

	while (!walk.over)
		n_cards += sabot_batch_next_of_round(&walk).type == SABOT_EVENT_CARD;
	*ret_next = walk.at;
	return n_cards;
}

static int
burned_cards(const struct sabot_blackjack_batch *batch, const struct sabot_batch_load *load)
{
	const uint8_t *record = load->rounds, *end = record + load->n_bytes;
	int n_cards = load->n_drawn;

	for (int i = 0; i < load->n_rounds && record < end; i++)
		n_cards -= count_cards(batch, record, end, &record);
	return n_cards;
}

static void
begin_round(const struct sabot_blackjack_batch *batch, const struct sabot_batch_load *load,
	    struct sabot_blackjack_walk *walk)
{
	const uint8_t *record = walk->load.n_rounds == 0 ? load->rounds : walk->round.at;
	bool has_up_card = walk->load.n_drawn + (record[0] & COUNT_MASK) < load->n_drawn;

	walk->load.n_rounds++;
	walk->load.in_round = true;
	walk->round = sabot_batch_walk_round(batch, record, load->rounds + load->n_bytes,
					     has_up_card ? load->cards + walk->load.n_drawn : NULL);
}

static bool
has_more_rounds(const struct sabot_batch_load *load, const struct sabot_blackjack_walk *walk)
{
	return walk->load.n_rounds < load->n_rounds &&
	       (walk->load.n_rounds == 0 || walk->round.at < walk->round.end);
}

/* In a round: its next event, with the load's next card or the cut card where one is due. */
static struct sabot_event
go_on(const struct sabot_batch_load *load, struct sabot_blackjack_walk *walk)
{
	struct sabot_blackjack_round_walk before = walk->round;
	struct sabot_event event = sabot_batch_next_of_round(&walk->round);

	/* A record may tell of more cards than were drawn. */
	if (event.type == SABOT_EVENT_CARD && walk->load.n_drawn >= load->n_drawn) {
		walk->round.over = true;
		event = sabot_batch_event(SABOT_EVENT_RESULT);
	}
	walk->load.in_round = !walk->round.over;
	if (event.type != SABOT_EVENT_CARD)
		return event;
	if (sabot_batch_cut_is_due(load, &walk->load))
		walk->round = before;
	return sabot_batch_draw_event(load, &walk->load);
}

bool
sabot_blackjack_batch_next_event(const struct sabot_blackjack_batch *batch,
				 const struct sabot_batch_load *load,
				 struct sabot_blackjack_walk *walk, struct sabot_event *ret_event)
{
	if (!walk->load.begun) {
		walk->load.begun = true;
		walk->load.due_cards = burned_cards(batch, load);
		*ret_event = sabot_batch_load_event(load);
	} else if (walk->load.due_cards > 0 && !walk->load.in_round &&
		   walk->load.n_drawn < load->n_drawn) {
		*ret_event = sabot_batch_draw_event(load, &walk->load);
	} else if (walk->load.in_round) {
		*ret_event = go_on(load, walk);
	} else if (has_more_rounds(load, walk)) {
		walk->load.due_cards = 0;
		begin_round(batch, load, walk);
		*ret_event = go_on(load, walk);
	} else if (sabot_batch_cut_is_due(load, &walk->load)) {
		walk->load.cut_is_out = true;
		*ret_event = sabot_batch_event(SABOT_EVENT_CUT_CARD);
	} else if (!walk->load.over) {
		walk->load.over = true;
		*ret_event = sabot_batch_unload_event(load, &walk->load);
	} else {
		return false;
	}
	return true;
}
