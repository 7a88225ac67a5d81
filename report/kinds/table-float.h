/*
 * The float of tables according to the documents of table money: what was counted, brought, taken
 * and dropped, the win that follows from it, and the win by the cards. A section that reports
 * share.
 */
#pragma once

#include "report/facts.h"

/* A table in a shift, and its result by the cards. */
struct sabot_float {
	const char *shift, *table; /* borrowed */
	struct sabot_result result;
	int64_t cards_minor; /* win by the cards, less errors, corrections and open commission */
	bool has_cards;      /* there were rounds */
	bool has_difference; /* chips and cards are known, and no stake is uncertain */
	int64_t difference_minor, unexplained_minor; /* from the reckoning; positive: more */
};

/* Every table of every shift of the time (of struct sabot_float), by shift and table. */
GArray *
sabot_floats_make(const struct sabot_facts *facts);

/*
 * Add the section "floats" to the report. Cells without a document stay empty. Nothing is added if
 * the house writes no documents.
 */
void
sabot_floats_write(struct sabot_report *report, const struct sabot_facts *facts);
/* The section "drop": markers, drop, win and hold, by table over all shifts of the time. */
void
sabot_floats_write_drop(struct sabot_report *report, const struct sabot_facts *facts);
