/*
 * Computes how rounds would have ended under another ruling, another reading of a card, or other
 * rules: loads are replayed twice and compared. Changes nothing that is stored.
 */
#pragma once

#include "book.h"
#include "kept-rounds.h"

/* The changes to try. Lists are never NULL. */
struct sabot_what_if {
	GArray *rulings;     /* of struct sabot_what_if_ruling */
	GArray *readings;    /* of struct sabot_what_if_reading */
	const char *profile; /* other rules, or NULL */
	const char *set;     /* KEY=VALUE lines that overrule them, or NULL */
};

/*
 * Answer incident `incident` with this remedy: instead of the log's ruling, or, if none came in
 * time, as soon as the incident is raised.
 */
struct sabot_what_if_ruling {
	unsigned incident;
	enum sabot_remedy remedy;
};

/* The card of event `seq` is this one. */
struct sabot_what_if_reading {
	int64_t seq;
	struct sabot_card card;
};

struct sabot_what_if_result {
	int64_t n_loads; /* number of loads replayed */
	struct sabot_kept_difference difference;
};

/* Loads from … to … of a table. */
struct sabot_what_if_span {
	const char *table; /* borrowed */
	int64_t from_load, to_load;
};

/*
 * False with an error if the log cannot be replayed, or does not contain what was requested. Clear
 * `ret_result` after use.
 */
bool
sabot_what_if(struct sabot_book *book, const struct sabot_what_if_span *span,
	      const struct sabot_what_if *change, struct sabot_what_if_result *ret_result,
	      GError **error);
void
sabot_what_if_result_clear(struct sabot_what_if_result *result);

/*
 * Fill in the loads of `span->table` that began from `from_us` to before `until_us`. False with an
 * error if there are none.
 */
bool
sabot_what_if_loads(struct sabot_book *book, int64_t from_us, int64_t until_us,
		    struct sabot_what_if_span *span, GError **error);
