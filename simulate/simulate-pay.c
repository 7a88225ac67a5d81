/* The payments of a simulated table, right or wrong. */
#include "simulate-private.h"

#include "engine/games/settle.h"

enum {
	VOID_PERCENT = 30,   /* of the rounds in which a card was read by a ruling */
	SLOPPY_PERCENT = 10, /* of what may be left out or done in parts */
};

bool
simulate_may_be_sloppy(struct simulate *sim)
{
	return sim->options->doubt && sim->fault == SIMULATE_NO_FAULT &&
	       shoe_random_chance(&sim->doubt.random, SLOPPY_PERCENT);
}

/* Part of it first, and the rest directly after: that is no mistake. */
static void
pay_in_parts(struct simulate *sim, const struct sabot_event *whole)
{
	struct sabot_event part = *whole;

	part.amount_minor = whole->amount_minor / 2;
	simulate_step(sim, &part);
	part.amount_minor = whole->amount_minor - part.amount_minor;
	simulate_step(sim, &part);
}

/*
 * Had the last hand stood before cards that nobody announced, nothing would be due: that it is not
 * paid proves nothing (docs/event-log.md, "Unannounced cards at the end").
 */
static bool
may_owe_nothing(struct simulate *sim, unsigned round, const struct sabot_settlement *stake)
{
	const struct sabot_account *account = sabot_accounts_find(&sim->table.ledger, round, stake);

	return account != NULL && account->due_min_minor <= 0;
}

void
simulate_pay(struct simulate *sim, const struct sabot_round *round)
{
	struct sabot_settle_walk walk = {0};
	struct sabot_settlement stake;

	while (sabot_settle_next(&sim->table.rules, round, &walk, &stake)) {
		struct sabot_event event = simulate_event(SABOT_EVENT_PAID);
		if (stake.due_minor <= 0)
			continue;
		event.box = stake.box;
		event.hand = stake.hand >= 0 ? stake.hand : SABOT_HAND_IN_TURN;
		event.on = stake.on;
		event.bettor = stake.bettor;
		event.amount_minor = stake.due_minor;
		/* A table that has never paid anything does not record payments: no mistake. */
		if (sim->fault == SIMULATE_UNPAID && !sim->is_planted &&
		    sim->table.payments_reported && !may_owe_nothing(sim, round->number, &stake)) {
			simulate_plant(sim);
			continue;
		}
		if (sim->fault == SIMULATE_WRONG_PAYMENT && !sim->is_planted) {
			simulate_plant(sim);
			/* Honest mistakes go both ways. */
			event.amount_minor += round->number % 2 ? 1 : -1;
		} else if (sim->options->cheats.pay) {
			sim->options->cheats.pay(sim, &event, sim->options->data);
		}
		if (simulate_may_be_sloppy(sim) && event.amount_minor > 1)
			pay_in_parts(sim, &event);
		else
			simulate_step(sim, &event);
	}
}

/* What was paid on it is to be put right: nobody erred. */
void
simulate_void_paid(struct simulate *sim)
{
	struct sabot_event ruling = simulate_event(SABOT_EVENT_RULING);

	if (!sim->options->doubt || sim->unread_incident == 0 ||
	    !shoe_random_chance(&sim->doubt.random, VOID_PERCENT))
		return;
	ruling.u.ruling.incident = sim->unread_incident;
	ruling.u.ruling.remedy = SABOT_REMEDY_VOID_ROUND;
	simulate_step(sim, &ruling);
}
