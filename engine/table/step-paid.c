/*
 * What was really paid, against what is owed.
 */
#include "table-private.h"

/* From "no more bets" on the round in play, otherwise the one just closed; NULL = none. */
static struct sabot_round *
paid_round(struct sabot_table *table)
{
	if (table->round.open && table->round.bets_closed && !table->round.dummy)
		return &table->round;
	return table->last.number != 0 ? &table->last : NULL;
}

static bool
is_offered(const struct sabot_rules *rules, enum sabot_bet on)
{
	if (on == SABOT_BET_INSURANCE)
		return rules->game == SABOT_BLACKJACK;
	return sabot_rules_offer_bet(rules, on);
}

static const char *
refuse_paid(const struct sabot_table *table, const struct sabot_round *round,
	    const struct sabot_settlement *stake)
{
	if (round == NULL)
		return "no round to pay";
	if (stake->box < 1 || stake->box > table->rules.boxes)
		return "no such box";
	if (!is_offered(&table->rules, stake->on))
		return "no such bet";
	return NULL;
}

static void
judge_paid(struct sabot_step *step, const struct sabot_settlement *stake, int64_t paid_minor)
{
	struct sabot_incident *incident;

	if (paid_minor == stake->due_minor)
		return;
	incident = sabot_step_raise(step, SABOT_INCIDENT_PAYOUT_WRONG,
				    sabot_step_rule(step, "PB-12", "BJ-03"));
	sabot_incident_add_number(incident, "box", stake->box);
	sabot_incident_add_bettor(incident, "bettor", stake->bettor);
	sabot_incident_add_word(incident, "on", sabot_bet_to_string(stake->on));
	sabot_incident_add_number(incident, "paid", paid_minor);
	sabot_incident_add_number(incident, "due", stake->due_minor);
	if (stake->hand >= 0)
		sabot_incident_add_number(incident, "hand", stake->hand);
}

static void
book(struct sabot_step *step, struct sabot_round *round, struct sabot_settlement *stake)
{
	const struct sabot_table *table = step->table;

	sabot_settle_find(&table->rules, round, stake);
	bool over = !round->open || sabot_round_is_decided(table);
	if (!over && !sabot_settle_is_certain(&table->rules, round, stake)) {
		sabot_step_out_of_order(step, "what is owed is not certain yet");
		return;
	}
	struct sabot_paid *paid = sabot_round_find_paid(round, stake, true);
	if (paid == NULL) {
		sabot_step_out_of_order(step, "too many payments");
		return;
	}
	paid->sum_minor += step->event->amount_minor;
	judge_paid(step, stake, paid->sum_minor);
}

void
sabot_step_paid(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	const struct sabot_event *event = step->event;
	struct sabot_round *round = paid_round(table);
	struct sabot_settlement stake = {
		.box = event->box,
		.hand = -1,
		.on = event->on == SABOT_BET_NONE ? SABOT_BET_MAIN : event->on,
		.bettor = event->bettor,
	};
	char seat[SABOT_SEAT_NAME_SIZE];

	table->payments_reported = true;
	const char *why = refuse_paid(table, round, &stake);
	if (why != NULL) {
		sabot_step_out_of_order(step, why);
		return;
	}
	if (stake.on == SABOT_BET_MAIN)
		stake.hand = event->hand > 0 ? event->hand : 0;
	if (stake.hand >= SABOT_HANDS_MAX) {
		sabot_step_out_of_order(step, "no such hand");
		return;
	}
	if (stake.bettor == NULL || stake.bettor[0] == '\0')
		stake.bettor = sabot_seat_name(event->box, seat);
	book(step, round, &stake);
}

/* Not inline: most tables report no payments. */
__attribute__((noinline)) static void
judge_stakes(struct sabot_step *step)
{
	struct sabot_table *table = step->table;
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	while (sabot_settle_next(&table->rules, &table->last, &walk, &stake)) {
		if (stake.due_minor <= 0 ||
		    sabot_round_find_paid(&table->last, &stake, false) != NULL)
			continue;
		struct sabot_incident *incident =
			sabot_step_raise(step, SABOT_INCIDENT_PAYOUT_MISSING,
					 sabot_step_rule(step, "PB-12", "BJ-03"));
		sabot_incident_add_number(incident, "box", stake.box);
		sabot_incident_add_bettor(incident, "bettor", stake.bettor);
		sabot_incident_add_word(incident, "on", sabot_bet_to_string(stake.on));
		sabot_incident_add_number(incident, "due", stake.due_minor);
		if (stake.hand >= 0)
			sabot_incident_add_number(incident, "hand", stake.hand);
	}
}

void
sabot_step_judge_unpaid(struct sabot_step *step)
{
	const struct sabot_table *table = step->table;

	if (table->payments_reported && table->last.number != 0 && table->rulings_open)
		judge_stakes(step);
}
