/*
 * A card leaves the shoe: what it proves about the load, then where it belongs.
 */
#include "table-private.h"

/* Append a card to the load's order, which must have room; returns its index. */
static int
remember(struct sabot_load *load, struct sabot_card card, int colour)
{
	load->order[load->n_order] = (struct sabot_seen_card){
		.card = card,
		.back = (int8_t)colour,
	};
	return load->n_order++;
}

/* True if the card has the suit of the last one and is one rank above or below it. */
static bool
continues_run(const struct sabot_load *load, struct sabot_card card)
{
	struct sabot_card last = load->run_last;

	return card.suit == last.suit &&
	       (card.rank == last.rank + 1 || last.rank == card.rank + 1) &&
	       sabot_card_is_known(card) && sabot_card_is_known(last);
}

static void
begin_run(struct sabot_load *load, struct sabot_card card)
{
	load->run_last = card;
	load->run_length = 1;
	load->run_direction = 0;
}

static bool
has_side_bet(const struct sabot_round *round, int box)
{
	return sabot_round_stake(round, box, SABOT_BET_ROYAL_MATCH_21) > 0 ||
	       sabot_round_stake(round, box, SABOT_BET_BET_SET_21) > 0 ||
	       sabot_round_stake(round, box, SABOT_BET_KINGS_BOUNTY) > 0;
}

static bool
any_royal_match(const struct sabot_round *round)
{
	for (int box = 1; box <= SABOT_BOXES_MAX; box++)
		if (sabot_round_stake(round, box, SABOT_BET_ROYAL_MATCH_21) > 0)
			return true;
	return false;
}

/* A bet hangs on the suit of the card that comes now (TB-07). */
static bool
suit_matters(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	if (table->rules.game != SABOT_BLACKJACK || !round->open || !table->load.burn_done)
		return false;
	if (!round->bets_closed)
		return has_side_bet(round, sabot_round_first_staked(round));
	struct sabot_next next = sabot_blackjack_next(&table->rules, round);
	if (next.owner == SABOT_OWNER_DEALER)
		return sabot_blackjack_dealer_total(round).n_cards < 2 && any_royal_match(round);
	return next.kind == SABOT_NEXT_DEAL && has_side_bet(round, next.box);
}

static void
check_reading(struct sabot_step *step)
{
	struct sabot_card card = step->event->card;

	if (sabot_card_is_known(card) ||
	    (card.rank != SABOT_RANK_UNKNOWN && !suit_matters(step->table)))
		return;
	sabot_incident_add_card(sabot_step_raise(step, SABOT_INCIDENT_UNREAD_CARD,
						 sabot_step_rule(step, "PB-11", "BJ-14")),
				"card", card);
}

static void
check_copies(struct sabot_step *step, int colour)
{
	struct sabot_load *load = &step->table->load;
	struct sabot_card card = step->event->card;

	for (int i = sabot_composition_count(&load->composition, card, colour); i > 0; i--) {
		load->impossible_cards++;
		sabot_incident_add_card(sabot_step_raise(step, SABOT_INCIDENT_IMPOSSIBLE_CARD,
							 sabot_step_rule(step, "PB-02", "BJ-01")),
					"card", card);
	}
}

static void
raise_run(struct sabot_step *step, struct sabot_card card, int direction)
{
	unsigned first = step->update->n_cards;

	step->table->load.order_reported = true;
	for (int i = SABOT_UNSHUFFLED_RUN - 1; i >= 0; i--)
		sabot_step_list_card(step, (struct sabot_card){
						   (uint8_t)(card.rank - i * direction),
						   card.suit,
					   });
	sabot_incident_add_cards(sabot_step_raise(step, SABOT_INCIDENT_UNSHUFFLED_ORDER, ""),
				 "cards", first, SABOT_UNSHUFFLED_RUN);
}

void
sabot_step_check_run(struct sabot_step *step, struct sabot_card card)
{
	struct sabot_load *load = &step->table->load;
	int direction = (int)card.rank - (int)load->run_last.rank;

	if (!continues_run(load, card)) {
		begin_run(load, card);
		return;
	}
	load->run_last = card;
	load->run_length = direction == load->run_direction ? load->run_length + 1 : 2;
	load->run_direction = direction;
	if (!load->order_reported && load->run_length >= SABOT_UNSHUFFLED_RUN)
		raise_run(step, card, direction);
}

