/* Shared by the parts of the simulated table. */
#pragma once

#include "simulate.h"

struct simulate {
	const struct simulate_options *options;
	struct simulate_report *report;
	struct sabot_table table;
	struct sabot_update update;
	struct shoe_pack pack;
	struct shoe_random random;
	/*
	 * The bets that the rules offer besides the main bet, ascending; determined once per run.
	 */
	enum sabot_bet other_bets[SABOT_BETS];
	int n_other_bets;
	int fault; /* enum simulate_fault of this round or load, or none */
	bool is_planted, is_found;
	uint64_t planted_in_round; /* number of the last round begun at that time */
	bool load_is_over;         /* this load must be taken out */
	int after_cut;             /* rounds wrongly begun after the cut card */
	unsigned
		unread_incident; /* of the card read by a ruling in this round; 0 = none */
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

/*
 * True if something unusual that is no mistake is to be done now: only now and then, with a second
 * table to compare.
 */
bool
simulate_may_be_sloppy(struct simulate *sim);

/* Make the payments that the round, closed or decided, owes. */
void
simulate_pay(struct simulate *sim, const struct sabot_round *round);

/* Now and then void the last, already paid round by the incident of its unread card. */
void
simulate_void_paid(struct simulate *sim);

/* simulate-count.c */

/* Count the mistake of this round or load as made. */
void
simulate_plant(struct simulate *sim);

/* Apply one event and count what it yields; true if it closed a round. */
bool
simulate_step(struct simulate *sim, const struct sabot_event *event);

/* simulate-doubt.c */

/* Set up the second table. */
void
simulate_doubt_begin(struct simulate *sim);

/* The event was applied to the first table: give the second one what it sees of it, and compare. */
void
simulate_doubt_step(struct simulate *sim, const struct sabot_event *event);
