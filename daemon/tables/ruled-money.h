/*
 * What is left to be paid or collected for a round that is over: the difference that the pit names
 * (`pay_difference`), what the engine's `redress` lines report at a table that records its
 * payments, and at one that does not the difference between how the round was settled and how it is
 * settled now (`void_round`, `read_as`). Pure: it follows a table's events, live and replayed
 * alike.
 */
#pragma once

#include "ruled-order.h"

/* The member of a ruling that the daemon sets: its money is a `correction` of its own. */
#define SABOT_RULING_PROMPTED "prompted"

struct sabot_ruled_money {
	GPtrArray *stakes;  /* of the last reported round, as they are settled */
	int64_t round;      /* that round; 0 = none */
	GPtrArray *paid;    /* what was paid in it and in the one in play, or named by the pit */
	GHashTable *rounds; /* an incident's number to the round it is about, as pointers */
	GHashTable *named;  /* it and a box to what `pay_difference` ordered, likewise */
	GPtrArray *wrong;   /* stakes that were paid wrongly, or not at all */
	GPtrArray *ordered; /* stakes for which something was ordered, and what of it is not done */
};

/* Start without stakes and payments. `money` may be uninitialised. */
void
sabot_ruled_money_init(struct sabot_ruled_money *money);
/* Free what it keeps. The struct itself is the caller's. */
void
sabot_ruled_money_clear(struct sabot_ruled_money *money);

/*
 * Take the event in. Returns the events of the house log (`redress`, docs/event-log.md) that order
 * what it leaves to be paid: a list, NULL when there is nothing. New reference.
 */
json_t *
sabot_ruled_money_apply(struct sabot_ruled_money *money, const struct sabot_ruled_step *step);

/* The payouts of a view, which are of that round: those for which an order was left. */
void
sabot_ruled_money_mark(const struct sabot_ruled_money *money, int64_t round,
		       struct sabot_wire_view *view);

/* The order that `pay_difference` (`event` of the step) would leave now. New reference, or NULL. */
json_t *
sabot_ruled_money_suppose(const struct sabot_ruled_money *money,
			  const struct sabot_ruled_step *step);
