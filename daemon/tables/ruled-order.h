/*
 * Orders to pay or collect: one sum for each round, box and bettor, as an event of the house log
 * (`redress`, docs/event-log.md).
 */
#pragma once

#include "daemon/books/incident-book.h"
#include "engine/table/table.h"
#include "proto/messages/log-messages.h"

#include <jansson.h>

/* An event that was applied, and its results; all borrowed, without a veil. */
struct sabot_ruled_step {
	const char *table;
	const struct sabot_event *event;             /* NULL: the event is not about money */
	const struct sabot_wire_event_rest *rest;    /* of `event` */
	const struct sabot_update *update;           /* what it yields */
	const struct sabot_accounts *ledger;         /* the accounts after it */
	bool are_payments_reported;                  /* the table records its payments */
	const struct sabot_incident_book *incidents; /* including those of `update` */
	int64_t n;                                   /* the event's */
	int64_t last_round; /* the last one over; an incident raised between rounds is about it */
	int64_t paid_round; /* the round that a `paid` is for; 0: another event */
};

/* An order. Borrowed; bettor NULL or "": the seat's own. */
struct sabot_ruled_order {
	int64_t box;
	const char *bettor;
	int64_t round, amount_minor;
};

/* The order as an event, with what it follows from. New reference. */
json_t *
sabot_ruled_order_write(const struct sabot_ruled_step *step, const struct sabot_ruled_order *order);

/* Add to the amount of the order for that round, box and bettor in a list. */
void
sabot_ruled_order_add(GArray *orders, const struct sabot_ruled_order *order);

/* Append the events of all orders whose amount is not 0. */
void
sabot_ruled_order_append(const struct sabot_ruled_step *step, const GArray *found, json_t *orders);
