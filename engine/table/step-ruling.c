/*
 * The pit boss decides an incident. A ruling changes the open round by an entry in its log, or the
 * round just closed in place, which is then printed again.
 */
#include "table-private.h"

/* Which round an incident's ruling may still change. */
enum target { TARGET_NONE, TARGET_OPEN, TARGET_LAST };

static enum target
target_of(const struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	if (kept->round == 0)
		return TARGET_NONE;
	if (table->round.open && kept->round == table->round.number)
		return TARGET_OPEN;
	if (table->rulings_open && kept->round == table->last.number)
		return TARGET_LAST;
	return TARGET_NONE;
}

/* A dispute after a round is about that round, though it was raised between rounds. */
static struct sabot_round *
round_of(struct sabot_table *table, enum target target)
{
	return target == TARGET_OPEN ? &table->round : &table->last;
}

static void
print_again(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *last = &table->last;

	if (table->rules.game == SABOT_PUNTO_BANCO)
		last->winner = sabot_punto_banco_winner(last);
	last->unverified = sabot_round_is_doubtful(last);
	sabot_holder_update(&table->holder, &table->rules, last, true);
	sabot_commission_update(&table->commission, &table->rules, last, true);
	sabot_step_add_output(step, SABOT_OUTPUT_ROUND)->u.round.again = true;
}

static void
void_round(struct sabot_step *step, enum target target)
{
	struct sabot_table *table = step->table;

	if (target == TARGET_OPEN) {
		if (!table->round.bets_closed)
			sabot_step_play(step,
					(struct sabot_round_step){.kind = SABOT_STEP_CLOSE_BETS});
		table->round.is_void = true;
		sabot_step_close_round(step);
	} else if (target == TARGET_LAST) {
		table->last.is_void = true;
		print_again(step);
	}
}

/* The card of the incident, or for a dispute (or a wrong result) the round's last card. */
static int
card_of(const struct sabot_round *round, const struct sabot_kept_incident *kept)
{
	if (kept->card_index >= 0)
		return sabot_round_find_card(round, kept->card_index);
	return round->n_cards - 1;
}

static int
order_index_of(struct sabot_table *table, const struct sabot_kept_incident *kept,
	       enum target target)
{
	if (kept->card_index >= 0)
		return kept->card_index;
	if (target == TARGET_NONE)
		return -1;
	const struct sabot_round *round = round_of(table, target);
	return round->n_cards > 0 ? round->cards[round->n_cards - 1].order_index : -1;
}

/* The load's counts, as if the card had been read right at once. */
static void
correct_load(struct sabot_step *step, int order_index)
{
	struct sabot_load *load = &step->table->load;
	struct sabot_seen_card *seen = &load->order[order_index];
	struct sabot_card card = step->event->card;
	int before = sabot_composition_rank_excess(&load->composition, card.rank);

	sabot_composition_remove(&load->composition, seen->card, seen->back);
	sabot_composition_add(&load->composition, card, seen->back);
	seen->card = card;
	for (int i = sabot_composition_rank_excess(&load->composition, card.rank); i > before;
	     i--) {
		load->impossible_cards++;
		sabot_incident_add_card(sabot_step_raise(step, SABOT_INCIDENT_IMPOSSIBLE_CARD,
							 sabot_step_rule(step, "PB-02", "BJ-01")),
					"card", card);
	}
	/* Until bets are closed the burn can still be done as its first card demands. */
	if (order_index == load->burn_first_index && !load->bets_closed) {
		load->burn_due_cards = 1 + (int)sabot_card_value(card);
		load->burn_done = load->burned_cards >= load->burn_due_cards;
	}
}

static void
correct_last(struct sabot_step *step, int index)
{
	struct sabot_round *last = &step->table->last;

	if (last->cards[index].card.rank == SABOT_RANK_UNKNOWN)
		last->n_unread--;
	sabot_round_correct_card(last, index, step->event->card);
	print_again(step);
}

