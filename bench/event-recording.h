/*
 * A recording: the events of whole loads in memory, as an honest table makes them. It is made by
 * asking the engine what comes next; benchmarks then step it again.
 */
#pragma once

#include "engine/table/table.h"

struct recording {
	struct sabot_event *events; /* owned; their run-outs point into `cards` */
	size_t n_events;
	struct sabot_card *cards; /* owned: all loads, in order */
	uint64_t n_cards;         /* that leave the shoe one by one */
	uint64_t n_rounds;
};

/* Who stakes: nobody (boxes are only named when bets close), or one bettor on each box. */
enum recording_stakes { RECORDING_NO_STAKES, RECORDING_STAKES };

void
recording_record(struct recording *recording, const struct sabot_rules *rules, unsigned loads,
		 enum recording_stakes stakes);
/* Free what recording_record() filled in. */
void
recording_clear(struct recording *recording);
