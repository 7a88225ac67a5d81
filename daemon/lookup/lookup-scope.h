/*
 * How much of the log a connection sees, and how requests name a round of it. On the thread of
 * lookup.h.
 */
#pragma once

#include "lookup.h"
#include "case/story-bytes.h"

/* The visible part of a log. */
struct sabot_lookup_scope {
	const struct sabot_lookup_source *place; /* borrowed */
	int64_t log_id;
	int64_t veiled_from_n; /* events from this one on are veiled; 0: none */
};

/* False with an error if the table has no log yet. */
bool
sabot_lookup_see(struct sabot_book *book, const struct sabot_lookup_source *place,
		 struct sabot_lookup_scope *ret_scope, GError **error);

/* A round of a log, named by one of these numbers; the other is 0. */
struct sabot_lookup_round {
	int64_t round, incident;
};

/* The scope of a table, which must be one of the lookup's. An error if `table` is NULL. */
bool
sabot_lookup_see_table(struct sabot_book *book, const struct sabot_lookup *lookup,
		       const char *table, struct sabot_lookup_scope *ret_scope, GError **error);

/* Find the round with that number. */
bool
sabot_lookup_get_round(struct sabot_book *book, const struct sabot_lookup_scope *scope,
		       struct sabot_lookup_round name, struct sabot_index_round *ret_round,
		       GError **error);

/* The journal of the table's shoe, for rounds that are not veiled. False if it has none. */
bool
sabot_lookup_get_journal(const struct sabot_lookup *lookup,
			 struct sabot_story_journal *ret_journal);

/* Set an error: the argument is wrong. Always returns false. */
bool
sabot_lookup_refuse(const char *why, GError **error);
