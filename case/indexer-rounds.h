/*
 * Closed rounds in the index of a database. Internal to the indexer.
 */
#pragma once

#include "engine/table/table.h"
#include "indexer-private.h"
#include "store/index/index.h"

/*
 * Set outcome and money of `row`. What is not certain has no outcome, and what is not certainly
 * owed is in no sum.
 */
void
sabot_index_write_outcome(const struct sabot_update *update, const struct sabot_round_report *round,
			  bool is_void, struct sabot_index_round *row);

/*
 * Update a round before the last one that was derived again: its place stays, and where it begins
 * and ends. False with the log's error set when the index cannot be written.
 */
bool
sabot_index_record_older_round(struct sabot_index_log *log, const struct sabot_update *update,
			       const struct sabot_round_report *report);
