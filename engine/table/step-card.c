/*
 * A card leaves the shoe: what it proves about the load, then where it belongs.
 */
#include "table-private.h"

#include "engine/rules/articles.h"
#include "readings-apply.h"

#include <string.h>

/* Append a card to the load's order, which must have room; returns its index. */
static int
remember(struct sabot_load *load, struct sabot_card card, int colour, unsigned line)
{
	load->order[load->n_order] = (struct sabot_seen_card){
		.card = card,
		.back = (int8_t)colour,
		.line = line,
		.marks = load->order_gap ? SABOT_SEEN_AFTER_GAP : 0,
	};
	return load->n_order++;
}

static void
check_reading(struct sabot_step *step)
{
	struct sabot_card card = step->event->card;

	if (sabot_card_is_known(card) ||
	    (card.rank != SABOT_RANK_UNKNOWN && !sabot_table_suit_matters(step->table)))
		return;
	sabot_incident_add_card(
		sabot_step_raise(step, SABOT_INCIDENT_UNREAD_CARD,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_MISTAKE)),
		"card", card);
}

static void
check_copies(struct sabot_step *step, int colour)
{
	struct sabot_load *load = &step->table->load;
	struct sabot_card card = step->event->card;

	for (int i = sabot_composition_count(&load->composition, card, colour); i > 0; i--) {
		load->impossible_cards++;
		sabot_incident_add_card(
			sabot_step_raise(step, SABOT_INCIDENT_IMPOSSIBLE_CARD,
					 sabot_rules_article(&step->table->rules, SABOT_RULE_LOAD)),
			"card", card);
	}
}

SABOT_APART static void
check_colour(struct sabot_step *step, const char *back)
{
	struct sabot_load *load = &step->table->load;

	if (!sabot_composition_add_foreign(&load->composition, back))
		return;
	struct sabot_incident *incident =
		sabot_step_raise(step, SABOT_INCIDENT_FOREIGN_BACK,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_LOAD));
	if (load->backs_named) {
		sabot_incident_add_card(incident, "card", step->event->card);
		sabot_incident_add_text(incident, "back", back);
		return;
	}
	struct sabot_update *update = step->update;
	unsigned n_words = 0;
	for (int i = 0; i < load->composition.backs; i++)
		memcpy(update->words[n_words++], load->composition.back_names[i], SABOT_BACK_SIZE);
	for (int i = 0; i < SABOT_FOREIGN_BACKS_MAX && load->composition.foreign[i][0]; i++)
		memcpy(update->words[n_words++], load->composition.foreign[i], SABOT_BACK_SIZE);
	sabot_incident_add_words(incident, "backs", n_words);
}

/* ES-01: a colour that the load has not. */
static void
check_back(struct sabot_step *step)
{
	const char *back = step->event->u.card.back;

	if (step->event->type == SABOT_EVENT_CARD && back != NULL && back[0] != '\0')
		check_colour(step, back);
}

/*
 * PB-04, ES-04. A first card that was not read, or that may have been lost, may ask for up to ten
 * more. Whether lost messages were cards is not known: until bets close, what comes may be of the
 * burn.
 */
SABOT_SELDOM static void
burn(struct sabot_table *table, struct sabot_card card, int order_index)
{
	struct sabot_load *load = &table->load;
	bool lost = load->burn_lost_cards > 0 || load->burn_lost_unknown;
	bool by_cards_alone = table->rules.flow == SABOT_FLOW_CARDS_ONLY;

	load->burned_cards++;
	if (load->burn_due_cards == SABOT_BURN_FIRST_CARD) {
		load->burn_unread = card.rank == SABOT_RANK_UNKNOWN || lost;
		load->burn_due_cards =
			1 + (load->burn_unread ? SABOT_TEN : (int)sabot_card_value(card));
		load->burn_first_index = order_index;
	}
	load->burn_done = load->burned_cards + (by_cards_alone ? load->burn_lost_cards : 0) >=
			  load->burn_due_cards;
	if (by_cards_alone && load->burn_done && (load->burn_unread || lost))
		load->in_doubt = true;
}

static bool
can_begin_by_card(const struct sabot_table *table)
{
	const struct sabot_round *round = &table->round;

	return round->open && !round->bets_closed &&
	       (table->rules.game == SABOT_PUNTO_BANCO || sabot_round_first_staked(round) != 0);
}

/* PB-05, BJ-08. Where one before it may have been lost, that one was too early, and not this. */
SABOT_SELDOM static void
raise_early(struct sabot_step *step)
{
	const struct sabot_load *load = &step->table->load;

	if (step->table->rules.flow == SABOT_FLOW_CARDS_ONLY || load->offline_cards != 0 ||
	    load->late_cards != 0 || sabot_round_is_torn(&step->table->round))
		return;
	sabot_incident_add_card(
		sabot_step_raise(step, SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_BETS_CLOSED)),
		"card", step->event->card);
}

/* A mend says that it is the first card of the round whose bets were not closed. */
static bool
is_kept_early(const struct sabot_step *step)
{
	return step->revising &&
	       (step->journal->entries[step->entry].flags & SABOT_ENTRY_EARLY) != 0;
}