static void
check_repeat(struct sabot_step *step, unsigned repeats_load)
{
	if (repeats_load == 0 || step->table->load.repeat_reported)
		return;
	step->table->load.repeat_reported = true;
	sabot_incident_add_number(sabot_step_raise(step, SABOT_INCIDENT_REPEATED_ORDER, ""), "load",
				  repeats_load);
}

/* PB-04, ES-04. */
static void
burn(struct sabot_load *load, struct sabot_card card, int order_index)
{
	load->burned_cards++;
	if (load->burn_due_cards == SABOT_BURN_FIRST_CARD) {
		load->burn_due_cards = 1 + (int)sabot_card_value(card);
		load->burn_first_index = order_index;
	}
	load->burn_done = load->burned_cards >= load->burn_due_cards;
}

void
sabot_step_deal(struct sabot_step *step, struct sabot_card card, int order_index)
{
	int index = sabot_round_add_card(&step->table->round, card, order_index);

	if (index < 0) {
		/* No hand can be that long: the card is set aside. */
		sabot_play_excess(step, card);
		return;
	}
	sabot_step_play(step, (struct sabot_round_step){
				      .kind = SABOT_STEP_CARD,
				      .card = (int16_t)index,
			      });
}

static bool
can_begin_by_card(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	return round->open && !round->bets_closed &&
	       (table->rules.game == SABOT_PUNTO_BANCO || sabot_round_first_staked(round) != 0);
}

static void
raise_early(struct sabot_step *step)
{
	if (step->table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		return;
	sabot_incident_add_card(sabot_step_raise(step, SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS,
						 sabot_step_rule(step, "PB-05", "BJ-08")),
				"card", step->event->card);
}

static void
place(struct sabot_step *step, int order_index)
{
	struct sabot_table *table = step->table;

	if (!table->load.burn_done) {
		burn(&table->load, step->event->card, order_index);
		return;
	}
	if (!table->round.open) {
		raise_early(step);
		return;
	}
	if (can_begin_by_card(table)) {
		raise_early(step);
		table->round.closed_by_card = true;
		sabot_step_close_bets(step);
	}
	if (!table->round.bets_closed) {
		raise_early(step);
		return;
	}
	sabot_step_deal(step, step->event->card, order_index);
	sabot_step_close_if_due(step);
}

/* flow = cards_only: the first card after a decided coup, or after the burn, begins a round. */
static void
begin_by_cards_alone(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (table->rules.flow != SABOT_FLOW_CARDS_ONLY || !table->load.burn_done ||
	    step->event->u.card.face_up)
		return;
	if (table->round.open && table->round.bets_closed && sabot_round_is_decided(table))
		sabot_step_end_round(step);
	if (!table->round.open) {
		sabot_step_begin_round(step);
		sabot_step_close_bets(step);
	}
}

static unsigned
repeated_load(const struct sabot_event *event)
{
	return event->type == SABOT_EVENT_CARD ? event->u.card.repeats_load : 0;
}

void
sabot_step_card(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_load *load = &table->load;
	const struct sabot_event *event = step->event;
	/* A ruling may put a card in: it has no back and lies as any other. */
	bool is_card = event->type == SABOT_EVENT_CARD;

	if (!load->in_shoe) {
		sabot_step_out_of_order(step, "no load in the shoe");
		return;
	}
	if (is_card)
		begin_by_cards_alone(step);
	int colour = is_card ? sabot_composition_back(&load->composition, event->u.card.back) : -1;
	step->card_index =
		load->n_order < SABOT_ORDER_MAX ? remember(load, event->card, colour) : -1;
	load->n_seen++;
	check_reading(step);
	check_copies(step, colour);
	sabot_step_check_run(step, event->card);
	check_repeat(step, repeated_load(event));
	sabot_step_check_cut_missed(step);
	load->face_up_seen |= is_card && event->u.card.face_up;
	if (is_card && event->u.card.face_up)
		sabot_incident_add_card(sabot_step_raise(step, SABOT_INCIDENT_BOXED_CARD, "BJ-13"),
					"card", event->card);
	else
		place(step, step->card_index);
	step->card_index = -1;
}
