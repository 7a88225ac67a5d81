/*
 * How far connections see into the log, and how they name a round of it. On the thread of
 * lookup.h.
 */
#pragma once

#include "lookup.h"
#include "case/story-bytes.h"

/* How far a log may be seen. */
struct sabot_lookup_scope {
	const struct sabot_lookup_source *place; /* borrowed */
	int64_t log_id;
	int64_t veiled_from_n; /* events from this one on are veiled; 0: none is */
};

/* False with an error where the table has no log yet. */
bool
sabot_lookup_see(struct sabot_book *book, const struct sabot_lookup_source *place,
		 struct sabot_lookup_scope *ret_scope, GError **error);

/* A round of a log, named by one of these numbers; the other is 0. */
struct sabot_lookup_round {
	int64_t round, incident;
};

/* That of the table, which is one of the lookup's. `table` NULL: an error. */
bool
sabot_lookup_see_table(struct sabot_book *book, const struct sabot_lookup *lookup,
		       const char *table, struct sabot_lookup_scope *ret_scope, GError **error);

/* The round of that name. */
bool
sabot_lookup_get_round(struct sabot_book *book, const struct sabot_lookup_scope *scope,
		       struct sabot_lookup_round name, struct sabot_index_round *ret_round,
		       GError **error);

/* The journal of the table's shoe, for rounds that are not veiled. False: it has none. */
bool
sabot_lookup_get_journal(const struct sabot_lookup *lookup,
			 struct sabot_story_journal *ret_journal);

/* Always false: the argument is wrong. */
bool
sabot_lookup_refuse(const char *why, GError **error);