static void
deal(struct sabot_step *step, int order_index)
{
	struct sabot_table *table = step->table;

	if (!table->load.burn_done) {
		burn(table, step->event->card, order_index);
		return;
	}
	if (is_kept_early(step) && table->n_next_cards < SABOT_NEXT_CARDS_MAX) {
		table->next_cards[table->n_next_cards++] = (int16_t)order_index;
		return;
	}
	if (can_begin_by_card(table)) {
		raise_early(step);
		table->round.closed_by_card = true;
		sabot_step_close_bets(step);
	}
	if (!table->round.open || !table->round.bets_closed) {
		sabot_step_loose_card(step, order_index);
		return;
	}
	sabot_step_deal(step, step->event->card, order_index);
	sabot_step_close_if_due(step);
}

/* flow = cards_only: the coup may end at one card or at another, so whose the next are is open. */
SABOT_SELDOM static void
check_end_of_coup(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (table->load.in_doubt || !sabot_round_is_doubtful(&table->round))
		return;
	if (sabot_readings_test(step, sabot_round_is_decided) == SABOT_FOR_SOME)
		table->load.in_doubt = true;
}

/* flow = cards_only: the first card after a decided coup, or after the burn, begins a round. */
static void
begin_by_cards_alone(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (table->rules.flow != SABOT_FLOW_CARDS_ONLY || !table->load.burn_done ||
	    step->event->u.card.face_up)
		return;
	if (table->round.open && table->round.bets_closed)
		check_end_of_coup(step);
	if (table->round.open && table->round.bets_closed && sabot_round_is_decided(table))
		sabot_step_end_round(step);
	if (!table->round.open) {
		sabot_step_begin_round(step);
		sabot_step_close_bets(step);
	}
}

/* FA-02: used cards lie face up under the pack; the first of them is the sign to shuffle. */
static bool
is_used_card(const struct sabot_step *step)
{
	return step->event->type == SABOT_EVENT_CARD && step->event->u.card.face_up &&
	       step->table->rules.used_cards == SABOT_USED_FACE_UP;
}

SABOT_SELDOM static void
used_card(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;

	load->n_seen++;
	load->n_used++;
	load->face_up_seen = true;
	if (load->used_reported)
		return;
	load->used_reported = true;
	sabot_incident_add_card(
		sabot_step_raise(step, SABOT_INCIDENT_USED_CARDS_REACHED,
				 sabot_rules_article(&step->table->rules, SABOT_RULE_USED_CARDS)),
		"card", step->event->card);
}

/* What the card proves about the load. */
static void
check_load(struct sabot_step *step, int colour)
{
	check_reading(step);
	check_copies(step, colour);
	check_back(step);
	sabot_step_check_order(step);
	sabot_step_check_cut_missed(step);
}

/* A card that was put in lies among others of its loss that were not: nothing follows on it. */
static bool
is_among_lost(const struct sabot_step *step)
{
	return step->is_inserted &&
	       sabot_step_is_lost(step->journal, step->journal->entries[step->entry].of);
}

static void
take_card(struct sabot_step *step, bool among_lost)
{
	struct sabot_table *table = step->table;
	struct sabot_load *load = &table->load;
	const struct sabot_event *event = step->event;
	bool is_used = is_used_card(step);
	if (!is_used && table->round.open && table->round.waiting)
		sabot_step_end_wait(step);
	table->closed.card_since |= !step->is_inserted;
	if (is_used) {
		used_card(step);
		return;
	}
	table->aside.unmade &= among_lost;
	if (!table->aside.bets_are_next) {
		table->aside.n_bets = table->aside.lost_cards = 0;
		table->aside.may_be_more = false;
	}
	begin_by_cards_alone(step);
	int colour = sabot_step_back_of(step);
	load->order_gap |= among_lost;
	step->card_index = load->n_order < SABOT_ORDER_MAX
				   ? remember(load, event->card, colour, step->line)
				   : -1;
	load->n_seen++;
	check_load(step, colour);
	load->order_gap = among_lost;
	load->face_up_seen |= event->u.card.face_up;
	if (event->u.card.face_up) {
		if (step->card_index >= 0)
			load->order[step->card_index].marks |= SABOT_SEEN_BOXED;
		sabot_incident_add_card(
			sabot_step_raise(step, SABOT_INCIDENT_BOXED_CARD,
					 sabot_rules_article(&table->rules, SABOT_RULE_BOXED)),
			"card", event->card);
	} else {
		deal(step, step->card_index);
	}
	step->card_index = -1;
}

void
sabot_step_card(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;

	if (!load->in_shoe) {
		sabot_step_out_of_order(step, SABOT_WHY_NO_LOAD);
		return;
	}
	bool among_lost = is_among_lost(step);
	take_card(step, among_lost);
	if (among_lost)
		return;
	load->offline_cards = load->late_cards = 0;
	load->lost_since_card = false;
}

int
sabot_step_back_of(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	/* Words of colours are not in the journal: their numbers are. */
	if (step->revising)
		return step->entry >= 0 ? step->journal->entries[step->entry].back : -1;
	int back = sabot_composition_back(&table->load.composition, step->event->u.card.back);
	if (back >= 0 && step->entry >= 0)
		step->journal->entries[step->entry].back = (int8_t)back;
	return back;
}
