/*
 * The results of a load's rounds, for the roads of the guests' board: an array of struct
 * sabot_round_result, oldest first.
 */
#pragma once

#include "engine/table/round-report.h"

#include <glib.h>

struct sabot_round_result {
	unsigned round;
	int winner; /* enum sabot_winner; never NONE */
};

/* A round that is reported again replaces its result; one that is no longer certain has none. */
void
sabot_round_results_apply(GArray *results, const struct sabot_round_report *round);
