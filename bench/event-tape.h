/*
 * A tape: the events of whole loads in memory, as an honest table makes them. It is recorded by
 * asking the engine what comes next; what is measured is stepping it again.
 */
#pragma once

#include "engine/table/table.h"

struct tape {
	struct sabot_event *events; /* owned; their run-outs point into `cards` */
	size_t n_events;
	struct sabot_card *cards; /* owned: all loads, in order */
	uint64_t n_cards;         /* that leave the shoe one by one */
	uint64_t n_rounds;
};

/* Who stakes: nobody (boxes are only named when bets close), or one bettor on each box. */
enum tape_stakes { TAPE_NO_STAKES, TAPE_STAKES };

void
tape_record(struct tape *tape, const struct sabot_rules *rules, unsigned loads,
	    enum tape_stakes stakes);
void
tape_clear(struct tape *tape);