static void
read_as(struct sabot_step *step, const struct sabot_kept_incident *kept, enum target target)
{
	struct sabot_table *table = step->table;
	int order_index = order_index_of(table, kept, target);

	if (order_index < 0 || order_index >= table->load.n_order || !table->load.in_shoe ||
	    kept->load != table->load.number)
		return;
	step->card_index = order_index;
	correct_load(step, order_index);
	step->card_index = -1;
	int index = sabot_round_find_card(&table->round, order_index);
	if (table->round.open && index >= 0) {
		sabot_round_correct_card(&table->round, index, step->event->card);
		sabot_step_derive_anew(step);
		sabot_step_close_if_due(step);
		return;
	}
	index = sabot_round_find_card(&table->last, order_index);
	if (table->rulings_open && index >= 0)
		correct_last(step, index);
}

static void
burn_card(struct sabot_step *step, const struct sabot_kept_incident *kept, enum target target)
{
	struct sabot_round *round = &step->table->round;

	if (target != TARGET_OPEN)
		return;
	int index = card_of(round, kept);
	if (index < 0 || round->cards[index].owner == SABOT_OWNER_NONE)
		return;
	if (kept->code == SABOT_INCIDENT_DISPUTE && !sabot_round_deal_is_complete(step->table)) {
		sabot_step_out_of_order(step, "the deal is not complete");
		return;
	}
	if (kept->code == SABOT_INCIDENT_DISPUTE) {
		sabot_step_play(step, (struct sabot_round_step){
					      .kind = SABOT_STEP_SET_ASIDE,
					      .card = (int16_t)index,
				      });
		return;
	}
	round->cards[index].burned = true;
	sabot_step_derive_anew(step);
}

static void
use_as_banca_third(struct sabot_step *step, const struct sabot_kept_incident *kept,
		   enum target target)
{
	struct sabot_table *table = step->table;
	struct sabot_coup coup;

	if (table->rules.game != SABOT_PUNTO_BANCO || target != TARGET_OPEN)
		return;
	int index = card_of(&table->round, kept);
	sabot_punto_banco_read(&table->round, &coup);
	if (index < 0 || coup.n_banca != 2 || table->round.cards[index].owner != SABOT_OWNER_NONE)
		return;
	sabot_step_find_kept(table, kept->id)->card_used = true;
	sabot_step_play(step, (struct sabot_round_step){
				      .kind = SABOT_STEP_BANCA_THIRD,
				      .card = (int16_t)index,
			      });
}

static void
keep_for_next_round(struct sabot_table *table, const struct sabot_kept_incident *kept)
{
	if (kept->card_index < 0 || kept->load != table->load.number ||
	    table->n_next_cards == SABOT_NEXT_CARDS_MAX)
		return;
	sabot_step_find_kept(table, kept->id)->card_used = true;
	table->next_cards[table->n_next_cards++] = kept->card_index;
}

/* The coup is closed; one without bets begins with the card, so the order of the shoe is kept. */
static void
dummy_hand(struct sabot_step *step, const struct sabot_kept_incident *kept, enum target target)
{
	struct sabot_table *table = step->table;

	if (table->rules.game != SABOT_PUNTO_BANCO || kept->card_index < 0 ||
	    kept->load != table->load.number)
		return;
	if (target == TARGET_OPEN)
		sabot_step_end_round(step);
	if (table->round.open)
		return;
	sabot_step_find_kept(table, kept->id)->card_used = true;
	sabot_step_begin_round(step);
	table->round.dummy = true;
	sabot_step_play(step, (struct sabot_round_step){.kind = SABOT_STEP_CLOSE_BETS});
	sabot_step_deal(step, table->load.order[kept->card_index].card, kept->card_index);
}

static bool
has_hand(const struct sabot_round *round, int box, int hand)
{
	return box >= 1 && box <= SABOT_BOXES_MAX && round->boxes[box].in_play && hand >= 0 &&
	       hand < round->boxes[box].n_hands;
}

static void
move_card(struct sabot_step *step, const struct sabot_kept_incident *kept, enum target target)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	int hand = event->hand > 0 ? event->hand : 0;
	int index = card_of(&table->round, kept);

	if (target != TARGET_OPEN || index < 0)
		return;
	if (!sabot_round_deal_is_complete(table)) {
		sabot_step_out_of_order(step, "the deal is not complete");
		return;
	}
	if (event->box != 0 && !has_hand(&table->round, event->box, hand)) {
		sabot_step_out_of_order(step, "no such hand");
		return;
	}
	sabot_step_play(step, (struct sabot_round_step){
				      .kind = SABOT_STEP_MOVE_CARD,
				      .card = (int16_t)index,
				      .box = (uint8_t)event->box,
				      .hand = (int8_t)hand,
			      });
	sabot_step_close_if_due(step);
}

