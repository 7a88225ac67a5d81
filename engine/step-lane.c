/*
 * The lane: nearly all cards of a load are ordinary. Such a card is fully read and not one too
 * many, goes to a hand that the rules owe it, and tells nothing. It needs few of the questions that
 * the long way asks (step-card.c, step-play.c), and is laid down here by the same functions.
 * Whatever is not surely ordinary is left to the long way, with nothing changed.
 *
 * What a card cannot change (a load in the shoe, burned; a round with closed bets that waits for
 * nothing) is asked once, after each step at length: `lane_cards` counts the cards for which it
 * holds, and for which there is room everywhere.
 */
#include "step.h"

static int
min(int a, int b)
{
	return a < b ? a : b;
}

void
sabot_lane_measure(struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;
	const struct sabot_load *load = &table->load;

	table->lane_cards = 0;
	if (!round->open || !round->bets_closed || round->waiting || round->dummy ||
	    round->reopened || !load->in_shoe || !load->burn_done ||
	    table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		return;
	int room = min(SABOT_ORDER_MAX - load->n_order, SABOT_ROUND_CARDS_MAX - round->n_cards);
	room = min(room, SABOT_ROUND_LOG_MAX - round->n_log);
	table->lane_cards = min(room, sabot_load_cards_before_cut_missed(&table->rules, load));
}

static inline bool
is_plain(const struct sabot_event *event)
{
	return sabot_card_is_known(event->card) && !event->u.card.face_up &&
	       event->u.card.back == NULL && event->u.card.repeats_load == 0;
}

/* Neither a copy too many nor the next of a run. */
static inline bool
proves_nothing(const struct sabot_load *load, struct sabot_card card)
{
	return sabot_composition_has_room(&load->composition, card) &&
	       !sabot_load_run_goes_on(load, card);
}

/* Whose card it is; DECIDED also where the long way would understand more than a card. */
static inline struct sabot_next
next_of_deal(const struct sabot_table *table)
{
	static const struct sabot_next no_one = {.kind = SABOT_NEXT_DECIDED};
	const struct sabot_round *round = &table->round;

	if (!round->insurance_over && sabot_blackjack_deal_is_complete(&table->rules, round))
		return no_one;
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	if (next.kind == SABOT_NEXT_PLAY && round->boxes[next.box].hands[next.hand].from_aces)
		return no_one;
	return next;
}

/* The load and the round's log take the card. Returns its place in the round. */
static inline int
take(struct sabot_table *table, struct sabot_card card)
{
	struct sabot_load *load = &table->load;
	struct sabot_round *round = &table->round;

	table->lane_cards--;
	load->n_seen++;
	sabot_composition_add(&load->composition, card, -1);
	sabot_load_begin_run(load, card);
	int index = sabot_round_add_card(round, card, sabot_load_remember(load, card, -1));
	round->log[round->n_log++] = (struct sabot_round_step){
		.kind = SABOT_STEP_CARD,
		.card = (int16_t)index,
	};
	return index;
}

static inline bool
take_for_coup(struct sabot_table *table, struct sabot_card card)
{
	enum sabot_owner owner = sabot_punto_banco_next(&table->rules, &table->round);

	if (owner == SABOT_OWNER_NONE)
		return false;
	sabot_round_place_card(&table->round, take(table, card), owner, 0, 0);
	table->round.n_dealt++;
	return true;
}

/* Not inline: a coup's card needs none of what this one keeps on the stack. */
__attribute__((noinline)) static bool
take_for_deal(struct sabot_table *table, struct sabot_card card)
{
	struct sabot_round *round = &table->round;
	struct sabot_next next = next_of_deal(table);

	if (next.kind == SABOT_NEXT_DECIDED)
		return false;
	sabot_round_place_card(round, take(table, card), next.owner, next.box, next.hand);
	round->someone_drew |= next.kind == SABOT_NEXT_OWED || next.kind == SABOT_NEXT_PLAY;
	round->n_dealt += next.kind == SABOT_NEXT_DEAL;
	sabot_blackjack_pass_turn(&table->rules, round);
	return true;
}

bool
sabot_lane_take(struct sabot_table *table, const struct sabot_event *event)
{
	if (!is_plain(event) || !proves_nothing(&table->load, event->card))
		return false;
	return table->rules.game == SABOT_PUNTO_BANCO ? take_for_coup(table, event->card)
						      : take_for_deal(table, event->card);
}
