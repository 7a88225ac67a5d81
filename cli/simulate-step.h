/*
 * What the simulated table does at each step: say an event to the engine, count what the engine
 * says to it, draw a card. Private to cli/simulate*.c.
 */
#pragma once

#include "cli/simulate.h"
#include "eventlog/order-index.h"

struct simulate {
	const struct simulate_options *options;
	struct simulate_report *report;
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_pack pack;
	struct shoe_random random;
	int fault; /* enum simulate_fault of this round or load, or none */
	bool is_planted, is_found;
	struct sabot_order_index *order; /* NULL unless loads may be repeated */
	struct shoe_pack honest_pack;    /* the last honest load, as it was shuffled */
	bool load_is_over;               /* this load has to be taken out */
	int after_cut;                   /* rounds wrongly begun after the cut card */
};

/* The mistake of this round or load is made now, if it was not before. */
void
simulate_plant(struct simulate *sim);

/* An event of which only the type is set. */
struct sabot_event
simulate_event(enum sabot_event_type type);

/* Apply one event; true when it closed a round. */
bool
simulate_step(struct simulate *sim, const struct sabot_event *event);

/* The same of an event without arguments. */
bool
simulate_say(struct simulate *sim, enum sabot_event_type type);

/* Draw the next card, and the cut card before it when that comes. */
void
simulate_draw(struct simulate *sim);

/* simulate-events.c: between two rounds, a mistake that is one event; else nothing. */
void
simulate_plant_event(struct simulate *sim);
