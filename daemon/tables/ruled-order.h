/*
 * What is ordered to be paid or collected: one sum a round, box and bettor, as an event of the house
 * log (`redress`, docs/event-log.md).
 */
#pragma once

#include "ruled-money.h"

/* An order. Borrowed; a bettor NULL or "" is the seat's own. */
struct sabot_ruled_order {
	int64_t box;
	const char *bettor;
	int64_t round, amount_minor;
};

/* The order as an event, which says what it follows from. New reference. */
json_t *
sabot_ruled_order_write(const struct sabot_ruled_step *step,
			const struct sabot_ruled_order *order);

/* Add to the amount of the order for that round, box and bettor in a list of orders. */
void
sabot_ruled_order_add(GArray *orders, const struct sabot_ruled_order *order);

/* Append the events of the orders whose amount is not 0. */
void
sabot_ruled_order_append(const struct sabot_ruled_step *step, const GArray *found,
			 json_t *orders);
