/* Writing a case file (case-file.h). */
#pragma once

#include "case-file.h"

/* Events n … to_n of a log. */
struct sabot_case_range {
	const char *log;
	int64_t n, to_n;
	bool may_be_cut; /* events not yet under a checkpoint may be left out, if others remain */
};

struct sabot_case_content {
	const struct sabot_case_about *about;
	const GArray *ranges;        /* of struct sabot_case_range */
	const GPtrArray *pieces;     /* of struct sabot_case_piece */
	const struct sabot_key *key; /* seals it; NULL: no seal */
	const char *veiled_log;      /* the log whose cards are veiled */
	/* no card of that log from this event on goes into the file; 0: all may */
	int64_t veiled_from_n;
};

/*
 * The file's bytes. Each range is extended until a checkpoint covers its end, or until the log
 * ends. A range that would then include a veiled card is left out if it begins within the veiled
 * events, and makes the call fail if it began before them. NULL with an error, also if there are
 * events from before the chain. Transferred.
 */
GBytes *
sabot_case_build(struct sabot_db *db, const struct sabot_case_content *content, GError **error);
