/*
 * What is left to be paid or collected for a round that is over: the difference that the pit names
 * (`pay_difference`); at a table that records its payments, what the engine's `redress` lines
 * report; at other tables, the difference between the former and the present settlement of the
 * round (`void_round`, `read_as`). Pure: it is updated from a table's events, live and replayed
 * alike.
 */
#pragma once

#include "ruled-order.h"

/*
 * The member of a ruling that the daemon sets: its money is recorded by a `correction` of its own.
 */
#define SABOT_RULING_PROMPTED "prompted"

struct sabot_ruled_money {
	GPtrArray *stakes;  /* of the last reported round, as settled */
	int64_t round;      /* that round; 0 = none */
	GPtrArray *paid;    /* payments of that round and of the one in play, or named by the pit */
	GHashTable *rounds; /* an incident's number to its round, as pointers */
	/* incident number and box to the amount that `pay_difference` ordered, as pointers */
	GHashTable *named;
	GPtrArray *wrong;   /* stakes paid wrongly, or not at all */
	GPtrArray *ordered; /* stakes for which redress was ordered, with what is not done of it */
};

/* Start without stakes and payments. `money` may be uninitialised. */
void
sabot_ruled_money_init(struct sabot_ruled_money *money);
/* Free its contents. The struct itself is the caller's. */
void
sabot_ruled_money_clear(struct sabot_ruled_money *money);

/*
 * Apply the event. Returns the events of the house log (`redress`, docs/event-log.md) that order
 * what the event leaves to be paid, as a list; NULL if there are none. New reference.
 */
json_t *
sabot_ruled_money_apply(struct sabot_ruled_money *money, const struct sabot_ruled_step *step);

/* Mark the payouts of a view, which are of that round, for which an order exists. */
void
sabot_ruled_money_mark(const struct sabot_ruled_money *money, int64_t round,
		       struct sabot_wire_view *view);

/* The order that `pay_difference` (`event` of the step) would cause now. New reference, or NULL. */
json_t *
sabot_ruled_money_suppose(const struct sabot_ruled_money *money,
			  const struct sabot_ruled_step *step);
