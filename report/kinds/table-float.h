/*
 * The float of tables by the documents of table money: what was counted, brought, taken and
 * dropped, what was won by them, and against what the cards gave. A section that reports share.
 */
#pragma once

#include "report/facts.h"

/* A table in a shift, and what the cards gave it. */
struct sabot_float {
	const char *shift, *table; /* borrowed */
	struct sabot_result result;
	int64_t cards_minor; /* won by the cards, less errors, corrections and open commission */
	bool has_cards;      /* there were rounds */
	bool has_difference; /* chips and cards are known, and no stake is uncertain */
	int64_t difference_minor, unexplained_minor; /* as the reckoning has them; more: positive */
};

/* Every table of every shift of the time (of struct sabot_float), by shift and table. */
GArray *
sabot_floats_make(const struct sabot_facts *facts);

/*
 * Add the section "floats" to the report. What there is no document of stays empty. Nothing is
 * added where the house writes no documents.
 */
void
sabot_floats_write(struct sabot_report *report, const struct sabot_facts *facts);
/* The section "drop": markers, drop, win and hold, by table over all shifts of the time. */
void
sabot_floats_write_drop(struct sabot_report *report, const struct sabot_facts *facts);
