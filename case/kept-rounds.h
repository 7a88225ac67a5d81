/* The results of the rounds of a replay, and the differences between two replays. */
#pragma once

#include "eventlog/derive.h"

struct sabot_kept_rounds;

/* How two replays differ. */
struct sabot_kept_difference {
	int64_t n_rounds; /* played, as recorded */
	/*
	 * What the house owes on all of them: as recorded, and with the change.
	 * SABOT_WIRE_NO_NUMBER: not certain.
	 */
	int64_t due_before_minor, due_minor;
	int64_t n_changed; /* rounds with another outcome or other prompts */
	json_t *changes;   /* of these, and of what is between them: docs/disputes.md */
};

/* A change of the result, and the later corrections of its round. */
struct sabot_found_change {
	int64_t round;
	json_t *json;        /* borrowed from the result */
	json_t *corrections; /* list, or NULL */
};

/* One that keeps no round yet. Transferred. */
struct sabot_kept_rounds *
sabot_kept_rounds_new(void);
void
sabot_kept_rounds_free(struct sabot_kept_rounds *kept);

/* Keep the results of an event. */
void
sabot_kept_rounds_keep(struct sabot_kept_rounds *kept, const struct sabot_update *update);

/*
 * Fill in the difference, whose list of changes is given; `changes` receives a struct
 * sabot_found_change for each.
 */
void
sabot_kept_rounds_compare(const struct sabot_kept_rounds *before,
			  const struct sabot_kept_rounds *after,
			  struct sabot_kept_difference *difference, GArray *changes);
