/*
 * The end of a round: the result button, and whatever else ends it.
 */
#include "table-private.h"

void
sabot_step_close_round(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	if (!sabot_round_deal_is_complete(table))
		round->is_void = true;
	round->unverified = sabot_round_is_doubtful(round);
	round->not_compared = round->waiting;
	round->waiting = false;
	/* Who asks for no insurance any more looks at the hole card. */
	round->insurance_over = true;
	if (table->rules.game == SABOT_PUNTO_BANCO) {
		round->winner = sabot_punto_banco_winner(round);
	}
	round->open = false;
	sabot_step_add_output(step, SABOT_OUTPUT_ROUND)->u.round.dummy = round->dummy;
	if (round->dummy) {
		sabot_round_keep(round, &table->dummy);
		return;
	}
	sabot_round_keep(round, &table->last);
	table->rulings_open = true;
	sabot_holder_update(&table->holder, &table->rules, &table->last, false);
	sabot_commission_update(&table->commission, &table->rules, &table->last, false);
}

static void
stand_all(struct sabot_step *step)
{
	if (step->table->rules.game == SABOT_BLACKJACK && !sabot_round_is_decided(step->table))
		sabot_step_play(step, (struct sabot_round_step){.kind = SABOT_STEP_STAND_ALL});
}

static const char *
missing_rule(const struct sabot_table *table, enum sabot_owner owner)
{
	if (table->rules.game == SABOT_BLACKJACK)
		return owner == SABOT_OWNER_DEALER ? "BJ-05" : "BJ-11";
	if (!sabot_round_deal_is_complete(table))
		return "PB-06";
	return owner == SABOT_OWNER_PUNTO ? "PB-09" : "PB-10";
}

static void
add_missing_coup(struct sabot_step *step, struct sabot_incident *incident, enum sabot_owner owner)
{
	struct sabot_coup coup;

	sabot_punto_banco_read(&step->table->round, &coup);
	bool punto = owner == SABOT_OWNER_PUNTO;
	sabot_incident_add_word(incident, "hand", punto ? "punto" : "banca");
	sabot_incident_add_number(incident, "total", punto ? coup.punto_points : coup.banca_points);
	if (!punto && coup.n_punto == 3)
		sabot_incident_add_number(incident, "third",
					  sabot_punto_banco_points(&coup.punto[2], 1));
}

static void
add_missing_hand(struct sabot_step *step, struct sabot_incident *incident)
{
	const struct sabot_table *table = step->table;
	struct sabot_next next = sabot_blackjack_next(&table->rules, &table->round);

	if (next.owner == SABOT_OWNER_DEALER) {
		sabot_incident_add_word(incident, "hand", "dealer");
		sabot_incident_add_number(incident, "total",
					  sabot_blackjack_dealer_total(&table->round).total);
		return;
	}
	sabot_incident_add_word(incident, "hand", "player");
	sabot_incident_add_number(incident, "total",
				  sabot_blackjack_hand_total(&table->rules, &table->round, next.box,
							     next.hand)
					  .total);
	sabot_incident_add_number(incident, "box", next.box);
	sabot_incident_add_number(incident, "index", next.hand);
}

static unsigned
raise_missing(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	enum sabot_owner owner = sabot_round_card_due(table);
	struct sabot_incident *incident;

	/* What was missing is judged by the cards: a new derivation may explain it. */
	step->log_index = table->round.n_log > 0 ? table->round.n_log - 1 : -1;
	incident = sabot_step_raise(step, SABOT_INCIDENT_CARD_MISSING, missing_rule(table, owner));
	step->log_index = -1;
	if (table->rules.game == SABOT_PUNTO_BANCO)
		add_missing_coup(step, incident, owner);
	else
		add_missing_hand(step, incident);
	return incident->id;
}

/* A card is due even when all hands stand: raise it, unless nothing can be proven. 0 = none. */
static unsigned
judge_missing(struct sabot_step *step)
{
	struct sabot_table *table = step->table;

	stand_all(step);
	if (sabot_round_is_decided(table) || sabot_round_is_doubtful(&table->round))
		return 0;
	return raise_missing(step);
}

void
sabot_step_end_round(struct sabot_step *step)
{
	if (!step->table->round.waiting)
		judge_missing(step);
	sabot_step_close_round(step);
}

void
sabot_step_close_if_due(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (table->round.open && (table->round.dummy || table->round.reopened) &&
	    sabot_round_is_decided(table))
		sabot_step_close_round(step);
}

static void
compare_claim(struct sabot_step *step, enum sabot_winner winner)
{
	enum sabot_winner claimed = step->event->u.result.winner;
	struct sabot_incident *incident;

	if (claimed == SABOT_WINNER_NONE || claimed == winner ||
	    step->table->rules.game != SABOT_PUNTO_BANCO)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_WRONG_RESULT, "PB-12");
	sabot_incident_add_word(incident, "claimed", sabot_winner_to_string(claimed));
	sabot_incident_add_word(incident, "winner", sabot_winner_to_string(winner));
}

static bool
is_comparable(const struct sabot_round *round)
{
	return !round->is_void && !sabot_round_is_doubtful(round);
}

/* The dealer's button and the device may both say it. */
static void
result_again(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;
	bool after_dummy = table->dummy.number != 0 && table->dummy.number == table->n_rounds;
	const struct sabot_round *last = after_dummy ? &table->dummy : &table->last;

	if (last->number == 0 || (!after_dummy && !table->rulings_open)) {
		sabot_step_out_of_order(step, "no round in play");
		return;
	}
	if (is_comparable(last) && !last->not_compared)
		compare_claim(step, last->winner);
}

void
sabot_step_result(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_round *round = &table->round;

	if (!round->open || !round->bets_closed) {
		result_again(step);
		return;
	}
	if (!sabot_round_is_decided(table)) {
		unsigned missing = judge_missing(step);
		if (missing != 0) {
			round->waiting = true;
			round->waiting_incident = missing;
			return;
		}
	} else if (is_comparable(round)) {
		compare_claim(step, sabot_punto_banco_winner(round));
	}
	sabot_step_close_round(step);
}
