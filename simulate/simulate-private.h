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
};

/* The mistake of this round or load is made. */
void
simulate_plant(struct simulate *sim);

/* Apply one event and count what it yields; true when it closed a round. */
bool
simulate_step(struct simulate *sim, const struct sabot_event *event);
