/*
 * Stakes: placing them, closing the bets, taking back the last thing said.
 */
#include "table-private.h"

#include <string.h>

void
sabot_step_begin_round(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	sabot_round_begin(&table->round, ++table->n_rounds, table->load.number);
}

static void
add_bet_fields(struct sabot_incident *incident, const struct sabot_event *event, enum sabot_bet on)
{
	sabot_incident_add_number(incident, "box", event->box);
	if (sabot_bet_to_string(on) != NULL)
		sabot_incident_add_word(incident, "on", sabot_bet_to_string(on));
	else
		sabot_incident_add_text(incident, "on",
					event->on_word != NULL ? event->on_word : "");
	sabot_incident_add_number(incident, "amount", event->amount_minor);
}

static enum sabot_bet
bet_of(const struct sabot_step *step)
{
	if (step->event->on == SABOT_BET_NONE)
		return SABOT_BET_MAIN;
	return step->event->on;
}

static bool
is_judged(enum sabot_bet on)
{
	return on == SABOT_BET_MAIN || on == SABOT_BET_PUNTO || on == SABOT_BET_BANCA;
}

/* BJ-07, PB-05. The stake stands either way. */
static void
judge_limits(struct sabot_step *step, enum sabot_bet on)
{
	const struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	int64_t sum_minor = sabot_round_stake(&table->round, event->box, on);
	struct sabot_incident *incident;

	if (!is_judged(on))
		return;
	if (event->amount_minor > 0 && event->amount_minor < table->min_minor) {
		incident = sabot_step_raise(step, SABOT_INCIDENT_BET_BELOW_MINIMUM,
					    sabot_step_rule(step, "", "BJ-07"));
		add_bet_fields(incident, event, on);
		sabot_incident_add_number(incident, "limit", table->min_minor);
	}
	if (event->amount_minor > 0 && sum_minor > table->max_minor) {
		incident = sabot_step_raise(step, SABOT_INCIDENT_BET_ABOVE_MAXIMUM,
					    sabot_step_rule(step, "", "BJ-07"));
		add_bet_fields(incident, event, on);
		sabot_incident_add_number(incident, "sum", sum_minor);
		sabot_incident_add_number(incident, "limit", table->max_minor);
	}
}

static const char *
refuse_bet(const struct sabot_step *step)
{
	const struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;

	if (event->box < 1 || event->box > table->rules.boxes)
		return "no such box";
	if (!sabot_rules_offer_bet(&table->rules, bet_of(step)))
		return "no such bet";
	return NULL;
}

static void
place_bet(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;
	const struct sabot_event *event = step->event;
	enum sabot_bet on = bet_of(step);
	int bettor = sabot_round_find_bettor(round, event->box, event->bettor, true);

	if (bettor < 0) {
		sabot_step_out_of_order(step, "too many bettors on the box");
		return;
	}
	int64_t *stake = &round->boxes[event->box].bettors[bettor].stakes_minor[on];
	struct sabot_round_step what = {
		.kind = SABOT_STEP_BET,
		.box = (uint8_t)event->box,
		.bettor = (int8_t)bettor,
		.what = (uint8_t)on,
		.amount_minor = *stake,
	};
	unsigned before = step->update->n_outputs;
	*stake = event->amount_minor;
	round->boxes[event->box].bets |= UINT32_C(1) << on;
	judge_limits(step, on);
	if (step->update->n_outputs != before)
		what.flags = SABOT_STEP_RAISED;
	sabot_step_play(step, what);
}

void
sabot_step_bet(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	if (table->round.open && table->round.bets_closed && !sabot_round_is_decided(table)) {
		add_bet_fields(sabot_step_raise(step, SABOT_INCIDENT_BET_AFTER_NO_MORE_BETS,
						sabot_step_rule(step, "PB-05", "BJ-08")),
			       step->event, bet_of(step));
		step->update->applied = false;
		return;
	}
	const char *why = refuse_bet(step);
	if (why != NULL) {
		sabot_step_out_of_order(step, why);
		return;
	}
	if (table->round.open && table->round.bets_closed)
		sabot_step_end_round(step);
	if (!table->round.open && step->event->amount_minor == 0) {
		sabot_step_out_of_order(step, "no stake to take back");
		return;
	}
	if (!table->round.open)
		sabot_step_begin_round(step);
	place_bet(step);
}

/* PB-03, ES-13: rounds that the cut card still allows. */
static void
judge_cut(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;

	if (!load->in_shoe || load->rounds_left < 0)
		return;
	if (load->rounds_left > 0)
		load->rounds_left--;
	else
		sabot_step_raise(step, SABOT_INCIDENT_DEAL_AFTER_CUT,
				 sabot_step_rule(step, "PB-03", "ES-13"));
}

