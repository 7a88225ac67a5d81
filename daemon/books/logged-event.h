/* An event of a table's log or of the house log, with what follows from it. Main thread. */
#pragma once

#include "store/log/log-record.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct sabot_house_event;
struct sabot_table_service;
struct sabot_wire_view;

/* The result of a step: to be recorded, then published. */
struct sabot_logged_event {
	struct sabot_log_record *record;
	struct sabot_table_service *table;     /* borrowed; NULL: a step of the house log */
	struct sabot_house_event *house_event; /* of a step of the house log; else NULL */
	json_t *event;                         /* as clients may see it */
	json_t *out;                           /* derived lines, as clients may see them */
	struct sabot_wire_view *view;          /* NULL without a table */
	GPtrArray *incidents;                  /* new and changed ones */
	GPtrArray *rounds;   /* of struct sabot_reported_round; NULL without a table */
	unsigned paid_round; /* see struct sabot_round_note */
	bool is_card;        /* a card that was dealt or run out */
};

/* Called when an event of the log is applied again, with its step; borrowed. */
typedef void
sabot_replayed_fn(const struct sabot_logged_event *step, void *data);
