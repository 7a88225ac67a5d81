/*
 * What the rounds of a playing came to, and how those of two playings differ.
 */
#pragma once

#include "eventlog/derive.h"

struct sabot_kept_rounds;

/* How two playings differ. */
struct sabot_kept_difference {
	int64_t n_rounds; /* played, as recorded */
	/* What the house owes on all of them: recorded, if. SABOT_WIRE_NO_NUMBER: not certain. */
	int64_t due_before_minor, due_minor;
	int64_t n_changed; /* rounds with another outcome or other prompts */
	json_t *changes;   /* of these, and of what is between them: docs/disputes.md */
};

/* A change of the result, and what its round was put right by later. */
struct sabot_found_change {
	int64_t round;
	json_t *json;        /* borrowed from the result */
	json_t *corrections; /* list, or NULL */
};

struct sabot_kept_rounds *
sabot_kept_rounds_new(void);
void
sabot_kept_rounds_free(struct sabot_kept_rounds *kept);

/* Keep what the last event yielded. */
void
sabot_kept_rounds_keep(struct sabot_kept_rounds *kept, struct sabot_derive *derive);

/* Fill in the difference, whose list of changes is given; `changes` gets a struct
 * sabot_found_change for each of them. */
void
sabot_kept_rounds_compare(const struct sabot_kept_rounds *before,
			  const struct sabot_kept_rounds *after,
			  struct sabot_kept_difference *difference, GArray *changes);