static void
insert_card(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (table->load.lost_cards > 0)
		table->load.lost_cards--;
	if (table->round.open && table->round.n_lost > 0)
		sabot_step_play(step, (struct sabot_round_step){
					      .kind = SABOT_STEP_LOST,
					      .amount_minor = -1,
				      });
	sabot_step_card(step);
}

static void
end_load(struct sabot_table *table)
{
	if (!table->load.in_shoe)
		return;
	table->load.cut_seen = true;
	table->load.rounds_left = 0;
}

/* What was dealt stands; a round that waited for this ruling is closed as dealt. */
static void
let_stand(struct sabot_step *step, const struct sabot_kept_incident *kept)
{
	struct sabot_round *round = &step->table->round;

	if (round->open && round->waiting && round->waiting_incident == kept->id)
		sabot_step_end_round(step);
}

static void
draw_now(struct sabot_step *step, const struct sabot_kept_incident *kept)
{
	struct sabot_round *round = &step->table->round;

	if (!round->open || !round->waiting || round->waiting_incident != kept->id)
		return;
	round->waiting = false;
	round->reopened = true;
	sabot_step_close_if_due(step);
}

static void
apply_remedy(struct sabot_step *step, const struct sabot_kept_incident *kept, enum target target)
{
	switch (step->event->u.ruling.remedy) {
	case SABOT_REMEDY_LET_STAND:
		let_stand(step, kept);
		break;
	case SABOT_REMEDY_VOID_ROUND:
		void_round(step, target);
		break;
	case SABOT_REMEDY_BURN_CARD:
		burn_card(step, kept, target);
		break;
	case SABOT_REMEDY_USE_AS_BANCA_THIRD:
		use_as_banca_third(step, kept, target);
		break;
	case SABOT_REMEDY_FIRST_OF_NEXT_ROUND:
		keep_for_next_round(step->table, kept);
		break;
	case SABOT_REMEDY_DUMMY_HAND:
		dummy_hand(step, kept, target);
		break;
	case SABOT_REMEDY_DRAW_NOW:
		draw_now(step, kept);
		break;
	case SABOT_REMEDY_READ_AS:
		read_as(step, kept, target);
		break;
	case SABOT_REMEDY_MOVE_CARD:
		move_card(step, kept, target);
		break;
	case SABOT_REMEDY_INSERT_CARD:
		insert_card(step);
		break;
	case SABOT_REMEDY_END_LOAD:
		end_load(step->table);
		break;
	case SABOT_REMEDY_FALSE_ALARM:
	case SABOT_REMEDY_PAY_DIFFERENCE:
	case SABOT_REMEDY_UNKNOWN:
		break;
	}
}

/* It lays the incident's card somewhere: that can be done once. */
static bool
uses_card(enum sabot_remedy remedy)
{
	return remedy == SABOT_REMEDY_FIRST_OF_NEXT_ROUND || remedy == SABOT_REMEDY_DUMMY_HAND ||
	       remedy == SABOT_REMEDY_USE_AS_BANCA_THIRD;
}

static const char *
refuse(const struct sabot_step *step, const struct sabot_kept_incident *kept)
{
	const struct sabot_event *event = step->event;
	enum sabot_remedy remedy = event->u.ruling.remedy;

	if (kept == NULL)
		return "no such incident";
	if (!sabot_rules_offer_remedy(&step->table->rules, kept->code, remedy))
		return "the profile does not offer this remedy for it";
	if (kept->card_used && uses_card(remedy))
		return "its card lies elsewhere already";
	if ((remedy == SABOT_REMEDY_READ_AS || remedy == SABOT_REMEDY_INSERT_CARD) &&
	    event->card.rank == SABOT_RANK_UNKNOWN)
		return "no card given";
	return NULL;
}

void
sabot_step_ruling(struct sabot_step *step)
{
	struct sabot_kept_incident *found =
		sabot_step_find_kept(step->table, step->event->u.ruling.incident);
	const char *why = refuse(step, found);

	if (why != NULL) {
		sabot_step_out_of_order(step, why);
		return;
	}
	struct sabot_kept_incident kept = *found;
	sabot_step_add_output(step, SABOT_OUTPUT_RULED)->u.id = kept.id;
	apply_remedy(step, &kept, target_of(step->table, &kept));
}
