/*
 * What the parts of the simulated table share.
 */
#pragma once

#include "simulate.h"

struct simulate {
	const struct simulate_options *options;
	struct simulate_report *report;
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_pack pack;
	struct shoe_random random;
	/* The bets that the rules offer beside the main bet, ascending; looked up once a run. */
	enum sabot_bet other_bets[SABOT_BETS];
	int n_other_bets;
	int fault; /* enum simulate_fault of this round or load, or none */
	bool is_planted, is_found;
	uint64_t planted_in_round; /* the last one begun then */
	bool load_is_over;         /* this load has to be taken out */
	int after_cut;             /* rounds wrongly begun after the cut card */
	unsigned
		unread_incident; /* of the card that was read by a ruling in this round; 0 = none */
	unsigned late_incident;  /* to be ruled on when it is too late; 0 = none */
	struct simulate_doubt doubt; /* the table that does not see everything */
};

/* An event with nothing in it but its type. */
static inline struct sabot_event
simulate_event(enum sabot_event_type type)
{
	return (struct sabot_event){
		.type = type, .hand = SABOT_HAND_IN_TURN, .at_us = SABOT_TIME_NONE};
}

/* simulate-pay.c */

/* With a second table that is compared, things are now and then done that are no mistakes. */
bool
simulate_may_be_sloppy(struct simulate *sim);

/* Pay what the round, closed or decided, owes. */
void
simulate_pay(struct simulate *sim, const struct sabot_round *round);

/* Void the last round, which was paid, by the incident of its unread card, now and then. */
void
simulate_void_paid(struct simulate *sim);

/* The mistake of this round or load is made. */
void
simulate_plant(struct simulate *sim);

/* Set up the second table. */
void
simulate_doubt_begin(struct simulate *sim);

/* The event was applied to the first table: give the second one what it sees of it, and compare. */
void
simulate_doubt_step(struct simulate *sim, const struct sabot_event *event);

/* Apply one event and count what it yields; true if it closed a round. */
bool
simulate_step(struct simulate *sim, const struct sabot_event *event);
