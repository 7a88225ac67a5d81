/* Writing a case file (case-file.h). */
#pragma once

#include "case-file.h"

/* Events n … to_n of a log. */
struct sabot_case_range {
	const char *log;
	int64_t n, to_n;
	bool may_be_cut; /* what is under no checkpoint yet is left out, where others are */
};

struct sabot_case_content {
	const struct sabot_case_about *about;
	const GArray *ranges;        /* of struct sabot_case_range */
	const GPtrArray *pieces;     /* of struct sabot_case_piece */
	const struct sabot_key *key; /* seals it; NULL: sealed by nobody */
	const char *veiled_log;      /* no card of this log */
	int64_t veiled_from_n;       /* from this event on goes into the file; 0: all may */
};

/*
 * The file's bytes. Each range grows until a checkpoint is about its end, or until the log ends;
 * one in which a veiled card would come so is left out, or, when it began before the veil, makes it
 * fail. NULL with an error, also when there are events from before the chain. Transferred.
 */
GBytes *
sabot_case_build(struct sabot_db *db, const struct sabot_case_content *content, GError **error);
