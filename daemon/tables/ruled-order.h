/*
 * What is ordered to be paid or collected: one sum a round, box and bettor, as an event of the
 * house log (`redress`, docs/event-log.md).
 */
#pragma once

#include "daemon/books/incident-book.h"
#include "engine/table/accounts.h"
#include "proto/messages/log-messages.h"

#include <jansson.h>

/* An event that was applied, and what it came to; all borrowed. */
struct sabot_ruled_step {
	const char *table;
	const struct sabot_wire_money_event *event; /* NULL: it is not about money */
	const json_t *out;
	const struct sabot_accounts *ledger;         /* what is owed and paid after it */
	bool are_payments_reported;                  /* the table records what is paid */
	const struct sabot_incident_book *incidents; /* with those of `out` */
	int64_t n;                                   /* the event's */
	int64_t last_round; /* that is over; what is raised between rounds is about it */
	int64_t paid_round; /* that a `paid` is for; 0 = it is none */
};

/* An order. Borrowed; a bettor NULL or "" is the seat's own. */
struct sabot_ruled_order {
	int64_t box;
	const char *bettor;
	int64_t round, amount_minor;
};

/* The order as an event, which says what it follows from. New reference. */
json_t *
sabot_ruled_order_write(const struct sabot_ruled_step *step, const struct sabot_ruled_order *order);

/* Add to the amount of the order for that round, box and bettor in a list of orders. */
void
sabot_ruled_order_add(GArray *orders, const struct sabot_ruled_order *order);

/* Append the events of the orders whose amount is not 0. */
void
sabot_ruled_order_append(const struct sabot_ruled_step *step, const GArray *found, json_t *orders);