static void
judge_burn(struct sabot_step *step)
{
	struct sabot_load *load = &step->table->load;
	struct sabot_incident *incident;

	if (!load->in_shoe || load->burn_done)
		return;
	load->burn_done = true;
	if (step->table->rules.flow == SABOT_FLOW_CARDS_ONLY)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_BURN_INCOMPLETE,
				    sabot_step_rule(step, "PB-04", "ES-04"));
	sabot_incident_add_number(incident, "burned", load->burned_cards);
	/* PB-04: at least the first card and one more were due when not even that was drawn. */
	sabot_incident_add_number(
		incident, "due",
		load->burn_due_cards == SABOT_BURN_FIRST_CARD ? 1 : load->burn_due_cards);
}

/* Cards that a ruling keeps for this round come before any from the shoe. */
static void
deal_kept_cards(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	int n_cards = table->n_next_cards;

	table->n_next_cards = 0;
	for (int i = 0; i < n_cards; i++) {
		int index = table->next_cards[i];
		if (index < table->load.n_order)
			sabot_step_deal(step, table->load.order[index].card, index);
	}
}

/* What closing the bets changes beside the round: for undo. */
enum closing_state { LOAD_BETS_CLOSED = 1, LOAD_BURN_DONE = 2, LAST_OPEN_TO_RULINGS = 4 };

static uint8_t
closing_state(const struct sabot_table *table)
{
	return (uint8_t)((table->load.bets_closed ? LOAD_BETS_CLOSED : 0) |
			 (table->load.burn_done ? LOAD_BURN_DONE : 0) |
			 (table->rulings_open ? LAST_OPEN_TO_RULINGS : 0));
}

void
sabot_step_close_bets(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	table->round.load = table->load.number;
	unsigned before = step->update->n_outputs;
	int rounds_left = table->load.rounds_left;
	uint8_t state = closing_state(table);
	sabot_step_judge_unpaid(step);
	judge_burn(step);
	judge_cut(step);
	sabot_step_play(step,
			(struct sabot_round_step){
				.kind = SABOT_STEP_CLOSE_BETS,
				.amount_minor = rounds_left,
				.what = state,
				.flags = step->update->n_outputs != before ? SABOT_STEP_RAISED : 0,
			});
	table->rulings_open = false;
	table->load.bets_closed = true;
	deal_kept_cards(step);
}

static bool
any_box_in_play(const struct sabot_table *table, uint32_t listed)
{
	if (table->rules.game == SABOT_PUNTO_BANCO || listed != 0)
		return true;
	return table->round.open && !table->round.bets_closed &&
	       sabot_round_first_staked(&table->round) != 0;
}

void
sabot_step_no_more_bets(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	uint32_t listed = step->event->u.no_more_bets.boxes;

	if (listed >> (table->rules.boxes + 1) != 0) {
		sabot_step_out_of_order(step, "no such box");
		return;
	}
	if (table->round.open && table->round.bets_closed) {
		if (table->round.closed_by_card) {
			table->round.closed_by_card = false;
			return;
		}
		if (table->round.n_cards == 0) {
			sabot_step_out_of_order(step, "bets are closed already");
			return;
		}
		sabot_step_end_round(step);
	}
	if (!any_box_in_play(table, listed)) {
		sabot_step_out_of_order(step, "no box in play");
		return;
	}
	if (!table->round.open)
		sabot_step_begin_round(step);
	table->round.listed = listed & ~UINT32_C(1);
	sabot_step_close_bets(step);
}

static void
undo_bet(struct sabot_round *round, const struct sabot_round_step *last)
{
	struct sabot_bettor *bettor = &round->boxes[last->box].bettors[last->bettor];

	bettor->stakes_minor[last->what] = last->amount_minor;
}

static bool
can_undo(const struct sabot_round *round, enum sabot_step_kind kind, uint8_t flags)
{
	if (!round->open || flags != 0)
		return false;
	return kind == SABOT_STEP_BET || kind == SABOT_STEP_CLOSE_BETS ||
	       kind == SABOT_STEP_ACTION || kind == SABOT_STEP_INSURANCE ||
	       kind == SABOT_STEP_EVEN_MONEY;
}

void
sabot_step_undo(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	if (round->n_log == 0 || round->log_full ||
	    !can_undo(round, (enum sabot_step_kind)round->log[round->n_log - 1].kind,
		      round->log[round->n_log - 1].flags)) {
		sabot_step_out_of_order(step, "nothing to take back");
		return;
	}
	struct sabot_round_step last = round->log[--round->n_log];
	if (last.kind == SABOT_STEP_BET) {
		undo_bet(round, &last);
		return;
	}
	if (last.kind == SABOT_STEP_CLOSE_BETS) {
		table->load.rounds_left = (int)last.amount_minor;
		table->rulings_open = (last.what & LAST_OPEN_TO_RULINGS) != 0;
		table->load.bets_closed = (last.what & LOAD_BETS_CLOSED) != 0;
		table->load.burn_done = (last.what & LOAD_BURN_DONE) != 0;
		round->listed = 0;
	}
	sabot_step_derive_anew(step);
}
